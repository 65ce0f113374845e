/** Why each number has its sign, a sentence each. */

import { h } from "../dom.js";
import { kind, mark } from "./words.js";

/** @typedef {import("../types.js").Quantity} Quantity */

/** @param {import("../types.js").Solution} solution */
export function becauseView(solution) {
  return solution.quantities
    .filter((one) => one.reason)
    .map((one) =>
      h(
        "li",
        {},
        h("b", { class: `badge ${kind(one.sign)}`, "aria-hidden": "true" }, mark(one.sign)),
        h("span", { dir: "auto" }, ...sentence(one)),
      ),
    );
}

/**
 * The words of the text that a reason quotes look as they do in the text.
 *
 * @param {Quantity} quantity
 */
function sentence({ reason = "", sign }) {
  return reason
    .split(/“(.*?)”/)
    .map((part, at) => (at % 2 === 0 ? part : h("q", { class: `telling ${kind(sign)}` }, part)));
}
