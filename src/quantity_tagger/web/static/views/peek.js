/** The answer in one line at the edge of the screen, while it is out of sight where it stands. */

import { byId } from "../dom.js";

let seen = true;
let line = "";

const observer = new IntersectionObserver(
  ([entry]) => {
    seen = entry.intersectionRatio > 0.99;
    update();
  },
  { threshold: [0, 0.5, 1] },
);

/** Watches the answer; called once. */
export function preparePeek() {
  observer.observe(byId("says"));
  byId("peek").addEventListener("click", () => byId("reply-title").scrollIntoView());
}

/** @param {string} text empty where there is no answer to be out of sight */
export function showPeek(text) {
  line = text;
  update();
}

function update() {
  const peek = byId("peek");
  peek.textContent = line;
  peek.hidden = seen || line === "";
}
