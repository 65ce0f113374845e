/**
 * The values that the API sends, for editors and type checkers; nothing here runs.
 *
 * @typedef {1 | 0 | -1} Sign
 *
 * @typedef {object} Reason A feature that moved a sign.
 * @property {string} feature in words of the page's language
 * @property {string} attribute as the model names it
 * @property {string} seen_at
 * @property {number} weight above 0 it speaks for the sign, below for the rival
 *
 * @typedef {object} Quantity
 * @property {string} text
 * @property {number} start characters of the text, as Python counts them
 * @property {number} end
 * @property {Sign} sign
 * @property {number} probability
 * @property {[number, number]} span
 * @property {[number, number, number][]} [members] start, end, probability of each token
 * @property {[number, number][]} [words] those that the sign rests on
 * @property {string} [reason] a sentence
 * @property {Sign} [rival]
 * @property {Reason[]} [why]
 *
 * @typedef {object} Unknown
 * @property {string} text
 * @property {number} start
 * @property {number} end
 * @property {[number, number]} span
 * @property {[number, number, number][]} [members]
 * @property {string} question
 *
 * @typedef {object} Alternative
 * @property {Sign[]} signs
 * @property {string} answer
 * @property {string} equation
 * @property {number} probability
 *
 * @typedef {object} StoryLine What happens, is, is compared or asked, as it was understood.
 * @property {string} kind "aside" is what is left out
 * @property {string} heading what the kind is called
 * @property {string} text
 * @property {number[]} quantities their places
 *
 * @typedef {object} World One way in which the story was understood.
 * @property {string} answer
 * @property {number} probability
 * @property {boolean} won
 * @property {string} schema
 * @property {"clear" | "doubted" | "guessed"} trust
 * @property {number} cost
 * @property {number | null} wording
 * @property {string[]} doubts
 * @property {Reason[]} decided above 0 they speak against it
 *
 * @typedef {object} Solution
 * @property {string} text
 * @property {string | null} answer null, as what follows from it, where `in_scope` is false
 * @property {string | null} [answer_text]
 * @property {string | null} [answer_with_unit]
 * @property {string | null} equation
 * @property {string[]} [notes] what the equation has beyond signs
 * @property {string | null} latex
 * @property {Quantity[]} quantities
 * @property {Unknown} unknown
 * @property {number} confidence
 * @property {boolean} sure whether the answer may be told without a warning
 * @property {string | null} doubt the warning, where it may not
 * @property {boolean} in_scope
 * @property {{answer: string, equation: string} | null} guess only where it is not in scope
 * @property {{code: string, message: string, probability: number} | null} [scope]
 * @property {string} language
 * @property {string} model
 * @property {string} [variant] the model's name, as in the list of models
 * @property {Alternative[]} alternatives
 * @property {string[]} steps
 * @property {StoryLine[]} [story] none where no story was understood
 * @property {string[]} [clearness] how clear the story is, in sentences
 * @property {World[]} [worlds]
 * @property {string} [lattice]
 *
 * @typedef {{code: string, message: string}} Trouble
 * @typedef {Solution | {error: Trouble}} Outcome
 *
 * @typedef {object} ModelCard
 * @property {string} name
 * @property {string} title
 * @property {boolean} [default]
 *
 * @typedef {object} Results What one round of questions to the server brought.
 * @property {Outcome} own the model's own reading, or that of a problem made here
 * @property {Outcome | null} whatIf the reading with the reader's signs
 * @property {Outcome | null} other the other model's reading
 */

export {};
