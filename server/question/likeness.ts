import { wordsOfAll } from '../language/languages.ts';
import { NgramSet, match, termsOf, type Term } from '../text/terms.ts';
import { tokenize } from '../text/tokenize.ts';
import { isFunctionWord } from '../text/word-weight.ts';
import { daysIn } from './days.ts';
import type { CuratedAnswer } from '../contract/settings.ts';

/** Two questions that ask for different ones of these differ. */
const interrogatives = ['when', 'where', 'why', 'who'] as const;

/** Tells questions apart that have the same words of content. */
interface QuestionKind {
  /** Function words that turn a question around: both questions have them or none. */
  turning: string;
  asksFor: readonly number[];
}

/** @param words Folded, in order. */
const kindOf = (words: readonly string[]): QuestionKind => ({
  turning: words
    .filter((word) => wordsOfAll('negations').has(word))
    .sort()
    .join(' '),
  asksFor: interrogatives.flatMap((each, index) =>
    words.some((word) => wordsOfAll(each).has(word)) ? [index] : [],
  ),
});

/** Returns whether two questions differ whatever else they say. */
function asksOtherwise(one: QuestionKind, other: QuestionKind): boolean {
  if (one.turning !== other.turning) return true;
  const bothAsk = one.asksFor.length > 0 && other.asksFor.length > 0;
  return bothAsk && !one.asksFor.some((each) => other.asksFor.includes(each));
}

/** How much a synonym counts beside the word itself: visitors use both for one thing. */
const synonymWeight = 0.9;
/** The share of n-grams from which two words of questions that mean the same are forms of one: "Hund", "Hunde". */
const minForm = 0.5;
const digit = /\p{N}/u;

/** The words of a question by which it is compared with others. */
export interface Wording {
  kind: QuestionKind;
  /** Weekdays, months and numbers. */
  named: readonly string[];
  /** Words of content, with their synonyms. */
  terms: readonly Term[];
  words: NgramSet;
  /** The text of its synonyms. */
  synonyms: NgramSet;
}

interface Options {
  /** BCP 47 primary subtag, whose synonyms count, too; empty: those of all languages; left out: the owner's alone. */
  language?: string;
  /** The owner's lists of words that mean the same, separated by commas. */
  synonyms: readonly string[];
}

export function wordingOf(question: string, { language, synonyms }: Options): Wording {
  const terms = termsOf(question, { language: language ?? null, own: synonyms })
    .filter(({ word }) => !isFunctionWord(word, language))
    .map((term) => ({
      ...term,
      alternatives: term.alternatives.map((each) => ({ ...each, weight: synonymWeight })),
    }));
  const alternatives = terms.flatMap(({ alternatives }) =>
    alternatives.flatMap((alternative) => alternative.terms.map(({ word }) => word)),
  );
  const words = tokenize(question);
  return {
    kind: kindOf(words),
    named: [
      ...words.filter((word) => /^\p{N}+$/u.test(word)),
      ...daysIn(question, language ?? '').flatMap(({ weekday, month }) => [
        ...(weekday === null ? [] : [`weekday ${weekday}`]),
        ...(month === null ? [] : [`month ${month}`]),
      ]),
    ],
    terms,
    words: new NgramSet(question),
    synonyms: new NgramSet(alternatives.join(' ')),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Returns how far another question has a word, in any form or as a synonym, 0 to 1. */
const degreeOf = (term: Term, { words, synonyms }: Wording): number =>
  Math.max(match(term, words), match({ ...term, alternatives: [] }, synonyms) * synonymWeight);

const weightOf = ({ terms }: Wording): number => sum(terms.map(({ weight }) => weight));

/** Returns the weight of the words that the other question has, too. */
const shared = ({ terms }: Wording, other: Wording): number =>
  sum(terms.map((term) => term.weight * degreeOf(term, other)));

interface Likeness {
  /** The weighted share of words of content that both have, in any form or as synonyms, 0 to 1. */
  shared: number;
  /** The share of the question that says less which is in the other: low if each has words that the other lacks. */
  contained: number;
}

const unlike: Likeness = { shared: 0, contained: 0 };

/** Returns whether each of two questions names something, and none of it is in both. */
const namesOtherDays = (one: readonly string[], other: readonly string[]): boolean =>
  one.length > 0 && other.length > 0 && !one.some((name) => other.includes(name));

/** Returns whether two questions ask for different things, such as "when" and "where" or other days. */
const areApart = (one: Wording, other: Wording): boolean =>
  asksOtherwise(one.kind, other.kind) || namesOtherDays(one.named, other.named);

/** Compares the words of two questions. Those that ask for different things have nothing in common. */
export function likeness(one: Wording, other: Wording): Likeness {
  if (areApart(one, other)) return unlike;
  const [first, second] = [weightOf(one), weightOf(other)];
  if (first === 0 || second === 0) return unlike;
  const [found, back] = [shared(one, other), shared(other, one)];
  return {
    shared: (found + back) / (first + second),
    contained: Math.max(found / first, back / second),
  };
}

const has = (wording: Wording, term: Term): boolean =>
  digit.test(term.word) ? wording.words.hasWord(term.word) : degreeOf(term, wording) >= minForm;

/** Returns whether each of two questions has all words of content of the other, in any form or as synonyms. */
const meansSame = (one: Wording, other: Wording): boolean =>
  one.terms.length > 0 &&
  other.terms.length > 0 &&
  !areApart(one, other) &&
  one.terms.every((term) => has(other, term)) &&
  other.terms.every((term) => has(one, term));

interface Entry {
  entry: CuratedAnswer;
  /** The words of each question. */
  plain: readonly string[];
  wordings: readonly Wording[];
}

const plainOf = (question: string) => tokenize(question).join(' ');

/** Read once for each list: settings are kept until they change. */
const known = new WeakMap<readonly CuratedAnswer[], { own: readonly string[]; entries: Entry[] }>();

function entriesOf(curated: readonly CuratedAnswer[], own: readonly string[]): Entry[] {
  const before = known.get(curated);
  if (before?.own === own) return before.entries;
  const entries = curated.map((entry) => ({
    entry,
    plain: entry.questions.map(plainOf),
    wordings: entry.questions.map((question) => wordingOf(question, { synonyms: own })),
  }));
  known.set(curated, { own, entries });
  return entries;
}

/**
 * Returns the owner's entry whose question means the same as the visitor's: the same words, or all words of
 * content in another order or form. A question that says more or less is another one.
 *
 * @param own The owner's lists of words that mean the same, separated by commas.
 */
export function matchCurated(
  question: string,
  curated: readonly CuratedAnswer[],
  own: readonly string[],
): CuratedAnswer | null {
  const plain = plainOf(question);
  if (curated.length === 0 || plain === '') return null;
  const entries = entriesOf(curated, own);
  const wording = wordingOf(question, { synonyms: own });
  const found =
    entries.find((each) => each.plain.includes(plain)) ??
    entries.find(({ wordings }) => wordings.some((one) => meansSame(one, wording)));
  return found?.entry ?? null;
}
