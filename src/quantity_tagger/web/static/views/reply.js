/** Everything that follows from an answer; called anew with each. */

import { byId, h, say } from "../dom.js";
import { has, percent, t } from "../language.js";
import { agreement, column } from "./compare.js";
import { confidenceView } from "./confidence.js";
import { equationView } from "./equation.js";
import { showLattice } from "./lattice.js";
import { readingsView } from "./readings.js";
import { reasonsView } from "./reasons.js";
import { storyView } from "./story.js";
import { toldView } from "./told.js";
import { answerOf, isSolution, modelOf, troubleText } from "./words.js";

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
  const own = results.own;
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement ? focused.dataset.key : undefined;
  only("solved");
  showVerdict(own, results.whatIf, state);
  byId("told").lang = own.language;
  byId("told").replaceChildren(...toldView(own, state.signs, acts.flip));
  showCompared(own, results.other, state.compare ?? "", acts);
  const shown = results.whatIf === null ? own : results.whatIf;
  showSteps(isSolution(shown) ? shown.steps : [], own.language);
  showStory(isSolution(shown) ? shown : own);
  byId("readings").replaceChildren(...readingsView(own, state.signs, acts.tryReading));
  byId("readings-card").hidden = own.alternatives.length === 0;
  if (state.why) {
    showLattice(own.lattice ?? "");
    byId("reasons").replaceChildren(...reasonsView(own));
  }
  if (key !== undefined) {
    // What had the focus was made anew.
    const again = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
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
  if (!isSolution(shown)) {
    const trouble = state.signs?.every((sign) => sign === 0)
      ? t("all_zero")
      : troubleText(shown.error);
    byId("answer").textContent = "?";
    say(byId("nothing"), trouble);
    byId("equation").replaceChildren();
    byId("confidence").replaceChildren();
    showScope("");
    byId("status").textContent = trouble;
    return;
  }
  byId("answer").textContent = answerOf(shown);
  byId("answer").lang = own.language;
  say(byId("nothing"), whatIf !== null && shown.answer.startsWith("-") ? t("negative") : "");
  byId("equation").replaceChildren(...equationView(shown));
  byId("confidence").replaceChildren(
    whatIf === null
      ? sureView(own, known)
      : h("p", { class: "hint" }, t("whatif_probability", { percent: percent(shown.confidence) })),
  );
  showScope(whatIf === null && !known ? scopeOf(own) : "");
  byId("status").textContent =
    whatIf === null ? said(own, known) : t("said_whatif", { answer: answerOf(shown) });
}

/**
 * How sure the answer is; of a problem made here it is known.
 *
 * @param {Solution} own
 * @param {boolean} known
 */
function sureView(own, known) {
  return known ? h("p", { class: "hint" }, t("known")) : confidenceView(own.confidence);
}

/**
 * A kind sentence where the problem is beyond what the tagger can do; empty where it is not.
 *
 * @param {Solution} solution
 */
function scopeOf(solution) {
  if (solution.in_scope !== false) return "";
  const key = `scope_${solution.scope?.code}`;
  return has(key) ? t(key) : solution.scope?.message || t("out_of_scope");
}

/**
 * An answer that is not to be trusted is told as such, before it is told.
 *
 * @param {string} sentence empty where it may be trusted
 */
function showScope(sentence) {
  say(byId("scope"), sentence);
  byId("scope-but").hidden = sentence === "";
  byId("answer").classList.toggle("doubtful", sentence !== "");
  byId("confidence").hidden = sentence !== "";
}

/**
 * @param {Solution} solution
 * @param {boolean} known
 */
function said(solution, known) {
  if (known) return t("said_known", { answer: answerOf(solution) });
  const scope = scopeOf(solution);
  if (scope !== "") return `${scope} ${t("scope_but")} ${answerOf(solution)}.`;
  const sure = t("sure_percent", { percent: percent(solution.confidence) });
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
  byId("story-card").hidden = lines.length === 0;
  byId("story").replaceChildren(...storyView(lines, solution));
}

/** @param {"empty" | "trouble" | "solved"} shown */
function only(shown) {
  for (const name of ["empty", "trouble", "solved"]) byId(name).hidden = name !== shown;
  byId("why").hidden = shown !== "solved";
  byId("models").hidden = shown === "empty";
}
