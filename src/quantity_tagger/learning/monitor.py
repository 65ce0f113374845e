"""Who watches the search: what each iteration reached, and when it is enough."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Step:
    """One iteration: the objective there, the norm of its gradient, evaluations so far."""

    iteration: int
    objective: float
    gradient_norm: float
    evaluations: int

    def __str__(self) -> str:
        return f"objective {self.objective:.4g} gradient {self.gradient_norm:.2g}"


@dataclass
class ConvergenceMonitor:
    """Stops the search when ``period`` iterations together gain less than ``tolerance``,
    relatively.

    ``tolerance`` 0 never stops early: the paper's own setting, a fixed number of iterations.
    """

    max_iterations: int = 250
    tolerance: float = 1e-5
    period: int = 10
    history: list[Step] = field(default_factory=list)

    def report(self, step: Step) -> None:
        self.history.append(step)

    @property
    def iterations(self) -> int:
        return self.history[-1].iteration if self.history else 0

    @property
    def converged(self) -> bool:
        if len(self.history) <= self.period or self.tolerance <= 0:
            return False
        now, then = self.history[-1].objective, self.history[-1 - self.period].objective
        return then - now < self.tolerance * max(abs(now), 1e-12)

    @property
    def finished(self) -> bool:
        return self.converged or self.iterations >= self.max_iterations
