/**
 * Problems one press away, in the words of the page's language.
 *
 * @typedef {{title: string, text: string}} Example
 */

/** @type {Record<import("./language.js").Language, Example[]>} */
export const EXAMPLES = {
  en: [
    {
      title: "What is left?",
      text: "Mia picked 52 apples while her brother filled 7 baskets with pears. She gave 34 of the apples to her neighbours. How many apples does Mia have now?",
    },
    {
      title: "How many more?",
      text: "The blue kite flew 86 metres high and the red kite flew 59 metres high. How many metres higher did the blue kite fly?",
    },
    {
      title: "What was there first?",
      text: "A baker sold 45 rolls in the morning and 38 in the afternoon. In the evening 17 rolls were left. How many rolls had she baked?",
    },
    {
      title: "Money",
      text: "Jonas paid $3.50 for a sandwich and $1.25 for a juice. He had $10 when he came in. How much money does he have left?",
    },
  ],
  zh: [
    {
      title: "还剩多少",
      text: "图书角有58本故事书和6盆花，同学们借走了23本故事书，还剩多少本故事书？",
    },
    {
      title: "多多少",
      text: "蓝色风筝飞了86米高，红色风筝飞了59米高，蓝色风筝比红色风筝飞得高多少米？",
    },
    {
      title: "原来有多少",
      text: "面包店上午卖出45个面包，下午卖出38个，还剩17个，原来有多少个面包？",
    },
    {
      title: "买东西",
      text: "乐乐带了20元钱，买铅笔用去3.5元，买本子用去6元，他还剩多少元？",
    },
  ],
};

/**
 * What the empty page shows: the first example's signs, and the words that ask.
 *
 * @type {Record<import("./language.js").Language, {signs: import("./types.js").Sign[], asked: string}>}
 */
export const SAMPLES = {
  en: { signs: [1, 0, -1], asked: "How" },
  zh: { signs: [1, 0, -1], asked: "多少" },
};
