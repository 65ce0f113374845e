/** The readings that came next, each to be tried. */

import { h } from "../dom.js";
import { percent, t } from "../language.js";
import { smallEquation } from "./equation.js";
import { plainAnswer, pretty } from "./words.js";

/** @typedef {import("../types.js").Sign} Sign */

/**
 * @param {import("../types.js").Solution} solution the model's own reading
 * @param {Sign[] | null} signs those on show, where they are not the model's
 * @param {(signs: Sign[]) => void} onTry
 */
export function readingsView(solution, signs, onTry) {
  return solution.alternatives.map((other, place) => {
    const values = {
      equation: pretty(other.equation),
      answer: plainAnswer(other),
      percent: percent(other.probability),
    };
    const taken = signs !== null && signs.join() === other.signs?.join();
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "reading",
          "data-key": `reading-${place}`,
          "aria-pressed": String(taken),
          "aria-label": t("reading_label", values),
          disabled: other.signs === undefined,
          click: () => onTry(other.signs),
        },
        h("span", { class: "reading-answer" }, values.answer),
        h("span", { class: "reading-equation" }, smallEquation(other.equation)),
        h(
          "span",
          { class: "share" },
          h("i", { css: { "--share": other.probability.toFixed(4) } }),
          h("span", {}, values.percent),
        ),
      ),
    );
  });
}
