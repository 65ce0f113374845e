/** An example with its signs, to look at while nothing has been asked. */

import { EXAMPLES, SAMPLES } from "../examples.js";
import { language } from "../language.js";
import { toldView } from "./told.js";

export function sampleView() {
  const { text } = EXAMPLES[language()][0];
  const { signs, asked } = SAMPLES[language()];
  const quantities = [...text.matchAll(/\d+/g)].map(({ 0: digits, index }, place) => ({
    ...at(digits, index),
    sign: signs[place],
    probability: 1,
  }));
  const unknown = { ...at(asked, text.lastIndexOf(asked)), question: "" };
  const shown = toldView({ text, quantities, unknown }, null, null);
  for (const piece of shown) piece.removeAttribute("title"); // nobody has computed these
  return shown;
}

/**
 * @param {string} text
 * @param {number} start
 */
function at(text, start) {
  const end = start + text.length;
  return { text, start, end, span: /** @type {[number, number]} */ ([start, end]) };
}
