import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { AppError } from '../server/errors/app-error.ts';
import { loadPdf, secondOpinion } from '../server/ingestion/read/pdf.ts';
import { readDocument } from '../server/ingestion/read/pdf/document.ts';
import {
  linesOf,
  typographyOf,
  inReadingOrder,
  divideRunningLines,
} from '../server/ingestion/read/pdf/lines.ts';
import type { BenchOptions, Figures } from './run.ts';

const generatedPages = 200;
const words = 'the tide of a harbour is seen from every quay and ship that waits for water'.split(
  ' ',
);
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
type Parts = readonly { text: string }[];

function countEach(parts: Parts): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of parts) {
    for (const [character] of text.matchAll(cjk)) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
  }
  return counts;
}

/** Returns the number of missing characters; surplus ones do not compensate. */
function lost(found: Parts, kept: Parts): number {
  const counts = countEach(kept);
  return [...countEach(found)].reduce(
    (sum, [character, times]) => sum + Math.max(0, times - (counts.get(character) ?? 0)),
    0,
  );
}

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

/** Returns the result and its milliseconds. */
async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const started = performance.now();
  return [await work(), performance.now() - started];
}

/** Compares the loader with pdf-parse with its CMaps. Headers and footers do not count as lost. */
async function measure(bytes: Uint8Array): Promise<Figures> {
  const [loaded, ours] = await timed(() => loadPdf(bytes));
  const rss = process.memoryUsage.rss();
  const pages = (await readDocument(bytes)).pages.map(({ segments }) => segments);
  const numbers = pages.map((_, index) => index + 1);
  const [opinion, theirs] = await timed(() => secondOpinion(bytes, numbers));
  const lines = pages.map((page, index) => linesOf(inReadingOrder(page), index + 1));
  const { body } = divideRunningLines(lines, typographyOf(lines).size);
  return {
    pages: pages.length,
    ms_per_page: ours / pages.length,
    baseline_ms_per_page: theirs / pages.length,
    ratio: theirs / ours,
    cjk_found: [...countEach(body.flat()).values()].reduce((sum, times) => sum + times, 0),
    cjk_lost: lost(body.flat(), loaded.blocks),
    baseline_cjk_lost: lost(pages.flat(), [...opinion.values()].flat()),
    rss_mb: rss / 2 ** 20,
  };
}

/** Reads a generated document, and every PDF of the data's folder. */
export async function run({ data }: BenchOptions): Promise<Figures> {
  const figures: Figures = {};
  const generated = await generate();
  // Compiles both engines before the measurement.
  await Promise.all([loadPdf(generated), secondOpinion(generated, [1])]);
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
