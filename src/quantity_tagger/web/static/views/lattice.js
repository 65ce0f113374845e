/**
 * The lattice to look at: it scrolls in its own frame, and zooms by buttons, keys and wheel.
 *
 * The drawing comes as SVG with a style of its own. It is rebuilt here from the few elements and
 * attributes that it is made of, so that nothing else can come along, and is styled by the page.
 */

import { byId, h } from "../dom.js";
import { language, t } from "../language.js";

const SVG = "http://www.w3.org/2000/svg";
const ELEMENTS = new Set([
  "svg",
  "g",
  "title",
  "desc",
  "rect",
  "path",
  "line",
  "circle",
  "text",
  "tspan",
]);
const ATTRIBUTES = new Set(
  "class d x y x1 x2 y1 y2 cx cy r rx ry width height viewBox role transform".split(" "),
);
const STEP = 1.25;
const [LEAST, MOST] = [0.25, 4];

/**
 * @param {string} drawing
 * @returns {SVGSVGElement | null} null where it is no drawing
 */
export function rebuilt(drawing) {
  // A style element would be refused by the content policy as soon as it is parsed.
  const bare = drawing.replace(/<style>[^<]*<\/style>/g, "");
  const parsed = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") return null;
  return /** @type {SVGSVGElement} */ (cleaned(parsed));
}

/**
 * @param {Element} element
 * @returns {Element}
 */
function cleaned(element) {
  const copy = document.createElementNS(SVG, element.localName);
  for (const { name, value } of element.attributes) {
    if (ATTRIBUTES.has(name)) copy.setAttribute(name, value);
  }
  for (const child of element.childNodes) {
    if (child instanceof Text) copy.append(child.data);
    else if (child instanceof Element && ELEMENTS.has(child.localName)) copy.append(cleaned(child));
  }
  return copy;
}

let shown = "";

/**
 * Shows a drawing; the one that is on show stays as it was zoomed.
 *
 * @param {string} drawing empty where there is none
 */
export function showLattice(drawing) {
  const now = `${language()} ${drawing}`;
  if (shown === now) return;
  shown = now;
  const place = byId("lattice");
  const svg = rebuilt(drawing);
  byId("lattice-part").hidden = svg === null;
  if (svg === null) {
    place.replaceChildren();
    return;
  }
  const frame = h(
    "div",
    { class: "frame", tabindex: "0", role: "region", "aria-label": t("lattice_region") },
    svg,
  );
  const view = zoomable(frame, svg);
  const button = (
    /** @type {string} */ key,
    /** @type {string} */ sign,
    /** @type {() => void} */ act,
  ) =>
    h(
      "button",
      { type: "button", class: "plain small", "aria-label": t(key), "data-zoom": key, click: act },
      sign,
    );
  place.replaceChildren(
    h(
      "div",
      { class: "row zoom" },
      button("zoom_out", "−", () => view.zoom(1 / STEP)),
      button("zoom_in", "+", () => view.zoom(STEP)),
      button("zoom_fit", t("zoom_fit"), view.fit),
    ),
    frame,
  );
}

/**
 * @param {HTMLElement} frame
 * @param {SVGSVGElement} svg
 */
function zoomable(frame, svg) {
  const [, , width, height] = (svg.getAttribute("viewBox") ?? "0 0 600 400").split(" ").map(Number);
  let scale = 1;

  /** @param {number} wanted */
  const setScale = (wanted) => {
    const before = scale;
    scale = Math.min(Math.max(wanted, LEAST), MOST);
    const middle = frame.clientWidth / 2;
    const left = (frame.scrollLeft + middle) * (scale / before) - middle;
    svg.style.setProperty("inline-size", `${width * scale}px`);
    svg.style.setProperty("block-size", `${height * scale}px`);
    frame.dataset.scale = scale.toFixed(3);
    frame.scrollLeft = left;
  };
  const zoom = (/** @type {number} */ factor) => setScale(scale * factor);
  const fit = () => setScale(frame.clientWidth / width);

  setScale(1);
  frame.addEventListener("keydown", (event) => {
    const acts = {
      "+": () => zoom(STEP),
      "=": () => zoom(STEP),
      "-": () => zoom(1 / STEP),
      0: fit,
    };
    const act = acts[/** @type {keyof typeof acts} */ (event.key)];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });
  frame.addEventListener(
    "wheel",
    (event) => {
      // Only where it is meant: else the page would stop scrolling over the drawing. A pinch on a
      // touchpad comes as a wheel with Ctrl.
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== frame) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 300));
    },
    { passive: false },
  );
  draggable(frame);
  return { zoom, fit };
}

/**
 * A mouse drags the drawing; fingers scroll it by themselves.
 *
 * @param {HTMLElement} frame
 */
function draggable(frame) {
  /** @type {{x: number, y: number, left: number, top: number} | null} */
  let from = null;
  frame.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY, left: frame.scrollLeft, top: frame.scrollTop };
    frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener("pointermove", (event) => {
    if (from === null) return;
    frame.scrollLeft = from.left - (event.clientX - from.x);
    frame.scrollTop = from.top - (event.clientY - from.y);
  });
  for (const end of ["pointerup", "pointercancel"])
    frame.addEventListener(end, () => (from = null));
}
