/** Everything that follows from an answer; called anew with each. */

import { byId, h, say } from "../dom.js";
import { percent, t } from "../language.js";
import { becauseView } from "./because.js";
import { agreement, column } from "./compare.js";
import { confidenceView } from "./confidence.js";
import { equationView } from "./equation.js";
import { showLattice } from "./lattice.js";
import { showPeek } from "./peek.js";
import { readingsView } from "./readings.js";
import { reasonsView } from "./reasons.js";
import { storyView } from "./story.js";
import { toldView } from "./told.js";
import { answerOf, isSolution, modelOf, troubleText, verdictOf } from "./words.js";
import { worldsView } from "./worlds.js";

/** @typedef {import("../types.js").Results} Results */
/** @typedef {import("../types.js").Solution} Solution */
/** @typedef {import("../types.js").Sign} Sign */
/** @typedef {import("../state.js").State} State */

/**
 * @typedef {object} Acts What a reader can do with an answer.
 * @property {(place: number) => void} flip
 * @property {(signs: Sign[]) => void} tryReading
 * @property {(name: string) => string} titleOf the title of a model
 */

/** Shows that nothing was asked. */
export function showEmpty() {
  only("empty");
  byId("status").textContent = "";
}

/** Shows that the question is not finished. */
export function showWaiting() {
  only("waiting");
  byId("status").textContent = "";
}

/** @param {{code: string, message: string}} trouble */
export function showTrouble(trouble) {
  only("trouble");
  const text = troubleText(trouble);
  byId("trouble").replaceChildren(h("p", {}, text));
  byId("status").textContent = text;
}

/**
 * @param {Results} results
 * @param {State} state
 * @param {Acts} acts
 */
