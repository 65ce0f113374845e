/**
 * The page at work. Data flow one way: what the reader does changes the state, the state goes into
 * the address and to the server, and what comes back is shown.
 */

import * as api from "./api.js";
import { toClipboard, written } from "./copy.js";
import { byId, h, say } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import { has, language, otherLanguage, setLanguage, t, translate } from "./language.js";
import { isFinished } from "./ending.js";
import { fitsAddress, fromFragment, NOTHING, toFragment } from "./state.js";
import { followTheme } from "./theme.js";
import { preparePeek } from "./views/peek.js";
import { showEmpty, showResults, showTrouble, showWaiting } from "./views/reply.js";
import { sampleView } from "./views/sample.js";
import { isSolution } from "./views/words.js";
import { prepareWorksheet, translateWorksheet } from "./worksheet.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./types.js").Sign} Sign */

const PAUSE = 300; // milliseconds without a key after which typing has stopped
/** @type {Record<Sign, Sign>} */
const NEXT = { 1: -1, "-1": 0, 0: 1 };

const problem = /** @type {HTMLTextAreaElement} */ (byId("problem"));
const model = /** @type {HTMLSelectElement} */ (byId("model"));
const compare = /** @type {HTMLSelectElement} */ (byId("compare"));
const why = /** @type {HTMLDetailsElement} */ (byId("why"));

/** @type {State} */
let state = NOTHING;
/** @type {import("./types.js").Results | null} */
let results = null;
/** @type {Record<string, import("./types.js").ModelCard[]>} */
let cards = {};
let typing = false; // whether the latest entry of the history was typed
let pause = 0;
let request = new AbortController();

// --- state ---------------------------------------------------------------------------------------

/**
 * @param {Partial<State>} change
 * @param {"push" | "replace"} [how] whether the back button undoes it
 */
function change(change, how = "push") {
  const before = JSON.stringify(state);
  const forgotten = "text" in change ? { known: null, signs: null } : {};
  state = { ...state, ...forgotten, ...change };
  if (JSON.stringify(state) === before) how = "replace";
  typing = false;
  const address = toFragment(state) || location.pathname + location.search;
  // The state goes along: texts that are too long for an address survive the back button.
  if (how === "push") history.pushState(state, "", address);
  else history.replaceState(state, "", address);
  refresh();
}

function refresh() {
  clearTimeout(pause);
  showTitle();
  showControls();
  void solve();
}

/** @param {Event} event */
function onTyping(event) {
  // Letters on their way to becoming Chinese characters are no text yet.
  if (event instanceof InputEvent && event.isComposing) return;
  clearTimeout(pause);
  request.abort(); // its answer would be to an older text
  const pasted = event instanceof InputEvent && event.inputType === "insertFromPaste";
  if (pasted || isFinished(problem.value)) {
    pause = window.setTimeout(takeTyped, PAUSE);
  } else {
    // Half of a question would be answered wrongly.
    results = null;
    byId("reply").setAttribute("aria-busy", "false");
    showWaiting();
  }
}

function takeTyped() {
  if (problem.value === state.text) return refresh(); // typed and taken back
  change({ text: problem.value }, typing ? "replace" : "push");
  typing = true; // what is typed in one go is one step back
}

/** Who leaves the field has finished, question mark or not. */
function onLeaving() {
  clearTimeout(pause);
  if (problem.value !== state.text) takeTyped();
}

// --- questions to the server ---------------------------------------------------------------------

async function solve() {
  request.abort();
  request = new AbortController();
  const { signal } = request;
  if (state.text.trim() === "") {
    results = null;
    byId("reply").setAttribute("aria-busy", "false");
    showEmpty();
    return;
  }
  byId("reply").setAttribute("aria-busy", "true");
  try {
    const found = await ask(signal);
    if (signal.aborted) return;
    results = found;
    show();
  } catch (error) {
    if (signal.aborted) return; // a newer question is on its way
    results = null;
    showTrouble(error instanceof api.Refusal ? error : { code: "other", message: "" });
  }
  byId("reply").setAttribute("aria-busy", "false");
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<import("./types.js").Results>}
 */
async function ask(signal) {
  const { signs, known } = state;
  const text = state.text.toWellFormed(); // half of an emoji is not sent
  const words = language();
  const own = { text, model: state.model, signs: known, why: true, lattice: state.why, words };
  const questions = [
    own,
    ...(signs === null ? [] : [{ text, model: state.model, signs, why: true, words }]),
    ...(state.compare === null ? [] : [{ text, model: state.compare, why: true, words }]),
  ];
  const outcomes = await api.solve(questions, signal);
  return {
    own: outcomes[0],
    whatIf: signs === null ? null : outcomes[1],
    other: state.compare === null ? null : (outcomes.at(-1) ?? null),
  };
}

async function generate() {
  try {
    change(await api.generate(language()));
  } catch (error) {
    showTrouble(error instanceof api.Refusal ? error : { code: "other", message: "" });
  }
}

// --- what is shown -------------------------------------------------------------------------------

function show() {
  if (results === null) return;
  showModels(); // not the text: more of it may have been typed meanwhile
  showResults(results, state, {
    flip,
    tryReading: (signs) => change({ signs }),
    titleOf: (name) => cardsHere().find((card) => card.name === name)?.title ?? name,
  });
}

