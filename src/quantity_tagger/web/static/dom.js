/**
 * Elements without markup: whatever comes from a text becomes a text node, never HTML.
 *
 * @typedef {Node | string | null | undefined | false} Child
 */

/**
 * The element that the page's own markup promises.
 *
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element #${id}.`);
  return found;
}

/**
 * A new element. A property that is a function is a listener, `css` sets custom properties, the
 * rest are attributes; what is null or false is left out.
 *
 * @param {string} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  set(element, properties);
  element.append(.../** @type {(Node | string)[]} */ (children.filter(isShown)));
  return element;
}

const MATHML = "http://www.w3.org/1998/Math/MathML";

/**
 * A new element of MathML.
 *
 * @param {string} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...Child} children
 * @returns {Element}
 */
export function math(tag, properties = {}, ...children) {
  const element = document.createElementNS(MATHML, tag);
  set(element, properties);
  element.append(.../** @type {(Node | string)[]} */ (children.filter(isShown)));
  return element;
}

/**
 * Shows an element that has something to say, hides one that has not.
 *
 * @param {HTMLElement} element
 * @param {string} text
 */
export function say(element, text) {
  element.textContent = text;
  element.hidden = text === "";
}

/**
 * @param {Element} element
 * @param {Record<string, unknown>} properties
 */
function set(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") {
      element.addEventListener(name, /** @type {EventListener} */ (value));
    } else if (name === "css") {
      // Through the object model: a style attribute would need a weaker content policy.
      for (const [property, given] of Object.entries(/** @type {object} */ (value))) {
        /** @type {HTMLElement} */ (element).style.setProperty(property, String(given));
      }
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/** @param {Child} child */
function isShown(child) {
  return child !== null && child !== undefined && child !== false;
}
