/** What two models make of the same text, side by side. */

import { h } from "../dom.js";
import { t } from "../language.js";
import { confidenceView } from "./confidence.js";
import { smallEquation } from "./equation.js";
import { toldView } from "./told.js";
import { answerOf, isSolution, plainAnswer, troubleText, verdictOf } from "./words.js";

/** @typedef {import("../types.js").Outcome} Outcome */

/**
 * @param {Outcome} own
 * @param {Outcome} other
 */
export function agreement(own, other) {
  if (!isSolution(own) || !isSolution(other)) return t("compare_error");
  if (!own.in_scope || !other.in_scope) return "";
  if (own.answer !== other.answer) {
    return t("disagree", { one: plainAnswer(own), other: plainAnswer(other) });
  }
  const same = own.quantities.every((one, at) => one.sign === other.quantities[at]?.sign);
  return t(same ? "agree" : "agree_differently", { answer: answerOf(own) });
}

/**
 * @param {string} title
 * @param {Outcome} outcome
 */
export function column(title, outcome) {
  if (!isSolution(outcome)) {
    return h(
      "div",
      { class: "column" },
      h("h5", {}, title),
      h("p", {}, troubleText(outcome.error)),
    );
  }
  if (outcome.equation === null) {
    return h(
      "div",
      { class: "column" },
      h("h5", {}, title),
      h("p", { dir: "auto" }, verdictOf(outcome)),
    );
  }
  return h(
    "div",
    { class: "column" },
    h("h5", {}, title),
    h(
      "p",
      { class: outcome.sure ? "answer" : "answer doubtful", dir: "auto" },
      outcome.sure ? answerOf(outcome) : verdictOf(outcome),
    ),
    h("p", { class: "small-equation" }, smallEquation(outcome.equation)),
    confidenceView(outcome, `${t("confidence")} ${title}`),
    h("div", { class: "told", dir: "auto" }, ...toldView(outcome, null, null)),
  );
}
