import { beforeEach, expect, jest, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Candidate } from '../../server/retrieval/pack-context.ts';
import { createReadPassages } from '../../server/retrieval/read-passages.ts';
import type { Passage } from '../../server/storage/chunks.ts';
import { passage } from './passage.ts';

const question = 'How much is the family ticket?';
const row = passage(12, { documentId: 1, position: 5, content: 'A family ticket is 28 euros.' });

let stored: Passage[];
let passagesOf: jest.Mock<(ids: readonly number[], limit: number) => Promise<Passage[]>>;
beforeEach(() => {
  stored = [passage(1), row, passage(2)];
  passagesOf = jest.fn((ids: readonly number[]) =>
    Promise.resolve(stored.filter(({ documentId }) => ids.includes(documentId))),
  );
});

const candidate = (chunkId: number, fused = 1, over = {}): Candidate => ({
  passage: passage(chunkId, over),
  score: fused,
  fused,
  prior: 1,
});

function read(candidates: Candidate[], context = [passage(1)], meant: number | null = null) {
  const readPassages = createReadPassages({ chunks: { passagesOf }, siteName: () => '' });
  const asked = { text: question, said: question, days: [], meant };
  return readPassages(asked, settingsDefaults, candidates, context);
}

test('the rest of the best document is read, and may hold the answer', async () => {
  const { sources, extracts } = await read([candidate(1)]);
  expect(sources.map(({ chunkId }) => chunkId)).toEqual([1, 12]);
  expect(extracts).toMatchObject([{ n: 2, texts: ['A family ticket is 28 euros.'] }]);
});

test('a statement of the page that the question points to is told before a better one', async () => {
  const other = candidate(3, 0.8, {
    documentId: 3,
    content: 'How much the family ticket is? On Sundays it is 31 euros.',
  });
  const told = async (meant: number | null) => {
    const { extracts, sources } = await read([candidate(1), other], [passage(1)], meant);
    return extracts.map(({ n }) => sources[n - 1]!.documentId);
  };
  expect(await told(1)).toEqual([1]);
  expect(await told(3)).toEqual([3]);
});

test('the context comes first, so that the numbers of a model stay', async () => {
  const { sources } = await read([candidate(2), candidate(1)], [passage(1), passage(2)]);
  expect(sources.slice(0, 2).map(({ chunkId }) => chunkId)).toEqual([1, 2]);
});

test('only documents nearly as good as the best are read, and never all', async () => {
  await read([candidate(1), candidate(2, 0.1)]);
  expect(passagesOf.mock.calls[0]![0]).toEqual([1]);
  await read([1, 2, 3, 4, 5].map((id) => candidate(id)));
  expect(passagesOf.mock.calls[1]![0].length).toBeLessThan(5);
});

test('a chunk that was found is not read as a sibling, too', async () => {
  const { sources } = await read([candidate(1), { ...candidate(12, 1, row), passage: row }]);
  expect(sources.map(({ chunkId }) => chunkId)).toEqual([1, 12]);
});

test('without candidates there is nothing', async () => {
  expect(await read([], [])).toMatchObject({ sources: [], extracts: [], nearest: [] });
});
