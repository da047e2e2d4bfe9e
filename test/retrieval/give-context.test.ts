import { expect, jest, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { understand } from '../../server/question/understand.ts';
import { createGiveContext } from '../../server/retrieval/give-context.ts';
import type { ScoredPassage } from '../../server/retrieval/pack-context.ts';
import type { Retrieve } from '../../server/retrieval/retrieve.ts';
import { createLog } from '../../server/runtime/log.ts';
import { passage, retrieval } from './passage.ts';

const found = retrieval([passage(7)]);
const { signal } = new AbortController();

async function give(budget: number | undefined, site: ScoredPassage[] | null) {
  const retrieve = jest.fn<Retrieve>(() => Promise.resolve(found));
  const whole = jest.fn(() => Promise.resolve(site));
  const giveContext = createGiveContext({
    retrieve,
    siteTexts: { whole },
    visibility: {
      onlyPublic: (passages) => Promise.resolve(passages.filter(({ chunkId }) => chunkId !== 2)),
    },
  });
  const log = createLog('silent');
  const options = { settings: settingsDefaults, signal, log, budget };
  const context = await giveContext(understand('When?'), options);
  return { context, retrieve, whole };
}

test('a site that fits is given whole, without what is hidden, and searched when that is asked for', async () => {
  const { context, retrieve } = await give(4000, [passage(1), passage(2), passage(3)]);
  expect(context.isWholeSite).toBe(true);
  expect(context.passages.map(({ chunkId }) => chunkId)).toEqual([1, 3]);
  expect(retrieve).not.toHaveBeenCalled();
  expect(await context.searched()).toBe(found);
  await context.searched();
  expect(retrieve).toHaveBeenCalledTimes(1);
  expect(retrieve.mock.calls[0]?.[1]).toMatchObject({ mayAsk: false, budget: undefined });
});

test.each([
  ['a site that does not fit', 4000, null],
  ['the built-in model', undefined, [passage(1)]],
])('%s is given what is found', async (_case, budget, site) => {
  const { context, retrieve } = await give(budget, site);
  expect(context).toMatchObject({ isWholeSite: false, passages: found.passages });
  expect(retrieve).toHaveBeenCalledTimes(1);
  expect(await context.searched()).toBe(found);
});
