import { runs } from '../text/tokenize.ts';
import { isFunctionWord } from '../text/word-weight.ts';
import { daysIn } from './days.ts';
import { gistOf } from './gist.ts';
import { hasPronoun, hasTopic, isConnective, refersBack } from './refers-back.ts';
import type { Question } from './understand.ts';

/** Words: of a longer question, only the words with a topic are kept, so that new ones are not lost among them. */
const maxWords = 14;
const maxTopics = 8;
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
  return topics.filter(hasTopic).slice(0, maxTopics).join(' ');
}

const ended = (text: string) => (/[\p{P}]$/u.test(text) ? text : `${text}?`);

/**
 * Joins a follow-up to the last question that stands alone: its own words first, then the topic, then what the
 * last answer was about if a pronoun may mean that. Null without an earlier question.
 */
export function joinQuestions(question: Question): string | null {
  const { gist, history } = question;
  const asked = history.filter(({ role }) => role === 'user').map(({ content }) => gistOf(content));
  const earlier = asked.findLast((each) => !refersBack(each)) ?? asked.at(-1);
  if (earlier === undefined) return null;
  const last = history.findLast(({ role }) => role === 'assistant');
  const about = hasPronoun(gist) ? (last?.about ?? '').slice(0, maxAbout) : '';
  return [ended(gist), withoutReplaced(earlier, question), about]
    .filter((part) => part !== '')
    .join(' ');
}
