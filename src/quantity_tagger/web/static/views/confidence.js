/** How sure the model is, as a meter and in words. */

import { h } from "../dom.js";
import { percent, t } from "../language.js";
import { sureness } from "./words.js";

/**
 * @param {number} probability
 * @param {string} label
 */
export function confidenceView(probability, label = t("confidence")) {
  const words = `${sureness(probability)}, ${percent(probability)}`;
  return h(
    "div",
    { class: "sure" },
    bar(probability, label, words),
    h("span", { class: "sure-words" }, sureness(probability)),
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
