import { LRUCache } from 'lru-cache';
import type { Settings } from '../../contract/settings.ts';
import { wordingOf, type Wording } from '../../question/likeness.ts';
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

/** A question that stays in memory. Its words, ten times as large, only until memory is collected. */
interface Kept {
  question: ComparedQuestion;
  wording?: WeakRef<Wording>;
}

/** Reads the gaps that a question may belong to. Those of one language, or the latest of several, stay in memory. */
export function createCandidates(gaps: Pick<Gaps, 'latest' | 'compared'>) {
  const known = new LRUCache<string, Kept>({ max: maxCompared });
  let synonyms = '';

  async function read(missing: readonly { id: number; key: string }[]): Promise<Map<number, Kept>> {
    const found = new Map<number, Kept>();
    for (let start = 0; start < missing.length; start += page) {
      const some = missing.slice(start, start + page);
      const questions = await gaps.compared(some.map(({ id }) => id));
      for (const { id, key } of some) {
        const question = questions.get(id);
        if (!question) continue;
        found.set(id, { question });
        known.set(key, found.get(id));
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
      if (!kept) continue;
      const { question } = kept;
      const wording = kept.wording?.deref();
      const gap = wording ? { ...question, wording } : compared(question, language, current);
      if (!wording) kept.wording = new WeakRef(gap.wording);
      found.push([id, gap]);
      await yieldIfDue();
    }
    return found;
  };
}