export function showResults(results, state, acts) {
  if (!isSolution(results.own)) {
    showTrouble(results.own.error);
    return;
  }
  const own = state.known === null ? results.own : asKnown(results.own);
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement ? focused.dataset.key : undefined;
  only("solved");
  if (own.in_scope) showAnswered(own, results.whatIf, state, acts);
  else showBeyond(own);
  showCompared(own, results.other, state.compare ?? "", acts);
  if (key !== undefined) {
    // What had the focus was made anew.
    const again = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}

/**
 * A problem that is out of scope: why, and no answer. What was made of it is folded away.
 *
 * @param {Solution} own
 */
function showBeyond(own) {
  const sentence = verdictOf(own);
  showParts(false);
  byId("solved").classList.remove("supposed");
  byId("whatif").hidden = true;
  say(byId("asked"), own.text); // seen on paper alone, where the field is not
  say(byId("scope"), sentence);
  byId("scope").lang = own.language;
  if (own.guess !== null) byId("guess-equation").replaceChildren(...equationView(own.guess));
  byId("status").textContent = sentence;
  showPeek(sentence);
}

/**
 * @param {Solution} own
 * @param {Results["whatIf"]} whatIf
 * @param {State} state
 * @param {Acts} acts
 */
function showAnswered(own, whatIf, state, acts) {
  showParts(true);
  say(byId("asked"), "");
  say(byId("scope"), "");
  showVerdict(own, whatIf, state);
  byId("told").lang = own.language;
  byId("told").replaceChildren(...toldView(own, state.signs, acts.flip));
  const shown = whatIf === null ? own : whatIf;
  byId("because").lang = own.language;
  byId("because").replaceChildren(...(isSolution(shown) ? becauseView(shown) : []));
  showSteps(isSolution(shown) ? shown.steps : [], own.language);
  showStory(isSolution(shown) ? shown : own);
  showReadings(own, state, acts);
  if (state.why) {
    showLattice(own.lattice ?? "");
    byId("worlds").replaceChildren(...worldsView(own));
    byId("reasons").replaceChildren(...reasonsView(own));
  }
}

/**
 * Shows what only an answer has, or what stands in its place.
 *
 * @param {boolean} answered
 */
function showParts(answered) {
  const parts = ["answer", "equation", "confidence", "told-card", "steps-card", "story-card", "why"];
  for (const name of parts) byId(name).hidden = !answered;
  for (const name of ["unsure", "nothing", "rivals-part", "readings-card"]) byId(name).hidden = true;
  byId("guess").hidden = answered;
  const latex = /** @type {HTMLElement} */ (document.querySelector("[data-copy=latex]"));
  latex.hidden = !answered;
}

/**
 * The other readings: beside an unsure answer, else further down.
 *
 * @param {Solution} own
 * @param {State} state
 * @param {Acts} acts
 */
function showReadings(own, state, acts) {
  const views = readingsView(own, state.signs, acts.tryReading);
  byId("rivals-part").hidden = own.sure || views.length === 0;
  byId("readings-card").hidden = !own.sure || views.length === 0;
  byId("rivals").replaceChildren(...(own.sure ? [] : views));
  byId("readings").replaceChildren(...(own.sure ? views : []));
}

/**
 * @param {Solution} own
 * @param {Results["whatIf"]} whatIf
 * @param {State} state
 */
function showVerdict(own, whatIf, state) {
  const shown = whatIf === null ? own : whatIf;
  byId("whatif").hidden = whatIf === null;
  byId("solved").classList.toggle("supposed", whatIf !== null);
  const known = state.known !== null;
  const key = known ? "whatif_known" : "whatif_text";
  byId("whatif-text").textContent = t(key, { answer: answerOf(own) });
  const doubtful = whatIf === null && !own.sure;
  byId("unsure").hidden = !doubtful;
  byId("answer").classList.toggle("doubtful", doubtful);
  if (!isSolution(shown) || shown.equation === null) {
    const trouble = state.signs?.every((sign) => sign === 0)
      ? t("all_zero")
      : troubleText(isSolution(shown) ? { code: "other", message: "" } : shown.error);
    byId("answer").textContent = "?";
    say(byId("nothing"), trouble);
    byId("equation").replaceChildren();
    byId("confidence").replaceChildren();
    byId("status").textContent = trouble;
    showPeek(trouble);
    return;
  }
  const answer = answerOf(shown);
  byId("answer").textContent = answer;
  byId("answer").lang = own.language;
  say(byId("nothing"), whatIf !== null && shown.answer?.startsWith("-") ? t("negative") : "");
  byId("equation").replaceChildren(
    ...equationView({ ...shown, equation: shown.equation, answer: shown.answer ?? "" }),
  );
  byId("confidence").replaceChildren(
    whatIf === null
      ? sureView(own, known)
      : h("p", { class: "hint" }, t("whatif_probability", { percent: percent(shown.confidence) })),
  );
  byId("status").textContent = whatIf === null ? said(own, known) : t("said_whatif", { answer });
  showPeek(whatIf === null ? verdictOf(own) : t("said_whatif", { answer }));
}

/**
 * A problem that was made here, of which the answer is known whatever the tagger makes of it.
 *
 * @param {Solution} own
 * @returns {Solution}
 */
function asKnown(own) {
  return { ...own, ...own.guess, in_scope: true, sure: true };
}

/**
 * How sure the answer is; of a problem made here it is known.
 *
 * @param {Solution} own
 * @param {boolean} known
 */
function sureView(own, known) {
  return known ? h("p", { class: "hint" }, t("known")) : confidenceView(own);
}

/**
 * @param {Solution} solution
 * @param {boolean} known
 */
function said(solution, known) {
  if (known) return t("answer_is", { answer: answerOf(solution) });
  const sure = t("sure_percent", { percent: percent(solution.confidence) });
  if (!solution.sure) return `${verdictOf(solution)} ${sure}`;
  return t("said", { answer: answerOf(solution), sure });
}

/**
 * @param {Solution} own
 * @param {Results["other"]} other
 * @param {string} compared the other model's name
 * @param {Acts} acts
 */
function showCompared(own, other, compared, acts) {
  byId("side-by-side").hidden = other === null;
  if (other === null) return;
  byId("agree").textContent = agreement(own, other);
  byId("columns").replaceChildren(
    column(acts.titleOf(modelOf(own)), own),
    column(acts.titleOf(compared), other),
  );
}

/**
 * @param {string[]} steps
 * @param {string} language
 */
function showSteps(steps, language) {
  byId("steps-card").hidden = steps.length === 0;
  byId("steps").lang = language;
  byId("steps").replaceChildren(...steps.map((step) => h("li", { dir: "auto" }, step)));
}

/** @param {Solution} solution */
function showStory(solution) {
  const lines = solution.story ?? [];
  const clearness = solution.clearness ?? [];
  byId("story-card").hidden = lines.length === 0 && clearness.length === 0;
  byId("story").replaceChildren(...storyView(lines, solution));
  byId("clearness").lang = solution.language;
  byId("clearness").replaceChildren(...clearness.map((one) => h("p", { dir: "auto" }, one)));
}

/** @param {"empty" | "waiting" | "trouble" | "solved"} shown */
function only(shown) {
  for (const name of ["empty", "waiting", "trouble", "solved"]) byId(name).hidden = name !== shown;
  if (shown !== "solved") showPeek("");
  byId("why").hidden = shown !== "solved";
  byId("models").hidden = shown === "empty";
}
