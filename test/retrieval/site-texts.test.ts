import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createSiteTexts } from '../../server/retrieval/site-texts.ts';
import { createChunks, raiseChunksRevision } from '../../server/storage/chunks.ts';
import type { Database } from '../../server/storage/database.ts';
import { createDocuments } from '../../server/storage/documents.ts';
import { memoryDatabase } from '../storage/memory-database.ts';

let database: Database;
beforeEach(async () => {
  database = await memoryDatabase();
});
afterEach(() => database.close());

/** Stores a page of sections, each of some thirty tokens. */
async function put(title: string, language: string, sections: number): Promise<void> {
  const documents = createDocuments(database, () => 1);
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
    await createChunks(database).replace(id, '', chunks, transaction);
    await raiseChunksRevision(database, transaction, id);
  });
}

const titles = (passages: readonly { title: string }[] | null) =>
  passages && [...new Set(passages.map(({ title }) => title))];

test('a site is given whole if it fits, each page in one piece with its headings marked', async () => {
  await put('Visit', 'en', 2);
  const texts = createSiteTexts(database);
  const [page] = (await texts.whole('en', 4000))!;
  expect(page!.content).toMatch(/^## Part 0\nVisit 0[^]*\n## Part 1\nVisit 1/);
  expect(await texts.whole('en', 40)).toBeNull();
});

test('a page that comes is in it at once', async () => {
  const texts = createSiteTexts(database);
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
  const texts = createSiteTexts(database);
  expect(titles(await texts.whole('de', 10_000))).toEqual(['Visit', 'Besuch', 'Welcome']);
  expect(titles(await texts.whole('de', 600))).toEqual(['Besuch', 'Welcome']);
  expect(await texts.whole('fr', 600)).toBeNull();
  await put('Plan', 'fr', 1);
  expect(await texts.whole('fr', 600)).toBeNull();
});

test('a language that the site does not have is answered in its main one', async () => {
  const texts = createSiteTexts(database);
  expect(await texts.otherLanguage('tr')).toBe('');
  await put('Besuch', 'de-DE', 1);
  expect(await texts.otherLanguage('tr')).toBe('de');
  expect(await texts.otherLanguage('de')).toBe('');
  expect(await texts.otherLanguage('')).toBe('');
});

test('a large site is not read, but its language is known', async () => {
  await put('Archive', 'en', 1001);
  const texts = createSiteTexts(database);
  expect(await texts.whole('en', 1_000_000)).toBeNull();
  expect(await texts.others(1000)).toEqual([]);
  expect(await texts.otherLanguage('tr')).toBe('en');
});

test('others are what a site leads its visitors to, as long as there is room', async () => {
  await put('Old', 'en', 1);
  await put('Front', 'en', 1);
  await database.query
    .updateTable('documents')
    .set({ prominent: 1 })
    .where('title', '=', 'Front')
    .execute();
  const texts = createSiteTexts(database);
  expect(titles(await texts.others(4000))).toEqual(['Front', 'Old']);
  expect(titles(await texts.others(40))).toEqual(['Front']);
});
