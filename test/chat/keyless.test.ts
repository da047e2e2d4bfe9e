import { afterAll, beforeAll, expect, test, describe } from '@jest/globals';
import { builtInAnswer, refusal } from '../../bench/parts/built-in-answer.ts';
import { keylessSite, type KeylessSite } from '../../bench/parts/keyless-site.ts';
import { demoDocuments } from '../../bench/parts/sites.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chatSite } from '../../bench/parts/chat-site.ts';
import { isFull } from '../full-runs.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { chunkBlocks } from '../../server/ingestion/chunk.ts';
import { htmlBlocks } from '../../server/ingestion/read/html-blocks.ts';

describe('the demo site', () => {
  let site: KeylessSite;
  beforeAll(async () => {
    site = await keylessSite(await demoDocuments());
  });
  afterAll(() => site.close());

  async function ask(question: string): Promise<string> {
    return builtInAnswer(question, await site.retrieve(question));
  }

  /** A quotation has the fact. */
  test.each([
    [
      'When is the museum open on Thursday evenings?',
      'Every Thursday the museum is open until 21:00.',
    ],
    ['How much does a family ticket cost?', '€28'],
    ['What is the price of a ticket for an adult?', '€12'],
    ['What does the school programme cost per class?', '€4 per pupil'],
    ['Can I return something I bought in the online shop?', 'within 30 days'],
    ['May I take photos?', 'You may take photographs for yourself'],
    ['How many steps does the Signal Tower have?', '64 steps'],
    ['Wann hat das Museum geöffnet?', 'dienstags bis sonntags von 10:00 bis 17:30 Uhr'],
    ['Quels sont les horaires d’ouverture ?', 'de 10 h à 17 h 30'],
    ['開館時間は何時ですか？', '10:00から17:30まで'],
    ['ما هي مواعيد العمل؟', '10:00', '17:30'],
  ])('the demo site answers: %s', async (question, ...expected) => {
    const answer = await ask(question);
    for (const fragment of expected) expect(answer).toContain(fragment);
  });

  test.each([
    'How high is the Eiffel Tower?',
    'Where is the Eiffel Tower?',
    'What is the capital of Australia?',
  ])('the demo site does not answer: %s', async (question) => {
    expect(await ask(question)).toBe(refusal);
  });

  test('a table stays one, with the row that is asked for marked, and nothing is said twice', async () => {
    const lines = (await ask('How much does a family ticket cost?')).split('\n');
    const rows = lines.filter((line) => line.startsWith('> | '));
    expect(rows[0]).toBe('> | Ticket | Price | Who can buy it |');
    expect(rows.join('\n')).toMatch(/\| Adult \| €12\.00[^]*\| \*\*Family\*\* \| \*\*€28\.00\*\*/);
    expect(lines.filter((line) => line.includes('[1]'))).toEqual([
      expect.stringContaining('Family'),
    ]);
    expect(new Set(rows).size).toBe(rows.length);
  });

  test('the categories and tags of a post are no answer', async () => {
    for (const question of [
      'How many steps does the Signal Tower have?',
      'When is admission free?',
    ]) {
      expect(await ask(question)).not.toContain('Tags:');
    }
  });
});

describe('everyday questions', () => {
  /** The questions that every site is asked, in languages of several families, of a site with six short pages. */

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
});
