import { wordsOfAll } from '../language/languages.ts';
import { tokenize } from '../text/tokenize.ts';
import { isFunctionWord, wordWeight } from '../text/word-weight.ts';

/** Words: a question with so few says little by itself. */
const maxElliptic = 3;
/** Words: a question with as few is one only together with the last, "How long?". */
const maxFragment = 2;
/** Words with a topic: a question with more stands alone although it has a pronoun. */
const maxTopics = 2;
/** Words: a longer question stands alone although it begins with a connective. */
const maxContinuing = 8;
const minWeight = 0.5;

/** Whether a folded word begins a question that continues the last one. */
export const isConnective = (word: string): boolean => wordsOfAll('connectives').has(word);

/** Whether a folded word probably names what a question is about. */
export const hasTopic = (word: string | undefined): boolean =>
  word !== undefined && !wordsOfAll('pronouns').has(word) && wordWeight(word) > minWeight;

const isPronoun = (words: readonly string[], at: number): boolean =>
  wordsOfAll('pronouns').has(words[at]!) ||
  wordsOfAll('pronounPairs').has(words.slice(at - 1, at + 1).join(' ')) ||
  (wordsOfAll('articles').has(words[at]!) && !hasTopic(words[at + 1]));

/** Whether a question has a word that stands for something mentioned before. */
export function hasPronoun(question: string): boolean {
  const words = tokenize(question);
  return words.some((_, at) => isPronoun(words, at));
}

/** Whether a question of few words needs the one before it. */
function isElliptic(words: readonly string[], topics: number): boolean {
  if (words.length > maxElliptic) return false;
  // "Opening times" and "ticket prices" name two things, and one of them is asked.
  if (topics >= words.length && topics > 1) return false;
  if (words.length <= maxFragment) return true;
  if (!isFunctionWord(words[0]!)) return true;
  return words
    .slice(0, -1)
    .some((word, at) => at < maxFragment && wordsOfAll('prepositions').has(word));
}

/**
 * Whether a question probably cannot be understood without the conversation: "and on Sundays?", "How much
 * is it?", "Why?". Cheap, for any language. A wrong yes mixes two questions, a wrong no loses the answer.
 */
export function refersBack(question: string): boolean {
  const words = tokenize(question);
  const topics = words.filter(hasTopic).length;
  if (topics === 0) return words.length > 0;
  if (isConnective(words[0]!) && words.length <= maxContinuing) return true;
  if (isElliptic(words, topics)) return true;
  return topics <= maxTopics && words.some((_, at) => isPronoun(words, at));
}
