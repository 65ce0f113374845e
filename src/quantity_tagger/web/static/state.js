/**
 * What the reader is looking at, and its address.
 *
 * The address keeps it behind the #, which browsers do not send: a link to a problem leaves no
 * trace of the problem in any server's log.
 *
 * @typedef {object} State
 * @property {string} text
 * @property {string | null} model null: the default of the text's language
 * @property {string | null} compare the other model
 * @property {import("./types.js").Sign[] | null} known of a problem made here; no address has them,
 *   so that no link can claim to know an answer
 * @property {import("./types.js").Sign[] | null} signs the reader's own ("what if")
 * @property {boolean} why whether "how it decided" is open
 */

/** @type {State} */
export const NOTHING = {
  text: "",
  model: null,
  compare: null,
  known: null,
  signs: null,
  why: false,
};

/** Longer texts make addresses that mail and chat programs cut. */
const LONGEST_IN_ADDRESS = 4000;

/**
 * @param {State} state
 * @returns {string} what follows the path of the page; empty for an empty page
 */
export function toFragment(state) {
  const fields = new URLSearchParams();
  if (fitsAddress(state)) fields.set("text", state.text);
  if (state.model !== null) fields.set("model", state.model);
  if (state.compare !== null) fields.set("compare", state.compare);
  if (state.signs !== null) fields.set("signs", state.signs.join(","));
  if (state.why) fields.set("why", "1");
  const written = fields.toString();
  return written === "" ? "" : `#${written}`;
}

/** @param {State} state */
export function fitsAddress(state) {
  return state.text !== "" && state.text.length <= LONGEST_IN_ADDRESS;
}

/**
 * The state of an address; what makes no sense in it is left out.
 *
 * @param {string} fragment
 * @returns {State}
 */
export function fromFragment(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  return {
    text: fields.get("text") ?? "",
    model: fields.get("model"),
    compare: fields.get("compare"),
    known: null,
    signs: signsOf(fields.get("signs")),
    why: fields.get("why") === "1",
  };
}

/**
 * @param {string | null} written
 * @returns {import("./types.js").Sign[] | null}
 */
function signsOf(written) {
  if (written === null || !/^(1|0|-1)(,(1|0|-1))*$/.test(written)) return null;
  return /** @type {import("./types.js").Sign[]} */ (written.split(",").map(Number));
}
