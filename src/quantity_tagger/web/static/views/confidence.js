/** How sure the model is, as a meter and in words. */

import { h } from "../dom.js";
import { percent, t } from "../language.js";
import { sureness } from "./words.js";

/**
 * @param {import("../types.js").Solution} solution
 * @param {string} label
 */
export function confidenceView(solution, label = t("confidence")) {
  const probability = solution.confidence;
  const words = `${sureness(solution)}, ${percent(probability)}`;
  return h(
    "div",
    { class: "sure" },
    bar(probability, label, words),
    h("span", { class: "sure-words" }, sureness(solution)),
    h("span", { class: "sure-percent" }, percent(probability)),
  );
}

/**
 * @param {number} probability
 * @param {string} label
 * @param {string} words
 */
function bar(probability, label, words) {
  return h(
    "div",
    {
      class: "meter",
      role: "meter",
      "aria-label": label,
      "aria-valuemin": "0",
      "aria-valuemax": "1",
      "aria-valuenow": probability.toFixed(4),
      "aria-valuetext": words,
    },
    h("i", { css: { "--share": probability.toFixed(4) } }),
  );
}
