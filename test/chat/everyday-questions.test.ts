/** The questions that every site is asked, in nineteen languages, of a site with six short pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { chatSite } from '../../bench/chat-site.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { chunkBlocks } from '../../server/ingestion/chunk/chunk.ts';
import { htmlBlocks } from '../../server/ingestion/read/html.ts';

interface Site {
  locale: string;
  /** Title → HTML. */
  pages: Record<string, string>;
  /** Title of the page that answers → questions. */
  questions: Record<string, string[]>;
  /** The price of what the site does not have. */
  absent: string;
}

interface Asked {
  language: string;
  /** Title of the page that answers; empty: none does. */
  page: string;
  /** Title of the page that is quoted; empty: none is. */
  quoted: string;
  /** Titles of the quoted page and those that are named, best first. */
  named: readonly string[];
}

const sites = JSON.parse(
  readFileSync(join(import.meta.dirname, 'everyday-questions.json'), 'utf8'),
) as Record<string, Site>;

const documentsOf = (language: string, { pages }: Site) =>
  Object.entries(pages).map(([title, html]) => ({
    title,
    chunks: chunkBlocks(htmlBlocks(html), { size: 1000, overlap: 150, minimum: 40, language }),
  }));

/** A Tuesday. */
const visit = { pageUrl: null, now: Date.parse('2026-11-24T10:00:00Z') };

async function askAll(language: string, site: Site): Promise<Asked[]> {
  const options = { name: '', locale: site.locale, timeZone: 'UTC', settings: settingsDefaults };
  const chat = await chatSite(documentsOf(language, site), options);
  const asked: Asked[] = [];
  for (const [page, questions] of Object.entries({ ...site.questions, '': [site.absent] })) {
    for (const question of questions) {
      const [reply] = await chat.converse([question], visit);
      const quoted = reply!.citations[0]?.title ?? '';
      const closest = reply!.closest?.map(({ title }) => title) ?? [];
      asked.push({ language, page, quoted, named: quoted ? [quoted, ...closest] : closest });
    }
  }
  await chat.site.close();
  return asked;
}

let all: Asked[];
beforeAll(async () => {
  all = [];
  for (const [language, site] of Object.entries(sites)) all.push(...(await askAll(language, site)));
}, 120_000);

const withSynonyms = ['en', 'de', 'fr', 'es', 'it'];
const others = Object.keys(sites).filter((language) => !withSynonyms.includes(language));

test.each([
  { of: 'with synonyms', languages: withSynonyms, first: 0.85, quoted: 0.63 },
  { of: 'without', languages: others, first: 0.5, quoted: 0.42 },
])('everyday questions find their page first, and are answered from it: $of', (given) => {
  const asked = all.filter(({ language, page }) => page && given.languages.includes(language));
  const share = (isSo: (each: Asked) => boolean) => asked.filter(isSo).length / asked.length;
  expect(share(({ page, named }) => named[0] === page)).toBeGreaterThanOrEqual(given.first);
  expect(share(({ page, quoted }) => quoted === page)).toBeGreaterThanOrEqual(given.quoted);
  expect(share(({ page, quoted }) => quoted !== '' && quoted !== page)).toBeLessThanOrEqual(0.02);
});

test('the price of what the site does not have is no other price, but for one language', () => {
  const quoted = all.filter(({ page, quoted }) => page === '' && quoted !== '');
  expect(quoted.length).toBeLessThanOrEqual(1);
});
