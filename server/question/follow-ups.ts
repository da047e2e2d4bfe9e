import { wordsOfAll } from '../language/languages.ts';
import { tokenize, runs } from '../text/tokenize.ts';
import { isFunctionWord, wordWeight } from '../text/word-weight.ts';
import { daysIn } from './days.ts';
import { gistOf } from '../text/shorten.ts';
import type { Question } from './question.ts';

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
const isConnective = (word: string): boolean => wordsOfAll('connectives').has(word);

/** Whether a folded word probably names what a question is about. */
export const hasTopic = (word: string | undefined): boolean =>
  word !== undefined && !wordsOfAll('pronouns').has(word) && wordWeight(word) > minWeight;

const isPronoun = (words: readonly string[], at: number): boolean =>
  wordsOfAll('pronouns').has(words[at]!) ||
  wordsOfAll('pronounPairs').has(words.slice(at - 1, at + 1).join(' ')) ||
  (wordsOfAll('articles').has(words[at]!) && !hasTopic(words[at + 1]));

/** Whether a question has a word that stands for something mentioned before. */
function hasPronoun(question: string): boolean {
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

/** Words: of a longer question, only the words with a topic are kept, so that new ones are not lost among them. */
const maxWords = 14;
const maxKept = 8;
/** Characters. */
const maxAbout = 100;

type Stretch = readonly [start: number, end: number];

/** Returns the stretch of a question behind a preposition: "for adults" of "How much is it for adults?". */
function phraseAfter(preposition: string, words: ReturnType<typeof runs>): Stretch | null {
  const at = words.findLastIndex(({ text }) => text === preposition);
  if (at < 0 || !hasTopic(words[at + 1]?.text)) return null;
  const next = words.findIndex(({ text }, index) => index > at && isFunctionWord(text));
  const last = words[(next < 0 ? words.length : next) - 1]!;
  return [words[at]!.start, last.end];
}

/** Returns the words of a question that name a day, such as "today" at any time. */
const daysAmong = (words: ReturnType<typeof runs>, language: string): Stretch[] =>
  words
    .filter(({ text }) => daysIn(text, language, 0).length > 0)
    .map(({ start, end }) => [start, end]);

function without(text: string, stretches: readonly Stretch[]): string {
  let [kept, at] = ['', 0];
  for (const [start, end] of [...stretches].sort(([a], [b]) => a - b)) {
    kept += text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return (kept + text.slice(at)).replace(/\s+/g, ' ').trim();
}

/** Takes from an earlier question what the new one replaces: "for adults" by "for seniors", a day by another. */
function withoutReplaced(earlier: string, { gist, language, days }: Question): string {
  const words = runs(earlier);
  const first = runs(gist).find((word) => !isConnective(word.text))?.text ?? '';
  const phrase = isFunctionWord(first) ? phraseAfter(first, words) : null;
  const replaced = days.length > 0 ? daysAmong(words, language) : [];
  const kept = without(earlier, [...(phrase ? [phrase] : []), ...replaced]);
  const topics = runs(kept).map((word) => word.text);
  if (topics.length <= maxWords) return topics.some(hasTopic) ? kept : earlier;
  return topics.filter(hasTopic).slice(0, maxKept).join(' ');
}

const ended = (text: string) => (/[\p{P}]$/u.test(text) ? text : `${text}?`);

/**
 * Joins a follow-up to the last question that stands alone: its own words first, then the topic, then what the
 * last answer was about if a pronoun may mean that. Null without an earlier question.
 */
export function joinQuestions(question: Question): string | null {
  const { gist, history } = question;
  const earlierOnes = history
    .filter(({ role }) => role === 'user')
    .map(({ content }) => gistOf(content));
  const earlier = earlierOnes.findLast((each) => !refersBack(each)) ?? earlierOnes.at(-1);
  if (earlier === undefined) return null;
  const last = history.findLast(({ role }) => role === 'assistant');
  const about = hasPronoun(gist) ? (last?.about ?? '').slice(0, maxAbout) : '';
  return [ended(gist), withoutReplaced(earlier, question), about]
    .filter((part) => part !== '')
    .join(' ');
}
