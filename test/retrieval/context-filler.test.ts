import { expect, test } from '@jest/globals';
import { ContextFiller } from '../../server/retrieval/context-filler.ts';
import { understand } from '../../server/question/understand.ts';
import { passage } from './passage.ts';

/** Sections of ten, so that none stands beside another by chance. */
const section = (id: number, documentId: number, position: number) =>
  passage(id, { documentId, position: 10 * position, content: `Section ${id} tells of swans.` });
const found = (...ids: number[]) => ids.map((id) => ({ passage: section(id, id, 1), score: 0.5 }));

/** The text around each section: one before and two behind it. */
const filler = new ContextFiller({
  chunks: {
    passages: (ids) => Promise.resolve(ids.map((id) => section(id, id, 0))),
    passagesOf: (ids) => Promise.resolve(ids.map((id) => section(id, id, 0))),
  },
  documents: { atAddress: () => Promise.resolve({ id: 70 } as never) },
  siteTexts: { others: () => Promise.resolve([section(90, 90, 0)]) },
  readNearby: (passages) =>
    Promise.resolve(
      passages.flatMap(({ documentId }) => [
        section(100 + documentId, documentId, 0),
        section(200 + documentId, documentId, 3),
        section(300 + documentId, documentId, 2),
      ]),
    ),
});

const ids = async (more: Partial<Parameters<typeof filler.fill>[0]>, tokenLimit = 4000) => {
  const all = { found: found(1, 2, 3, 4), far: [], wanted: [], others: [], ...more };
  const { passages } = await filler.fill(all, { topK: 2, tokenLimit });
  return passages.map(({ chunkId }) => chunkId);
};

test('the best sections come first, then the text around the best three, nearest first', async () => {
  expect(await ids({})).toEqual([
    ...[1, 2, 101, 301, 201, 102, 302, 202, 103, 303, 203],
    ...[3, 4, 104, 304, 204],
  ]);
});

test('what the question may need comes before that, and the rest of the site last', async () => {
  const more = {
    found: found(1),
    far: found(50),
    wanted: [section(60, 60, 0), section(1, 1, 1)],
    others: [section(80, 80, 0), section(50, 50, 1)],
  };
  expect(await ids(more)).toEqual([1, 60, 101, 301, 201, 50, 80]);
});

test('nothing is taken beyond the limit', async () => {
  const some = await ids({}, 100);
  expect(some.slice(0, 2)).toEqual([1, 2]);
  expect(some.length).toBeLessThan(6);
});

test('the last answer’s sources and the visitor’s page are read', async () => {
  const history = [
    { role: 'user' as const, content: 'When?', chunkIds: [] },
    { role: 'assistant' as const, content: 'At noon.', chunkIds: [60, 61] },
  ];
  const question = understand('Where?', { history });
  const more = await filler.read(question, 'https://site.example/visit/', 4000);
  expect(more.wanted.map(({ chunkId }) => chunkId)).toEqual([60, 61, 70]);
  expect(more.others.map(({ chunkId }) => chunkId)).toEqual([90]);
  expect((await filler.read(question, null, 4000)).wanted).toHaveLength(2);
});
