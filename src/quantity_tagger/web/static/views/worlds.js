/** The ways in which the story was understood, and what decided between them. */

import { h } from "../dom.js";
import { percent, t } from "../language.js";
import { pretty } from "./words.js";

/** @typedef {import("../types.js").World} World */

/** @param {import("../types.js").Solution} solution */
export function worldsView(solution) {
  const worlds = solution.worlds ?? [];
  if (worlds.length === 0) return [h("p", { class: "hint" }, t("no_worlds"))];
  const columns = ["answer", "sure", "trust", "cost", "wording", "schema"];
  return [
    h(
      "table",
      { class: "worlds" },
      h("thead", {}, h("tr", {}, ...columns.map((key) => h("th", { scope: "col" }, t(`world_${key}`))))),
      h("tbody", {}, ...worlds.map(row)),
    ),
    ...worlds.filter((one) => one.decided.length > 0).map(decidedView),
  ];
}

/** @param {World} world */
function row(world) {
  const doubts = world.doubts.join("; ");
  return h(
    "tr",
    { class: world.won && "won" },
    h("th", { scope: "row" }, pretty(world.answer), world.won && ` ${t("world_won")}`),
    h("td", {}, percent(world.probability)),
    h("td", {}, t(`trust_${world.trust}`)),
    h("td", {}, world.cost.toFixed(1)),
    h("td", {}, world.wording === null ? "" : percent(world.wording)),
    h("td", {}, world.schema, doubts !== "" && h("small", {}, doubts)),
  );
}

/** @param {World} world one that has rivals' features beside its own */
function decidedView(world) {
  return h(
    "details",
    { class: "decided" },
    h("summary", {}, t("decided", { answer: pretty(world.answer) })),
    h(
      "ul",
      {},
      ...world.decided.map((one) =>
        h("li", {}, h("b", {}, pretty(signed(one.weight))), " ", h("bdi", {}, one.feature)),
      ),
    ),
  );
}

/** @param {number} weight */
function signed(weight) {
  return `${weight < 0 ? "" : "+"}${weight.toFixed(2)}`;
}
