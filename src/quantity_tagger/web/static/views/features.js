/** Features in the words of the page; English comes from the server. */

import { language } from "../language.js";

/** @type {Record<string, string>} */
const GROUPS = {
  relation: "与问题的关系",
  role: "作用",
  rank: "大小",
  event: "事件",
  unit: "单位",
  verb: "动词",
  cue: "提示词",
  question: "问题",
  count: "个数",
};

/** @param {import("../types.js").Reason} reason */
export function inWords(reason) {
  if (language() === "en") return reason.feature;
  const proposal = /^proposal:(.*)=([+0-])$/.exec(reason.attribute);
  if (proposal) {
    const sign = proposal[2].replace("-", "−");
    if (proposal[1] === "first") return `整个故事支持 ${sign}`;
    if (proposal[1] === "all") return `故事的每种读法都支持 ${sign}`;
    return `故事按 ${proposal[1]} 来读，支持 ${sign}`;
  }
  const [, group, rest] = /^(\w+):(.*)$/s.exec(reason.attribute) ?? [];
  if (group !== undefined && group in GROUPS) return `${GROUPS[group]}：${rest}`;
  const tag = /^tag (.*) (?:here|(\d+) (before|after))$/.exec(reason.feature);
  if (tag) {
    const where = tag[2] === undefined ? "此处" : `${tag[3] === "before" ? "前" : "后"}${tag[2]}个词`;
    return `${where}的词性是 ${tag[1]}`;
  }
  return reason.feature;
}
