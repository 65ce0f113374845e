/** The features that moved each sign most, a table for every quantity. */

import { h } from "../dom.js";
import { t } from "../language.js";
import { kind, mark } from "./words.js";

/** @typedef {import("../types.js").Quantity} Quantity */

/** @param {import("../types.js").Solution} solution */
export function reasonsView(solution) {
  const weights = solution.quantities.flatMap((one) =>
    reasonsOf(one).map((r) => Math.abs(r.weight)),
  );
  const most = Math.max(...weights, 1e-9);
  return solution.quantities.map((one) => table(one, most));
}

/**
 * @param {Quantity} quantity
 * @param {number} most the weight that fills half of the bar's column
 */
function table(quantity, most) {
  const caption = t("rather_than", {
    text: quantity.text,
    sign: mark(quantity.sign),
    rival: quantity.rival === undefined ? "…" : mark(quantity.rival),
  });
  const rows = reasonsOf(quantity).map((reason) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("bdi", {}, reason.feature)),
      h("td", { class: "seen" }, h("bdi", {}, reason.seen_at)),
      h("td", { class: "worth" }, weightBar(reason.weight, most)),
    ),
  );
  if (rows.length === 0) {
    return h("p", { class: "no-features" }, h("strong", {}, caption), " ", t("no_features"));
  }
  return h(
    "table",
    { class: `reasons ${kind(quantity.sign)}` },
    h("caption", {}, caption),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("feature")),
        h("th", { scope: "col" }, t("seen_at")),
        h("th", { scope: "col" }, t("weight")),
      ),
    ),
    h("tbody", {}, ...rows),
  );
}

/**
 * @param {number} weight
 * @param {number} most
 */
function weightBar(weight, most) {
  const share = Math.min(Math.abs(weight) / most, 1);
  return h(
    "span",
    { class: `weight ${weight < 0 ? "against" : "for"}` },
    h("i", { css: { "--share": share.toFixed(3) } }),
    h("span", {}, `${weight < 0 ? "−" : "+"}${Math.abs(weight).toFixed(2)}`),
  );
}

/**
 * @param {Quantity & {reasons?: import("../types.js").Reason[]}} quantity
 * @returns {import("../types.js").Reason[]}
 */
function reasonsOf(quantity) {
  return quantity.why ?? quantity.reasons ?? [];
}
