/** Light or dark: the system's, until the switch is used; the choice is remembered. */

import { byId } from "./dom.js";
import { remember } from "./language.js";

const system = matchMedia("(prefers-color-scheme: dark)");

export function followTheme() {
  const button = byId("theme");
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  button.addEventListener("click", () => {
    const wanted = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = wanted;
    remember("theme", wanted);
    show();
  });
  system.addEventListener("change", show);
  show();
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen === undefined ? system.matches : chosen === "dark";
}
