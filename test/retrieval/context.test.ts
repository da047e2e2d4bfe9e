import { expect, test, jest, afterEach, beforeEach } from '@jest/globals';
import { ContextFiller, SiteTexts } from '../../server/retrieval/context-filler.ts';
import { understand } from '../../server/question/understand.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { ScoredPassage } from '../../server/retrieval/pack-context.ts';
import { Retriever, type RetrieverDependencies } from '../../server/retrieval/retrieve.ts';
import { createLog } from '../../server/runtime/log.ts';
import { Chunks, raiseChunksRevision, type Passage } from '../../server/storage/chunks.ts';
import type { Database } from '../../server/storage/database.ts';
import { Documents } from '../../server/storage/documents.ts';
import { memoryDatabase } from '../storage/memory-database.ts';
import { passage, retrieval } from './passage.ts';

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
  const all = { found: found(1, 2, 3, 4), far: [], related: [], others: [], ...more };
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
    related: [section(60, 60, 0), section(1, 1, 1)],
    others: [section(80, 80, 0), section(50, 50, 1)],
  };
  expect(await ids(more)).toEqual([1, 60, 101, 301, 201, 50, 80]);
});

test('the last answer’s sources and the visitor’s page are read', async () => {
  const history = [
    { role: 'user' as const, content: 'When?', chunkIds: [] },
    { role: 'assistant' as const, content: 'At noon.', chunkIds: [60, 61] },
  ];
  const question = understand('Where?', { history });
  const more = await filler.read(question, 'https://site.example/visit/', 4000);
  expect(more.related.map(({ chunkId }) => chunkId)).toEqual([60, 61, 70]);
  expect(more.others.map(({ chunkId }) => chunkId)).toEqual([90]);
  expect((await filler.read(question, null, 4000)).related).toHaveLength(2);
});

const searched = retrieval([passage(7)]);
const { signal } = new AbortController();

async function give(budget: number | undefined, site: ScoredPassage[] | null) {
  const whole = jest.fn(() => Promise.resolve(site));
  const retriever = new Retriever({
    siteTexts: { whole },
    visibility: {
      onlyPublic: (passages: Passage[]) =>
        Promise.resolve(passages.filter(({ chunkId }) => chunkId !== 2)),
    },
  } as unknown as RetrieverDependencies);
  const retrieve = jest.spyOn(retriever, 'retrieve').mockResolvedValue(searched);
  const log = createLog('silent');
  const options = { settings: settingsDefaults, signal, log, budget };
  const context = await retriever.context(understand('When?'), options);
  return { context, retrieve, whole };
}

test('a site that fits is given whole, without what is hidden, and searched when that is asked for', async () => {
  const { context, retrieve } = await give(4000, [passage(1), passage(2), passage(3)]);
  expect(context.isWholeSite).toBe(true);
  expect(context.passages.map(({ chunkId }) => chunkId)).toEqual([1, 3]);
  expect(retrieve).not.toHaveBeenCalled();
  expect(await context.searched()).toBe(searched);
  await context.searched();
  expect(retrieve).toHaveBeenCalledTimes(1);
  expect(retrieve.mock.calls[0]?.[1]).toMatchObject({ mayAsk: false, budget: undefined });
});

test.each([
  ['a site that does not fit', 4000, null],
  ['the built-in model', undefined, [passage(1)]],
])('%s is given what is found', async (_case, budget, site) => {
  const { context, retrieve } = await give(budget, site);
  expect(context).toMatchObject({ isWholeSite: false, passages: searched.passages });
  expect(retrieve).toHaveBeenCalledTimes(1);
  expect(await context.searched()).toBe(searched);
});

let database: Database;
beforeEach(async () => {
  database = await memoryDatabase();
});
afterEach(() => database.close());

/** Stores a page of sections, each of some thirty tokens. */
async function put(title: string, language: string, sections: number): Promise<void> {
  const documents = new Documents(database, () => 1);
  const { id } = await documents.ensure({ kind: 'txt', sourceKey: `text:${title}`, title });
  const chunks = Array.from({ length: sections }, (_, n) => ({
    content: `${title} ${n}: ${['swan', 'goose', 'heron', 'crane'][n % 4]} ${'feeds at noon '.repeat(6)}${n}.`,
    headingPath: `Part ${n}`,
    page: null,
    offset: 0,
  }));
  await database.transaction(async (transaction) => {
    await transaction
      .updateTable('documents')
      .set({ language, status: 'completed' })
      .where('id', '=', id)
      .execute();
    await new Chunks(database).replace(id, '', chunks, transaction);
    await raiseChunksRevision(database, transaction, id);
  });
}

const titles = (passages: readonly { title: string }[] | null) =>
  passages && [...new Set(passages.map(({ title }) => title))];

test('a site is given whole if it fits, each page in one piece with its headings marked', async () => {
  await put('Visit', 'en', 2);
  const texts = new SiteTexts(database);
  const [page] = (await texts.whole('en', 4000))!;
  expect(page!.content).toMatch(/^## Part 0\nVisit 0[^]*\n## Part 1\nVisit 1/);
  expect(await texts.whole('en', 40)).toBeNull();
});

test('a page that comes is in it at once', async () => {
  const texts = new SiteTexts(database);
  expect(await texts.whole('en', 4000)).toBeNull();
  await put('Visit', 'en', 2);
  expect(titles(await texts.whole('en', 4000))).toEqual(['Visit']);
  await put('Prices', 'en', 2);
  expect(titles(await texts.whole('en', 4000))).toEqual(['Visit', 'Prices']);
});

test('of a site in two languages the version that fits is given, but no single page', async () => {
  await put('Visit', 'en-GB', 12);
  await put('Besuch', 'de-DE', 12);
  await put('Welcome', '', 1);
  const texts = new SiteTexts(database);
  expect(titles(await texts.whole('de', 10_000))).toEqual(['Visit', 'Besuch', 'Welcome']);
  expect(titles(await texts.whole('de', 600))).toEqual(['Besuch', 'Welcome']);
  expect(await texts.whole('fr', 600)).toBeNull();
  await put('Plan', 'fr', 1);
  expect(await texts.whole('fr', 600)).toBeNull();
});

test('a language that the site does not have is answered in its main one', async () => {
  const texts = new SiteTexts(database);
  expect(await texts.otherLanguage('tr')).toBe('');
  await put('Besuch', 'de-DE', 1);
  expect(await texts.otherLanguage('tr')).toBe('de');
  expect(await texts.otherLanguage('de')).toBe('');
  expect(await texts.otherLanguage('')).toBe('');
});

test('others are what a site leads its visitors to, as long as there is room', async () => {
  await put('Old', 'en', 1);
  await put('Front', 'en', 1);
  await database.query
    .updateTable('documents')
    .set({ prominent: 1 })
    .where('title', '=', 'Front')
    .execute();
  const texts = new SiteTexts(database);
  expect(titles(await texts.others(4000))).toEqual(['Front', 'Old']);
  expect(titles(await texts.others(40))).toEqual(['Front']);
});
