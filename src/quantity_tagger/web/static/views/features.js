/** Features in the words of the page; one that it has no words for is shown as the server has it. */

import { fill, language } from "../language.js";
import WORDS from "../locale/features.js";

/** @typedef {typeof WORDS} Words */

/** @param {import("../types.js").Reason} reason */
export function inWords(reason) {
  if (language() === "en") return reason.feature;
  return whole(reason, WORDS) ?? parts(reason.attribute, WORDS) ?? reason.feature;
}

/**
 * Features that are one saying.
 *
 * @param {import("../types.js").Reason} reason
 * @param {Words} words
 * @returns {string | undefined}
 */
function whole({ attribute, feature }, words) {
  const proposal = /^proposal:(.*)=([+0-])$/.exec(attribute);
  if (proposal) {
    const [, schema, sign] = proposal;
    return fill(words.schemas[/** @type {"all"} */ (schema)] ?? words.schema, {
      schema,
      sign: sign.replace("-", "−"),
    });
  }
  const cue = /^\w+:(?:x )?cue=(.*)$/s.exec(attribute);
  if (cue) return fill(words.cue, { cue: cueWords(cue[1], words) });
  const tag = /^tag (.*) (?:here|(\d+) (before|after))$/.exec(feature);
  if (tag) {
    const [, name, count, side] = tag;
    const where = count ? fill(words[/** @type {"before"} */ (side)], { count }) : words.here;
    return fill(words.tag, { tag: name, where });
  }
  const [template] = attribute.split("=");
  const saying = /** @type {Record<string, string>} */ (words.equation)[template];
  if (saying !== undefined) return fill(words.whole, { saying });
  return words.fixed[/** @type {"event:unreal"} */ (attribute)];
}

/**
 * Features that join several things, as rank:remainder/state/largest does.
 *
 * @param {string} attribute
 * @param {Words} words
 * @returns {string | undefined}
 */
function parts(attribute, words) {
  const [, family, detail] = /^(\w+):(.*)$/s.exec(attribute) ?? [];
  if (family === undefined) return undefined;
  const pieces = detail.split("/");
  const said = sayings(family, pieces, words);
  if (said === undefined || said.some((saying) => saying === undefined)) return undefined;
  return said.filter(Boolean).join(words.comma) || undefined;
}

/**
 * @param {string} family
 * @param {string[]} pieces
 * @param {Record<string, any>} words
 * @returns {(string | undefined)[] | undefined}
 */
function sayings(family, pieces, words) {
  const [first, second, third] = pieces;
  const named = /^(unit|owner|time|class)=(.*)$/.exec(first);
  if (named) return [words[named[1] === "class" ? "verb" : named[1]][named[2]]];
  const count = pieces.length;
  switch (family) {
    case "relation":
      if (count === 3) return [words.unit[first], words.owner[second], words.place[third]];
      return count === 2 ? [words.kind[first], words.unit[second]] : undefined;
    case "event":
      if (count !== 2) return undefined;
      return [words.kind[first] ?? asked(first, words), happening(second, words)];
    case "role":
      return count === 2 ? [words.kind[first], words.role[second]] : [words.role[first]];
    case "rank":
      if (count === 3) return [words.kind[first], words.role[second], words.rank[third]];
      return count === 2 ? [words.kind[first], words.rank[second]] : [words.rank[first]];
    case "question":
      return count === 1 ? [words.kind[first]] : undefined;
    case "match":
      return count === 2 ? [words.kind[first], words.match[second]] : [words.match[first]];
    default:
      return undefined;
  }
}

/**
 * @param {string} cue
 * @param {Record<string, any>} words
 * @returns {string}
 */
function cueWords(cue, words) {
  return words.cues[cue] ?? words.verb[cue.replace("verb:", "")] ?? cue;
}

/**
 * @param {string} piece
 * @param {Record<string, any>} words
 * @returns {string | undefined}
 */
function happening(piece, words) {
  return words.effect[piece] ?? words.verb[piece] ?? words.fixed[`event:${piece}`];
}

/**
 * @param {string} verb
 * @param {Record<string, any>} words
 * @returns {string | undefined}
 */
function asked(verb, words) {
  return verb in words.verb ? fill(words.asked, { verb: words.verb[verb] }) : undefined;
}
