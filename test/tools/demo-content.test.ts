import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import mammoth from 'mammoth';
import { PDFParse } from 'pdf-parse';
import { mediaFolder, readContent } from '../../tools/demo/content.ts';

const { site, articles } = readContent();
const slugs = articles.map(({ slug }) => slug);
const bytesOf = (file: string) => readFileSync(join(mediaFolder, file));

test('every article has a slug of its own', () => {
  expect(new Set(slugs).size).toBe(slugs.length);
  expect(slugs.length).toBeGreaterThan(35);
});

test('posts have a date in the past, a category and tags', () => {
  for (const { type, slug, date, categories, tags } of articles) {
    if (type === 'page') continue;
    expect([slug, date !== undefined && date < '2026']).toEqual([slug, true]);
    expect([slug, categories.length > 0 && tags.length > 0]).toEqual([slug, true]);
  }
});

test('front page, menus and links within the site lead to articles', () => {
  const links = articles.flatMap(({ content }) =>
    [...content.matchAll(/href="\/([^"]*)\/"/g)].map((match) => match[1]),
  );
  const named = [site.front_page, site.posts_page, ...site.navigation, ...site.footer, ...links];
  expect(named.filter((slug) => !slugs.includes(slug ?? ''))).toEqual([]);
});

test('block comments are balanced', () => {
  for (const { slug, content } of articles) {
    const open: string[] = [];
    for (const [, close, name] of content.matchAll(/<!-- (\/?)wp:([a-z-]+)[^>]*-->/g)) {
      if (!close) open.push(name ?? '');
      else expect([slug, open.pop()]).toEqual([slug, name]);
    }
    expect([slug, open]).toEqual([slug, []]);
  }
});

test('addresses end in a top-level domain that nobody can own', () => {
  const text = articles.map(({ content }) => content).join('\n');
  const hosts = [...text.matchAll(/@([\w.-]+\w)/g)].map((match) => match[1] ?? '');
  expect(hosts.length).toBeGreaterThan(0);
  expect(hosts.filter((host) => !host.endsWith('.example'))).toEqual([]);
});

test('the visitor guide is a PDF of four pages of text', async () => {
  const parser = new PDFParse({ data: new Uint8Array(bytesOf('visitor-guide.pdf')) });
  const { pages } = await parser.getText();
  await parser.destroy();
  expect(pages).toHaveLength(4);
  expect(pages[1]?.text).toContain('Ground floor: the harbour and its tides');
  expect(pages[3]?.text).toContain('A defibrillator hangs in the entrance hall');
});

test('the school handbook is a DOCX with headings, lists and tables', async () => {
  const buffer = bytesOf('school-programme-handbook.docx');
  const { value } = await mammoth.convertToHtml({ buffer });
  expect(value).toContain('<h1>School programme handbook</h1>');
  expect(value).toContain('<h2>Prices and cancellation</h2>');
  expect(value).toContain('<li>Please bring: an apron for each child.</li>');
  expect(value).toMatch(/<td>.*€380 per class/);
});

test('documents stay small enough for a repository', () => {
  for (const { file } of site.media) expect(bytesOf(file).length).toBeLessThan(60_000);
});
