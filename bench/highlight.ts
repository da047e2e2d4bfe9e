import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import { placeUrl } from '../server/chat/citations/passage-url.ts';
import { searched } from '../server/chat/citations/statements.ts';
import { settingsDefaults } from '../server/contract/settings-defaults.ts';
import { chunkBlocks } from '../server/ingestion/chunk/chunk.ts';
import { htmlBlocks } from '../server/ingestion/read/html.ts';
import { readContent, type Article } from '../tools/demo/content.ts';
import { beginsWith, markedText, markStyle } from './highlight-page.ts';
import { samplePages } from './highlight-samples.ts';
import type { Figures } from './run.ts';

/** Statements of a page, spread over it: a browser needs a fifth of a second for each. */
const perPage = 14;

interface Statement {
  kind: string;
  /** Its page, by its place. */
  page: number;
  url: string;
  text: string;
  /** Statements that a visitor would be shown, in their order; the baseline is the chunk's beginning. */
  baseline: string;
}

interface Shown {
  title: string;
  html: string;
}

const filler = Array.from(
  { length: 30 },
  (_, day) => `<p>On day ${day} nothing was heard, and nobody minded that at all.</p>`,
).join('');

const document = ({ title, html }: Shown, contents: readonly string[]) => `<!doctype html>
<html><head><meta charset="utf-8"><title>${title}</title>
<style>${markStyle} body{font:16px/1.6 sans-serif;max-width:640px;margin:40px auto} p{margin:14px 0} td{vertical-align:top} *{unicode-bidi:plaintext;text-align:start}</style></head>
<body><nav><ul>${contents.map((name) => `<li><a href="#">${name}</a></li>`).join('')}</ul></nav>
<h1>${title}</h1>${filler}${html}<footer style="height:900px"><p>Opening hours · Tickets · Parking</p></footer></body></html>`;

/** The menu names pages and headings, as menus and tables of contents do. */
const menuOf = (html: string) =>
  Array.from(html.matchAll(/<h[23][^>]*>([^<]+)<\/h/g), ([, heading]) => heading!);

function statementsOf(page: Shown, at: number, origin: string): Statement[] {
  const {
    chunk_size: size,
    chunk_overlap: overlap,
    min_chunk_chars: minimum,
  } = settingsDefaults.indexing;
  const chunks = chunkBlocks(htmlBlocks(page.html), { size, overlap, minimum, language: '' });
  const all = chunks.flatMap(({ content }) => {
    const passage = { kind: 'post' as const, url: `${origin}/${at}`, page: null };
    const found = searched(content);
    const [first] = found.places;
    return found.places.map((place): Statement => ({
      kind: place.line === undefined ? 'text' : 'row',
      page: at,
      url: placeUrl(passage, found, place)!,
      text: place.text,
      baseline: placeUrl(passage, found, first!)!,
    }));
  });
  const step = Math.max(1, all.length / perPage);
  return all.filter((_, index) => Math.floor(index % step) === 0);
}

const articlePage = ({ title, content }: Article): Shown => ({ title, html: content });

/**
 * Opens statements of the demo's pages, and of pages with repeated words, tables, lists, accordions and other
 * scripts, at the addresses with which they are cited. Counts marks in Chromium that begin with the statement. The
 * baseline opens the beginning of the statement's chunk.
 */
export async function run(): Promise<Figures> {
  const pages = [...readContent().articles.map(articlePage), ...samplePages];
  const server = createServer((request, response) => {
    const page = pages[Number(request.url?.slice(1))];
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(page ? document(page, menuOf(page.html)) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const screen = await browser.newPage({ viewport: { width: 800, height: 600 } });
    const marked = async (url: string) => {
      await screen.goto('about:blank');
      await screen.goto(url);
      for (let look = 0; look < 6; look++) {
        const text = await markedText(screen);
        if (text) return text;
      }
      return '';
    };
    const counts = new Map<string, { right: number; baseline: number; all: number }>();
    const missed: Record<string, string> = {};
    for (const [at, page] of pages.entries()) {
      for (const statement of statementsOf(page, at, origin)) {
        const group = at < pages.length - samplePages.length ? 'demo' : 'samples';
        const name = `${group}_${statement.kind}`;
        const count = counts.get(name) ?? { right: 0, baseline: 0, all: 0 };
        counts.set(name, count);
        const text = await marked(statement.url);
        const isRight = beginsWith(text, statement.text);
        count.all++;
        if (isRight) count.right++;
        else
          missed[`${page.title}: ${statement.text.slice(0, 60)}`] =
            `${text.slice(0, 60)} <- ${decodeURIComponent(statement.url.split(':~:')[1] ?? '')}`;
        if (statement.baseline === statement.url ? isRight : false) count.baseline++;
      }
    }
    const all = [...counts.values()];
    const sum = (read: (count: (typeof all)[number]) => number) =>
      all.reduce((total, count) => total + read(count), 0);
    return {
      statements: sum((count) => count.all),
      begins_at_statement: sum((count) => count.right) / sum((count) => count.all),
      baseline_chunk: sum((count) => count.baseline) / sum((count) => count.all),
      by_kind: Object.fromEntries(
        [...counts].map(([name, { right, all: of }]) => [name, `${right}/${of}`]),
      ),
      missed,
    };
  } finally {
    await browser.close();
    server.close();
  }
}
