/** What the reader takes along: a link, plain text, LaTeX or JSON. */

import { percent, t } from "./language.js";
import { plainAnswer, pretty, verdictOf } from "./views/words.js";

/** @typedef {import("./types.js").Solution} Solution */

/**
 * @param {"text" | "latex" | "json"} form
 * @param {Solution} solution
 */
export function written(form, solution) {
  if (form === "latex") return solution.latex ?? "";
  if (form === "json") {
    const { lattice, ...rest } = solution;
    return JSON.stringify(rest, null, 2);
  }
  if (solution.equation === null) return [solution.text, "", verdictOf(solution)].join("\n");
  const steps = solution.steps.map((step, place) => `${place + 1}. ${step}`);
  return [
    solution.text,
    "",
    verdictOf(solution),
    pretty(solution.equation),
    ...(solution.notes ?? []),
    ...(solution.sure ? [] : rivalsOf(solution)),
    "",
    ...steps,
  ].join("\n");
}

/** @param {Solution} solution */
function rivalsOf(solution) {
  const others = solution.alternatives.map(
    (other) => `${pretty(other.equation)}, x = ${plainAnswer(other)}: ${percent(other.probability)}`,
  );
  return others.length === 0 ? [] : ["", t("rivals"), ...others];
}

/**
 * Whether the text got onto the clipboard.
 *
 * @param {string} text
 */
export async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text);
  }
}

/**
 * The way of old browsers and of plain http, where there is no clipboard object.
 *
 * @param {string} text
 */
function copyOldWay(text) {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "unseen";
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}
