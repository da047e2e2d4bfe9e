/** The questions that every site is asked, in languages of several families, of a site with six short pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { chatSite } from '../../bench/parts/chat-site.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { chunkBlocks } from '../../server/ingestion/chunk.ts';
import { htmlBlocks } from '../../server/ingestion/read/html.ts';
import { isFull } from '../full-runs.ts';

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

/** All nineteen take half a minute of a processor. */
const languages = isFull ? Object.keys(sites) : ['en', 'de', 'fr', 'pl', 'ru', 'ja'];

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
      asked.push({ page, quoted, named: quoted ? [quoted, ...closest] : closest });
    }
  }
  await chat.site.close();
  return asked;
}

let all: Asked[];
beforeAll(async () => {
  all = [];
  for (const language of languages) all.push(...(await askAll(language, sites[language]!)));
}, 120_000);

test('everyday questions find their page first, and are answered from it', () => {
  const asked = all.filter(({ page }) => page);
  const share = (isSo: (each: Asked) => boolean) => asked.filter(isSo).length / asked.length;
  expect(share(({ page, named }) => named[0] === page)).toBeGreaterThanOrEqual(0.94);
  expect(share(({ page, quoted }) => quoted === page)).toBeGreaterThanOrEqual(0.84);
  expect(share(({ page, quoted }) => quoted !== '' && quoted !== page)).toBeLessThanOrEqual(0.02);
});

test('the price of what the site does not have is no other price, but for one language', () => {
  const quoted = all.filter(({ page, quoted }) => page === '' && quoted !== '');
  expect(quoted.length).toBeLessThanOrEqual(1);
});
