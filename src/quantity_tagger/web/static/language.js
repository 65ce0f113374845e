/** The language of the page: the browser's, or the one that was chosen here before. */

import en from "./locale/en.js";
import zh from "./locale/zh.js";

/** @typedef {"en" | "zh"} Language */

/** @type {Record<Language, Record<string, string>>} */
const LOCALES = { en, zh };
/** @type {Record<Language, string>} */
export const TAGS = { en: "en", zh: "zh-CN" };
/** @type {Record<Language, string>} */
const NAMES = { en: "English", zh: "中文" };

/** @type {Language} */
let current = chosen() ?? preferred(navigator.languages ?? [navigator.language]);

/** @returns {Language} */
export function language() {
  return current;
}

/** @returns {Language} */
export function otherLanguage() {
  return current === "en" ? "zh" : "en";
}

/** @param {Language} wanted */
export function setLanguage(wanted) {
  current = wanted;
  remember("language", wanted);
}

/**
 * What the page says, with its {names} filled in.
 *
 * @param {string} key
 * @param {Record<string, string>} [values]
 */
export function t(key, values = {}) {
  const said = LOCALES[current][key];
  if (said === undefined) throw new Error(`The page has no words for ${key}.`);
  return fill(said, values);
}

/**
 * A sentence with its {names} filled in.
 *
 * @param {string} sentence
 * @param {Record<string, string>} values
 */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/**
 * Whether there are words for a key that the server makes up.
 *
 * @param {string} key
 */
export function has(key) {
  return key in LOCALES[current];
}

/**
 * A probability for people; only what is certain is 100 %, and only the impossible 0.
 *
 * @param {number} probability
 */
export function percent(probability) {
  const digits = { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const format = new Intl.NumberFormat(TAGS[current], /** @type {object} */ (digits));
  const shown = format.format(probability);
  if (probability < 1 && shown === format.format(1)) return `>${format.format(0.999)}`;
  if (probability > 0 && shown === format.format(0)) return `<${format.format(0.001)}`;
  return shown;
}

/** Puts the words of the language into everything that the page's markup names. */
export function translate() {
  document.documentElement.lang = TAGS[current];
  document.title = t("title");
  for (const element of document.querySelectorAll("[data-i18n]")) {
    element.textContent = t(/** @type {HTMLElement} */ (element).dataset.i18n ?? "");
  }
  for (const element of document.querySelectorAll("[data-i18n-label]")) {
    const key = /** @type {HTMLElement} */ (element).dataset.i18nLabel ?? "";
    element.setAttribute("aria-label", t(key));
  }
  for (const element of document.querySelectorAll("[data-i18n-placeholder]")) {
    const key = /** @type {HTMLElement} */ (element).dataset.i18nPlaceholder ?? "";
    element.setAttribute("placeholder", t(key));
  }
  const button = document.getElementById("language");
  if (button !== null) {
    button.textContent = NAMES[otherLanguage()];
    button.lang = TAGS[otherLanguage()];
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}

/** @returns {Language | null} */
function chosen() {
  try {
    const stored = localStorage.getItem("language");
    return stored === "en" || stored === "zh" ? stored : null;
  } catch {
    return null;
  }
}

/**
 * The first language of the browser's that the page speaks.
 *
 * @param {readonly string[]} tags
 * @returns {Language}
 */
function preferred(tags) {
  for (const tag of tags) {
    if (tag.toLowerCase().startsWith("zh")) return "zh";
    if (tag.toLowerCase().startsWith("en")) return "en";
  }
  return "en";
}