/** @param {number} place */
function flip(place) {
  if (results === null || !isSolution(results.own)) return;
  const own = results.own.quantities.map((one) => one.sign);
  const now = own.map((sign, at) => state.signs?.[at] ?? sign);
  const signs = now.map((sign, at) => (at === place ? NEXT[sign] : sign));
  change({ signs: signs.join() === own.join() ? null : signs });
}

function showControls() {
  if (problem.value !== state.text) problem.value = state.text;
  if (why.open !== state.why) why.open = state.why;
  showModels();
}

function showModels() {
  const known = [...cardsHere()];
  const chosen = state.model ?? known.find((card) => card.default)?.name ?? known[0]?.name ?? "";
  for (const name of [state.model, state.compare]) {
    // A link may name one that is not there; the answer says so.
    if (name !== null && known.every((card) => card.name !== name))
      known.push({ name, title: name });
  }
  const option = (
    /** @type {string} */ value,
    /** @type {string} */ text,
    /** @type {boolean} */ selected,
  ) => {
    const made = /** @type {HTMLOptionElement} */ (h("option", { value }, text));
    made.selected = selected;
    return made;
  };
  model.replaceChildren(
    ...known.map((card) => {
      const title = card.default ? t("default_model", { title: card.title }) : card.title;
      return option(card.name, title, card.name === chosen);
    }),
  );
  compare.replaceChildren(
    option("", t("compare_none"), state.compare === null),
    ...known
      .filter((card) => card.name !== chosen)
      .map((card) => option(card.name, card.title, card.name === state.compare)),
  );
  say(byId("model-about"), has(`model_${chosen}`) ? t(`model_${chosen}`) : "");
}

/** The models of the language that is being read. */
function cardsHere() {
  const own = results === null ? null : results.own;
  const spoken = isSolution(own) ? own.language : language();
  return cards[spoken] ?? [];
}

function showExamples() {
  byId("examples").replaceChildren(
    ...EXAMPLES[language()].map(({ title, text }) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "plain small",
            title: text,
            click: () => change({ text }),
          },
          title,
        ),
      ),
    ),
  );
}

/** Bookmarks and the history tell one problem from another by their titles. */
function showTitle() {
  const start = Array.from(state.text.trim()).slice(0, 60).join("");
  document.title = start === "" ? t("title") : `${start} · ${t("title")}`;
}

function showPageLanguage() {
  translate();
  showTitle();
  byId("language").setAttribute("title", t("other_language"));
  showExamples();
  byId("sample").replaceChildren(...sampleView());
  showModels();
  translateWorksheet();
  show();
}

// --- taking along --------------------------------------------------------------------------------

/** @param {"link" | "text" | "latex" | "json"} form */
async function take(form) {
  if (form === "link") {
    if (!fitsAddress(state)) return toast(t("link_too_long"));
    const touch = matchMedia("(pointer: coarse)").matches;
    if (touch && "share" in navigator) {
      // Closing the sheet of the system is no failure.
      return navigator.share({ title: document.title, url: location.href }).catch(() => {});
    }
  }
  const shown = results === null ? null : (results.whatIf ?? results.own);
  if (form !== "link" && !isSolution(shown)) return;
  const text =
    form === "link"
      ? location.href
      : written(form, /** @type {import("./types.js").Solution} */ (shown));
  toast(t((await toClipboard(text)) ? `copied_${form}` : "copy_failed"));
}

let toastEnds = 0;

/** @param {string} text */
function toast(text) {
  const place = byId("toast");
  say(place, text);
  byId("status").textContent = text;
  clearTimeout(toastEnds);
  toastEnds = window.setTimeout(() => say(place, ""), 4000);
}

// --- wiring --------------------------------------------------------------------------------------

problem.addEventListener("input", onTyping);
problem.addEventListener("compositionend", onTyping);
problem.addEventListener("change", onLeaving);
byId("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address is the problem's
  problem.focus();
});
byId("new").addEventListener("click", generate);
byId("clear").addEventListener("click", () => {
  change({ text: "" });
  problem.focus();
});
model.addEventListener("change", () => {
  const compared = state.compare === model.value ? null : state.compare;
  change({ model: model.value, compare: compared, signs: null });
});
compare.addEventListener("change", () => change({ compare: compare.value || null }));
byId("reset").addEventListener("click", () => {
  change({ signs: null });
  byId("told-title").focus({ preventScroll: true });
});
why.addEventListener("toggle", () => {
  if (why.open !== state.why) change({ why: why.open }, "replace");
});
for (const button of document.querySelectorAll("[data-copy]")) {
  const form = /** @type {HTMLElement} */ (button).dataset.copy;
  button.addEventListener("click", () => take(/** @type {"link"} */ (form)));
}
byId("print").addEventListener("click", () => window.print());
byId("language").addEventListener("click", () => {
  setLanguage(otherLanguage());
  showPageLanguage();
  solve(); // what the server says, in this language
});
window.addEventListener("popstate", (event) => {
  state = event.state ?? fromFragment(location.hash);
  typing = false;
  refresh();
});

followTheme();
prepareWorksheet();
preparePeek();
state = history.state ?? fromFragment(location.hash);
showPageLanguage();
refresh();
api.models().then(
  (answer) => {
    cards = answer.languages;
    if (answer.version) byId("version").textContent = answer.version;
    showModels();
    show();
  },
  () => {}, // the choice of models stays empty; solving tells what is wrong
);
document.documentElement.dataset.ready = "true";
