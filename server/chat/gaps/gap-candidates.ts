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
  /** Without their vectors 6 KB each: the gaps of one language, or the latest of several. */
  const known = new LRUCache<string, Compared>({ max: maxCompared });

  return async function candidates(
    language: string,
    current: Settings,
  ): Promise<[number, Compared][]> {
    const own = JSON.stringify(current.chat.synonyms);
    const latest = await gaps.latest(language, maxCompared);
    const found = latest.map(({ id, questionId }) => {
      const key = `${id} ${questionId} ${own}`;
      return { id, key, gap: known.get(key) };
    });
    const missing = found.filter(({ gap }) => !gap);
    const yieldIfDue = createYielder();
    for (let start = 0; start < missing.length; start += page) {
      const some = missing.slice(start, start + page);
      const questions = await gaps.compared(some.map(({ id }) => id));
      for (const each of some) {
        const question = questions.get(each.id);
        if (question) {
          each.gap = compared(question, language, current);
          known.set(each.key, each.gap);
        }
        await yieldIfDue();
      }
    }
    return found.flatMap(({ id, gap }): [number, Compared][] => (gap ? [[id, gap]] : []));
  };
}
