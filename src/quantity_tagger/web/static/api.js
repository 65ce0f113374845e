/** The server's answers. Every failure is a `Refusal` with a code and a sentence. */

/** @typedef {import("./types.js").Outcome} Outcome */
/** @typedef {import("./types.js").ModelCard} ModelCard */

export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * @param {object[]} questions
 * @param {AbortSignal} signal
 * @returns {Promise<Outcome[]>}
 */
export function solve(questions, signal) {
  return ask("api/solve", { method: "POST", body: JSON.stringify(questions), signal });
}

/** @returns {Promise<{languages: Record<string, ModelCard[]>, version?: string}>} */
export function models() {
  return ask("api/models", {});
}

/**
 * One new problem and its signs, which whoever made it knows.
 *
 * @param {string} language
 * @returns {Promise<{text: string, known: import("./types.js").Sign[]}>}
 */
export async function generate(language) {
  const body = JSON.stringify({ language, count: 1 });
  const { problems } = await ask("api/generate", { method: "POST", body });
  const [{ text, signs }] = problems;
  return { text, known: signs };
}

/**
 * @param {string} path
 * @param {RequestInit} options
 */
async function ask(path, options) {
  const headers = { "content-type": "application/json" };
  let response;
  try {
    response = await fetch(path, { ...options, headers });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal("offline", "");
  }
  const body = await response.json().catch(() => null);
  if (response.ok && body !== null) return body;
  throw new Refusal(body?.error?.code ?? "other", body?.error?.message ?? "");
}
