/** The form for a worksheet; the browser itself sends it, to a page of its own. */

import { byId } from "./dom.js";
import { language, t } from "./language.js";

const form = /** @type {HTMLFormElement} */ (byId("worksheet"));

export function prepareWorksheet() {
  form.addEventListener("change", check);
  form.addEventListener("submit", complete);
}

/** A sheet is in the language of the page unless another is chosen. */
export function translateWorksheet() {
  field("language").value = language();
  check();
}

/** Groups that overlap take two steps: one group, the other, less what both have. */
function check() {
  const possible = field("steps").value.includes("-") || field("steps").value === "2";
  const wanted = kinds();
  const onlyOverlap = wanted.length > 0 && wanted.every((kind) => kind === "overlap");
  field("steps").setCustomValidity(onlyOverlap && !possible ? t("overlap_steps") : "");
}

/** Joins what is ticked into one field, and has another sheet made each time. */
function complete() {
  const wanted = kinds();
  field("kinds").value = wanted.join(",");
  field("kinds").disabled = wanted.length === 0; // all
  field("seed").value = String(Math.floor(Math.random() * 1e6));
}

/** @returns {string[]} those that are ticked */
function kinds() {
  const ticked = [...form.querySelectorAll("input:checked:not([name])")];
  return ticked.map((box) => /** @type {HTMLInputElement} */ (box).value);
}

/**
 * @param {string} name
 * @returns {HTMLInputElement}
 */
function field(name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}
