/** Whether a text that is being typed has come to its end. */

/** The marks that end a question, a command or a sum, with what may close behind them. */
const ENDED = /[.?!…=_。？！．＝)）\]］]["'”’」』\s]*$/u;

/** @param {string} text */
export function isFinished(text) {
  return text.trim() === "" || ENDED.test(text);
}
