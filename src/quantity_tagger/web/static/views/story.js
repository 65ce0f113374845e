/** The story as it was understood, its lines by kind, each with the signs of its numbers. */

import { h } from "../dom.js";
import { kind, mark } from "./words.js";

/** @typedef {import("../types.js").StoryLine} StoryLine */

/**
 * Terms and descriptions: what there is, what happens, what is asked.
 *
 * @param {StoryLine[]} lines those of one kind together
 * @param {import("../types.js").Solution} solution
 */
export function storyView(lines, solution) {
  return lines.flatMap((line, place) =>
    [
      line.kind !== lines[place - 1]?.kind && h("dt", {}, line.heading),
      h("dd", { class: line.kind, lang: solution.language }, ...lineView(line, solution)),
    ].filter((part) => part !== false),
  );
}

/**
 * @param {StoryLine} line
 * @param {import("../types.js").Solution} solution
 */
function lineView(line, solution) {
  const signs = line.quantities.map((place) => solution.quantities[place].sign);
  return [
    ...signs.map((sign) => h("b", { class: `badge ${kind(sign)}` }, mark(sign))),
    line.kind === "question" && h("b", { class: "badge x" }, "x"),
    h("span", { dir: "auto" }, line.text),
  ];
}
