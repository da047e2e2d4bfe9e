import { expect, test } from '@jest/globals';
import { createSuggestions } from '../../server/chat/suggestions.ts';
import { createLog } from '../../server/runtime/log.ts';
import { passage } from '../retrieval/passage.ts';

const titles = Array.from({ length: 20 }, (_, n) => `Tour ${n + 1}`);

/** Searches that take so long each; the chat answers the questions with these numbers. */
function suggestionsOf(answered: readonly number[], searchMs: number) {
  let now = 0;
  const searched: string[] = [];
  const suggestions = createSuggestions({
    documents: { latest: () => Promise.resolve(titles.map((_title, n) => n)) },
    chunks: {
      passagesOf: () =>
        Promise.resolve(titles.map((title, n) => passage(n + 1, { title, headingPath: '' }))),
    },
    clock: () => now,
    search({ query }) {
      searched.push(query);
      now += searchMs;
      const outcome = answered.includes(titles.indexOf(query) + 1) ? 'answer' : 'nothing';
      return Promise.resolve({ confidence: { outcome, score: 0.5, reasons: [] } });
    },
  });
  return { searched, suggest: () => suggestions(AbortSignal.timeout(1000), createLog('silent')) };
}

test('the first three questions that the chat answers are suggested, in their order', async () => {
  const { suggest, searched } = suggestionsOf([2, 4, 6, 8], 1);
  expect(await suggest()).toEqual(['Tour 2', 'Tour 4', 'Tour 6']);
  expect(searched).toEqual(titles.slice(0, 6));
});

test('nine questions are tried at most', async () => {
  const { suggest, searched } = suggestionsOf([12], 1);
  expect(await suggest()).toEqual([]);
  expect(searched).toHaveLength(9);
});

test('where searching takes long, those that were found soon are suggested', async () => {
  const { suggest, searched } = suggestionsOf([2, 4], 200);
  expect(await suggest()).toEqual(['Tour 2']);
  expect(searched).toHaveLength(3);
});
