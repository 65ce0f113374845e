/** The text of a problem with the sign of every quantity and the words that the sign rests on. */

import { h } from "../dom.js";
import { percent, t } from "../language.js";
import { kind, mark } from "./words.js";

/**
 * What of a solution the text needs.
 *
 * @typedef {Pick<import("../types.js").Solution, "text" | "quantities" | "unknown">} Solution
 */
/** @typedef {import("../types.js").Sign} Sign */

const X = -1;

/**
 * A run of characters with one role. `owner` is the place of a quantity, −1 for the unknown.
 *
 * @typedef {object} Piece
 * @property {string} text
 * @property {"plain" | "words" | "quantity" | "unknown"} role
 * @property {number | null} owner
 */

/**
 * The text cut where a role changes; joined it is the text again.
 *
 * @param {Solution} solution
 * @returns {Piece[]}
 */
export function piecesOf(solution) {
  // Offsets count characters as Python does, JavaScript's strings count half of an emoji.
  const characters = Array.from(solution.text);
  /** @type {{role: Piece["role"], owner: number | null}[]} */
  const cells = characters.map(() => ({ role: "plain", owner: null }));
  for (const [owner, one] of solution.quantities.entries()) {
    for (const [start, end] of one.words ?? []) {
      for (let at = start; at < end; at += 1) {
        // Two amounts may share a verb: the first keeps it.
        if (cells[at].owner === null) cells[at] = { role: "words", owner };
      }
    }
  }
  const owners = [...solution.quantities.entries(), /** @type {const} */ ([X, solution.unknown])];
  for (const [owner, one] of owners) {
    const role = owner === X ? "unknown" : "quantity";
    for (let at = one.start; at < one.end; at += 1) cells[at] = { role, owner };
  }
  /** @type {Piece[]} */
  const pieces = [];
  for (const [at, cell] of cells.entries()) {
    const last = pieces.at(-1);
    if (last && last.role === cell.role && last.owner === cell.owner) last.text += characters[at];
    else pieces.push({ text: characters[at], ...cell });
  }
  return pieces;
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
    if (piece.role === "words") return wordsView(piece, solution, signs);
    return quantityView(solution, piece.owner, signs, onFlip);
  });
}

/**
 * @param {Piece} piece
 * @param {Solution} solution
 * @param {Sign[] | null} signs
 */
function wordsView(piece, solution, signs) {
  const owner = /** @type {number} */ (piece.owner);
  const { text, sign } = solution.quantities[owner];
  const shown = signs?.[owner] ?? sign;
  return h(
    "span",
    { class: `piece telling ${kind(shown)}`, title: t("words_of", { text }) },
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
