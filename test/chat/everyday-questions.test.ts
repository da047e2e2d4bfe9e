/** The questions that every site is asked, in nineteen languages, of a site with six short pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
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

/** Share of the questions that are answered; the others are pointed to their page. */
const minAnswered = 0.75;

const sites = JSON.parse(
  readFileSync(join(import.meta.dirname, 'everyday-questions.json'), 'utf8'),
) as Record<string, Site>;

const documentsOf = (language: string, { pages }: Site) =>
  Object.entries(pages).map(([title, html]) => ({
    title,
    chunks: chunkBlocks(htmlBlocks(html), { size: 1000, overlap: 150, minimum: 40, language }),
  }));

/** A Tuesday. */
const asked = { pageUrl: null, now: Date.parse('2026-11-24T10:00:00Z') };

test.each(Object.entries(sites))(
  'everyday questions find their page first, and most are answered: %s',
  async (language, site) => {
    const { locale, questions, absent } = site;
    const options = { name: '', locale, timeZone: 'UTC', settings: settingsDefaults };
    const chat = await chatSite(documentsOf(language, site), options);
    try {
      const found: Record<string, string[]> = {};
      let answered = 0;
      for (const question of Object.values(questions).flat()) {
        const [reply] = await chat.converse([question], asked);
        const first = reply?.closest?.[0]?.title ?? reply?.citations[0]?.title ?? 'nothing';
        (found[first] ??= []).push(question);
        if (reply!.citations.length > 0) answered++;
      }
      expect(found).toEqual(questions);
      expect(answered / Object.values(questions).flat().length).toBeGreaterThanOrEqual(minAnswered);
      const [reply] = await chat.converse([absent], asked);
      expect(reply).toMatchObject({ citations: [] });
    } finally {
      await chat.site.close();
    }
  },
);
