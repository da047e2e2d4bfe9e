import { LRUCache } from 'lru-cache';
import type { Settings } from '../../contract/settings.ts';
import { wordingOf } from '../../question/likeness.ts';
import { createYielder } from '../../runtime/yielding.ts';
import type { ComparedQuestion, Gaps } from '../../storage/gaps.ts';
import type { Compared } from './nearest-gap.ts';

/** Gaps of a language that a question is compared with: those that were asked most recently. */
const maxCompared = 500;
/** Gaps read in one statement. */
const page = 200;

export const compared = (
  { text, space, vector }: ComparedQuestion,
  language: string,
  { chat }: Settings,
): Compared => ({
  wording: wordingOf(text, { language, synonyms: chat.synonyms }),
  space,
  vector,
});

/**
 * Reads the gaps that a question may belong to. Those of one language, or the latest of several, stay in memory;
 * their words, some twenty times as large, are made again in a tenth of a millisecond each.
 */
export function createCandidates(gaps: Pick<Gaps, 'latest' | 'compared'>) {
  const known = new LRUCache<string, ComparedQuestion>({ max: maxCompared });
  let synonyms = '';

  async function read(missing: readonly { id: number; key: string }[]) {
    const found = new Map<number, ComparedQuestion>();
    for (let start = 0; start < missing.length; start += page) {
      const some = missing.slice(start, start + page);
      const questions = await gaps.compared(some.map(({ id }) => id));
      for (const { id, key } of some) {
        const question = questions.get(id);
        if (!question) continue;
        found.set(id, question);
        known.set(key, question);
      }
    }
    return found;
  }

  return async function candidates(
    language: string,
    current: Settings,
  ): Promise<[number, Compared][]> {
    const asGiven = JSON.stringify(current.chat.synonyms);
    if (asGiven !== synonyms) known.clear();
    synonyms = asGiven;
    const latest = await gaps.latest(language, maxCompared);
    const all = latest.map(({ id, questionId }) => {
      const key = `${id} ${questionId}`;
      return { id, key, kept: known.get(key) };
    });
    const added = await read(all.filter(({ kept }) => !kept));
    const yieldIfDue = createYielder();
    const found: [number, Compared][] = [];
    for (const { id, kept = added.get(id) } of all) {
      if (kept) found.push([id, compared(kept, language, current)]);
      await yieldIfDue();
    }
    return found;
  };
}
