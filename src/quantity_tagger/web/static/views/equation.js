/** Equations in MathML: "52 - 34 - x = 0" typeset, each term in its sign's colour. */

import { h, math } from "../dom.js";
import { plainAnswer, pretty } from "./words.js";

/** @typedef {{sign: 1 | -1, number: string}} Term */

/**
 * The terms on the left of "… = 0", x among them.
 *
 * @param {string} equation
 * @returns {Term[]}
 */
export function termsOf(equation) {
  const [left] = pretty(equation).split(" = ");
  /** @type {Term[]} */
  const terms = [];
  // Operators stand between spaces; a minus of a number's own touches it.
  for (const [, operator, number] of left.matchAll(/(?:^| ([+−]) )(.+?)(?= [+−] |$)/g)) {
    const bare = number.replace(/^\((.*)\)$/, "$1");
    if (operator === undefined && bare.startsWith("−")) {
      terms.push({ sign: -1, number: bare.slice(1).replace(/^\((.*)\)$/, "$1") });
    } else {
      terms.push({ sign: operator === "−" ? -1 : 1, number: bare });
    }
  }
  return terms;
}

/**
 * x = 52 − 34 = 18, and the equation it comes from.
 *
 * @param {{equation: string, answer: string, answer_text?: string | null, notes?: string[]}} solution
 */
export function equationView(solution) {
  const terms = termsOf(solution.equation);
  const constants = terms.filter((term) => term.number !== "x");
  const [first, ...rest] = sum(constants);
  const answer = plainAnswer(solution);
  const solved = [
    [math("mi", { class: "x" }, "x"), math("mo", {}, "="), ...first],
    ...rest,
    ...(constants.length > 1 ? [[equals(), ...number(answer, "x")]] : []),
  ];
  return [
    h("div", { class: "solved-for" }, line(solved)),
    h("div", { class: "whole" }, smallEquation(solution.equation)),
    ...(solution.notes ?? []).map((note) => h("div", { class: "hint", dir: "auto" }, note)),
  ];
}

/**
 * An equation in one line, or in several where it is long.
 *
 * @param {string} equation
 */
export function smallEquation(equation) {
  return line([...sum(termsOf(equation)), [equals(), math("mn", {}, "0")]]);
}

/**
 * Browsers do not break formulas: each part is one of its own, and lines break between them. Those
 * who listen hear the whole.
 *
 * @param {Element[][]} parts
 */
function line(parts) {
  const formulas = parts.map((part) =>
    math("math", { "aria-hidden": "true" }, math("mrow", {}, ...part)),
  );
  const whole = formulas.map((formula) => formula.textContent).join(" ");
  const broken = formulas.flatMap((formula) => [h("wbr"), formula]);
  return h("span", { role: "math", "aria-label": whole }, ...broken);
}

function equals() {
  return math("mo", { form: "infix" }, "=");
}

/**
 * The terms, each with the operator before it.
 *
 * @param {Term[]} terms
 * @returns {Element[][]}
 */
function sum(terms) {
  return terms.map(({ sign, number: digits }, place) => {
    const colour = digits === "x" ? "x" : sign > 0 ? "plus" : "minus";
    const operator = sign < 0 ? "−" : place > 0 ? "+" : null;
    const form = place > 0 ? "infix" : "prefix";
    return [
      ...(operator === null ? [] : [math("mo", { class: colour, form }, operator)]),
      ...(digits.startsWith("−") ? bracketed(digits, colour) : number(digits, colour)),
    ];
  });
}

/**
 * @param {string} digits
 * @param {string} colour
 */
function bracketed(digits, colour) {
  return [math("mo", {}, "("), ...number(digits, colour), math("mo", {}, ")")];
}

/**
 * A number as the text writes it: 52, 7,341, 1/3, 2 1/2.
 *
 * @param {string} digits
 * @param {string} colour
 * @returns {Element[]}
 */
function number(digits, colour) {
  if (digits === "x") return [math("mi", { class: colour }, "x")];
  const fraction = /^(−?)(?:(\d+) )?(\d+)\/(\d+)(.*)$/.exec(digits);
  if (fraction === null) return [math("mn", { class: colour }, digits)];
  const [, minus, whole, above, below, rest] = fraction;
  return /** @type {Element[]} */ (
    [
      minus && math("mo", { class: colour, form: "prefix" }, "−"),
      whole && math("mn", { class: colour }, whole),
      math("mfrac", { class: colour }, math("mn", {}, above), math("mn", {}, below)),
      rest && math("mtext", { class: colour }, rest),
    ].filter(Boolean)
  );
}
