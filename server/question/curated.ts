import type { CuratedAnswer } from '../contract/settings.ts';
import { tokenize } from '../text/tokenize.ts';
import { meansSame, wordingOf, type Wording } from './likeness.ts';

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
