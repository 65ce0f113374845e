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
  const [sign] = line.quantities.map((place) => solution.quantities[place].sign);
  const asks = line.kind === "question";
  return [
    asks && h("b", { class: "badge x" }, "x"),
    sign !== undefined && h("b", { class: `badge ${kind(sign)}` }, mark(sign)),
    h("span", { dir: "auto" }, line.text),
  ];
}
