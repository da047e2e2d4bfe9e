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

/** Reads the gaps that a question may belong to. Those that are compared often stay in memory. */
export function createCandidates(gaps: Pick<Gaps, 'latest' | 'compared'>) {
  const known = new LRUCache<string, Compared>({ max: 2 * maxCompared });

  return async function candidates(
    language: string,
    current: Settings,
  ): Promise<[number, Compared][]> {
    const own = JSON.stringify(current.chat.synonyms);
    const latest = await gaps.latest(language, maxCompared);
    const keyed = latest.map(({ id, questionId }) => ({ id, key: `${id} ${questionId} ${own}` }));
    const missing = keyed.filter(({ key }) => !known.has(key));
    const yieldIfDue = createYielder();
    for (let start = 0; start < missing.length; start += page) {
      const some = missing.slice(start, start + page);
      const questions = await gaps.compared(some.map(({ id }) => id));
      for (const { id, key } of some) {
        const question = questions.get(id);
        if (question) known.set(key, compared(question, language, current));
        await yieldIfDue();
      }
    }
    return keyed.flatMap(({ id, key }): [number, Compared][] => {
      const gap = known.get(key);
      return gap ? [[id, gap]] : [];
    });
  };
}
