import type { CuratedAnswer } from '../contract/settings.ts';
import { haystack, match, termsOf, type Haystack, type Term } from '../text/terms.ts';
import { tokenize } from '../text/tokenize.ts';
import { isFunctionWord } from '../text/word-weight.ts';
import { asksOtherwise, kindOf, type QuestionKind } from './question-kind.ts';

interface Word {
  term: Term;
  text: Haystack;
}

interface Meaning {
  plain: string;
  content: readonly Word[];
  kind: QuestionKind;
}

/** Letters that inflection adds to words too short for their n-grams to tell. */
const shortEndings = /^(?:e?s|e?n|er?)$/;
const minShort = 3;
const minLong = 5;
/** Letters: with more at the end, a word is another one ("park", "parking"). */
const maxEnding = 2;
/** The share of n-grams from which two words are forms of one. */
const minShared = 0.5;

/** Returns whether two words are forms of one: "ticket" and "tickets". */
function isSame(one: Word, other: Word): boolean {
  const [a, b] = [one.term.word, other.term.word];
  if (a === b) return true;
  if (one.term.writing !== 'spaced' || /\p{N}/u.test(a + b)) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < minShort || long.length - short.length > maxEnding) return false;
  if (short.length < minLong)
    return long.startsWith(short) && shortEndings.test(long.slice(short.length));
  const stem = short.slice(0, short.length - 1);
  return (
    long.startsWith(stem) &&
    Math.max(match(one.term, other.text), match(other.term, one.text)) >= minShared
  );
}

/** Words that mean the same, as token sequences, and the token that stands for all of them. */
type Synonyms = readonly { words: readonly string[]; stands: string }[];

const synonymsOf = (own: readonly string[]): Synonyms =>
  own
    .flatMap((group, index) =>
      group.split(',').map((phrase) => ({ words: tokenize(phrase), stands: `synonym${index}` })),
    )
    .filter(({ words }) => words.length > 0)
    // A longer phrase is taken before one that it contains.
    .sort((a, b) => b.words.length - a.words.length);

/** Returns the words of a text with synonyms replaced. */
function unified(text: string, synonyms: Synonyms): string[] {
  const words = tokenize(text);
  const result: string[] = [];
  for (let at = 0; at < words.length;) {
    const found = synonyms.find((each) => each.words.every((word, i) => words[at + i] === word));
    result.push(found?.stands ?? words[at]!);
    at += found?.words.length ?? 1;
  }
  return result;
}

function meaningOf(text: string, synonyms: Synonyms): Meaning {
  const words = unified(text, synonyms);
  const content = termsOf(words.filter((word) => !isFunctionWord(word)).join(' '));
  return {
    plain: words.join(' '),
    content: content.map((term) => ({ term, text: haystack(term.word) })),
    kind: kindOf(words),
  };
}

const covers = (one: Meaning, other: Meaning): boolean =>
  one.content.every((word) => other.content.some((each) => isSame(word, each)));

function meansSame(one: Meaning, other: Meaning): boolean {
  if (one.plain === '' || other.plain === '') return false;
  if (one.plain === other.plain) return true;
  if (one.content.length === 0 || asksOtherwise(one.kind, other.kind)) return false;
  return covers(one, other) && covers(other, one);
}

interface Prepared {
  own: readonly string[];
  synonyms: Synonyms;
  entries: { entry: CuratedAnswer; meanings: Meaning[] }[];
}

/** Read once for each list: settings are kept until they change. */
const prepared = new WeakMap<readonly CuratedAnswer[], Prepared>();

function prepare(curated: readonly CuratedAnswer[], own: readonly string[]): Prepared {
  const known = prepared.get(curated);
  if (known?.own === own) return known;
  const synonyms = synonymsOf(own);
  const entries = curated.map((entry) => ({
    entry,
    meanings: entry.questions.map((question) => meaningOf(question, synonyms)),
  }));
  const result = { own, synonyms, entries };
  prepared.set(curated, result);
  return result;
}

/**
 * Returns the owner's entry whose question means the same as the visitor's: the same words, or all words of
 * content in another order or form. A question that says more or less is another one.
 *
 * @param ownSynonyms The owner's lists of words that mean the same, separated by commas.
 */
export function matchCurated(
  question: string,
  curated: readonly CuratedAnswer[],
  ownSynonyms: readonly string[],
): CuratedAnswer | null {
  if (curated.length === 0) return null;
  const { synonyms, entries } = prepare(curated, ownSynonyms);
  const asked = meaningOf(question, synonyms);
  const exact = entries.find(({ meanings }) => meanings.some(({ plain }) => plain === asked.plain));
  const found =
    exact ?? entries.find(({ meanings }) => meanings.some((one) => meansSame(one, asked)));
  return asked.plain === '' ? null : (found?.entry ?? null);
}
