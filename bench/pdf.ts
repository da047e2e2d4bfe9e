import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { PDFParse } from 'pdf-parse';
import { AppError } from '../server/app-error.ts';
import { loadPdf } from '../server/ingestion/loaders/pdf.ts';
import { readDocument } from '../server/ingestion/loaders/pdf/document.ts';
import { linesOf } from '../server/ingestion/loaders/pdf/lines.ts';
import { inReadingOrder } from '../server/ingestion/loaders/pdf/reading-order.ts';
import { withoutRunningLines } from '../server/ingestion/loaders/pdf/running-lines.ts';
import { typographyOf } from '../server/ingestion/loaders/pdf/typography.ts';
import type { BenchOptions, Figures } from './run.ts';

const generatedPages = 200;
const words = 'the tide of a harbour is seen from every quay and ship that waits for water'.split(
  ' ',
);
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const count = (text: string) => text.match(cjk)?.length ?? 0;

async function generate(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 0; number < generatedPages; number++) {
    const page = document.addPage([600, 800]);
    for (let line = 0; line < 50; line++) {
      const text = Array.from({ length: 14 }, (_, n) => words[(number + line * 7 + n * 3) % 15]);
      page.drawText(text.join(' '), { x: 50, y: 750 - 14 * line, size: 11, font });
    }
  }
  return document.save();
}

/** Milliseconds. */
async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const started = performance.now();
  return [await work(), performance.now() - started];
}

async function parse(bytes: Uint8Array) {
  const parser = new PDFParse({ data: new Uint8Array(bytes), verbosity: 0 });
  const { pages } = await parser.getText({ pageJoiner: '' });
  await parser.destroy();
  return pages;
}

/** What the engine finds, without headers and footers. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const { pages } = await readDocument(bytes);
  const lines = pages.map((page, index) => linesOf(inReadingOrder(page), index + 1));
  const left = withoutRunningLines(lines, typographyOf(lines).size);
  return left.flatMap((page) => page.map(({ text }) => text)).join('\n');
}

/** The loader beside pdf-parse as it comes. */
async function measure(bytes: Uint8Array): Promise<Figures> {
  const [loaded, ours] = await timed(() => loadPdf(bytes));
  const rss = process.memoryUsage.rss();
  const [pages, theirs] = await timed(() => parse(bytes));
  const found = count(await textOf(bytes));
  const kept = count(loaded.blocks.map(({ text }) => text).join());
  return {
    pages: pages.length,
    ms_per_page: ours / pages.length,
    baseline_ms_per_page: theirs / pages.length,
    ratio: theirs / ours,
    cjk_found: found,
    cjk_lost: Math.max(0, found - kept),
    baseline_cjk_lost: Math.max(0, found - count(pages.map(({ text }) => text).join())),
    rss_mb: rss / 2 ** 20,
  };
}

/** Reads a generated document, and every PDF of the data's folder. */
export async function run({ data }: BenchOptions): Promise<Figures> {
  const figures: Figures = {};
  // Compiling the engine is no matter of pages.
  const generated = await generate();
  await loadPdf(generated);
  figures['generated'] = await measure(generated);
  const files = data ? await readdir(data) : [];
  for (const file of files.filter((name) => name.endsWith('.pdf')).sort()) {
    try {
      figures[file] = await measure(await readFile(join(data, file)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      figures[file] = error.code;
    }
  }
  return figures;
}
