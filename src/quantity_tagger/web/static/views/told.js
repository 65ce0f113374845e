/** The text of a problem with the sign of every quantity and the words that belong to it. */

import { h } from "../dom.js";
import { percent, t } from "../language.js";
import { kind, mark } from "./words.js";

/**
 * What of a solution the text needs.
 *
 * @typedef {Pick<import("../types.js").Solution, "text" | "quantities" | "unknown" | "confidence">}
 *   Solution
 */
/** @typedef {import("../types.js").Sign} Sign */

const X = -1;

/**
 * A run of characters with one role. `owner` is the place of a quantity, −1 for the unknown.
 *
 * @typedef {object} Piece
 * @property {string} text
 * @property {"plain" | "span" | "quantity" | "unknown"} role
 * @property {number | null} owner
 * @property {number} probability of the span's belonging to its owner
 */

/**
 * The text cut where a role or a probability changes; joined it is the text again.
 *
 * @param {Solution} solution
 * @returns {Piece[]}
 */
export function piecesOf(solution) {
  // Offsets count characters as Python does, JavaScript's strings count half of an emoji.
  const characters = Array.from(solution.text);
  /** @type {{role: Piece["role"], owner: number | null, probability: number}[]} */
  const cells = characters.map(() => ({ role: "plain", owner: null, probability: 0 }));
  const owners = [...solution.quantities.entries(), /** @type {const} */ ([X, solution.unknown])];
  for (const [owner, one] of owners) {
    const even = "probability" in one ? one.probability : solution.confidence;
    for (const [start, end, probability] of one.members ?? [[...one.span, even]]) {
      for (let at = start; at < end; at += 1) {
        // Windows of fixed size overlap: the likelier owner has the word.
        if (probability > cells[at].probability && probability >= 0.05) {
          cells[at] = { role: "span", owner, probability };
        }
      }
    }
  }
  bridge(cells, characters);
  for (const [owner, one] of owners) {
    const role = owner === X ? "unknown" : "quantity";
    for (let at = one.start; at < one.end; at += 1) cells[at] = { role, owner, probability: 1 };
  }
  /** @type {Piece[]} */
  const pieces = [];
  for (const [at, cell] of cells.entries()) {
    const last = pieces.at(-1);
    if (last && same(last, cell)) last.text += characters[at];
    else pieces.push({ text: characters[at], ...cell });
  }
  return pieces;
}

/**
 * White space between two words of one owner is shaded as they are.
 *
 * @param {{role: Piece["role"], owner: number | null, probability: number}[]} cells
 * @param {string[]} characters
 */
function bridge(cells, characters) {
  for (let at = 0; at < cells.length; at += 1) {
    if (cells[at].owner !== null || !/\s/.test(characters[at])) continue;
    let end = at;
    while (end < cells.length && cells[end].owner === null && /\s/.test(characters[end])) end += 1;
    const [before, after] = [cells[at - 1], cells[end]];
    if (before && after && before.owner !== null && before.owner === after.owner) {
      const probability = Math.min(before.probability, after.probability);
      cells.fill({ role: "span", owner: before.owner, probability }, at, end);
    }
    at = end;
  }
}

/**
 * @param {Piece} piece
 * @param {{role: string, owner: number | null, probability: number}} cell
 */
function same(piece, cell) {
  return (
    piece.role === cell.role &&
    piece.owner === cell.owner &&
    Math.abs(piece.probability - cell.probability) < 0.005
  );
}

/**
 * @param {Solution} solution the model's own reading
 * @param {Sign[] | null} signs the reader's, where they differ from the model's
 * @param {((place: number) => void) | null} onFlip null: quantities are no buttons
 * @returns {HTMLElement[]}
 */
export function toldView(solution, signs, onFlip) {
  return piecesOf(solution).map((piece) => {
    if (piece.owner === null) return h("span", { class: "piece" }, piece.text);
    if (piece.role === "unknown") return unknownView(piece.text);
    if (piece.role === "span") return spanView(piece, solution, signs);
    return quantityView(solution, piece.owner, signs, onFlip);
  });
}

/**
 * @param {Piece} piece
 * @param {Solution} solution
 * @param {Sign[] | null} signs
 */
function spanView(piece, solution, signs) {
  const owner = /** @type {number} */ (piece.owner);
  const of = owner === X ? "x" : solution.quantities[owner].text;
  const colour = owner === X ? "x" : kind(signs?.[owner] ?? solution.quantities[owner].sign);
  return h(
    "span",
    {
      class: `piece span ${colour}`,
      css: { "--probability": piece.probability.toFixed(3) },
      title: t("span_of", { text: of, percent: percent(piece.probability) }),
    },
    piece.text,
  );
}

/** @param {string} text */
function unknownView(text) {
  return h(
    "mark",
    { class: "piece mark x", title: t("unknown_label", { text }) },
    h("bdi", {}, text),
    h("b", { class: "badge x" }, "x"),
  );
}

/**
 * @param {Solution} solution
 * @param {number} place
 * @param {Sign[] | null} signs
 * @param {((place: number) => void) | null} onFlip
 */
function quantityView(solution, place, signs, onFlip) {
  const quantity = solution.quantities[place];
  const sign = signs?.[place] ?? quantity.sign;
  const own = sign === quantity.sign;
  const values = {
    text: quantity.text,
    sign: t(kind(sign)),
    percent: percent(quantity.probability),
  };
  const shown = [
    h("bdi", {}, quantity.text),
    h("b", { class: `badge ${kind(sign)}`, "aria-hidden": onFlip !== null && "true" }, mark(sign)),
  ];
  const looks = `piece mark ${kind(sign)}${own ? "" : " changed"}`;
  if (onFlip === null) {
    return h("mark", { class: looks, title: t("quantity_plain", values) }, ...shown);
  }
  const label = t(own ? "quantity_label" : "quantity_label_own", values);
  return h(
    "button",
    {
      type: "button",
      class: looks,
      "data-key": `quantity-${place}`,
      "aria-label": label,
      title: label,
      click: () => onFlip(place),
    },
    ...shown,
  );
}
