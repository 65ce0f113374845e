/** Small words that several views share. */

import { has, t } from "../language.js";

/** @typedef {import("../types.js").Sign} Sign */
/** @typedef {import("../types.js").Solution} Solution */
/** @typedef {import("../types.js").Outcome} Outcome */

export const MARKS = { 1: "+", 0: "0", "-1": "−" };
export const KINDS = { 1: "plus", 0: "zero", "-1": "minus" };

/** @param {Sign} sign */
export function mark(sign) {
  return MARKS[sign];
}

/**
 * The class that colours a sign; also the key of its name.
 *
 * @param {Sign} sign
 */
export function kind(sign) {
  return KINDS[sign];
}

/**
 * An equation with the minus of print.
 *
 * @param {string} equation
 */
export function pretty(equation) {
  return equation.replaceAll("-", "−");
}

/** @param {Solution} solution one that has an answer */
export function answerOf(solution) {
  return solution.answer_with_unit ?? plainAnswer(solution);
}

/** @param {{answer: string | null, answer_text?: string | null}} solution */
export function plainAnswer(solution) {
  return solution.answer_text ?? pretty(solution.answer ?? "");
}

/**
 * What is said in one line: the answer, that it is unsure, or why there is none.
 *
 * @param {Solution} solution
 */
export function verdictOf(solution) {
  if (!solution.in_scope) return solution.scope?.message ?? "";
  return solution.doubt ?? t("answer_is", { answer: answerOf(solution) });
}

/**
 * @param {Outcome | null} outcome
 * @returns {outcome is Solution}
 */
export function isSolution(outcome) {
  return outcome !== null && !("error" in outcome);
}

/**
 * What went wrong: the server's own sentence, which says more, unless the page has to translate it.
 *
 * @param {{code: string, message: string}} trouble
 */
export function troubleText({ code, message }) {
  const key = `trouble_${code}`;
  return has(key) ? t(key) : message || t("trouble_other");
}

/** @param {Solution} solution */
export function modelOf(solution) {
  return solution.variant ?? solution.model;
}

/** @param {Solution} solution */
export function sureness({ confidence, sure }) {
  if (confidence >= 0.95) return t("certain");
  if (confidence >= 0.8) return t("sure");
  if (sure) return t("fairly");
  if (confidence >= 0.4) return t("unsure");
  return t("guess");
}
