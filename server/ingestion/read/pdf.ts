import { dirname, join } from 'node:path';
import { countMatches, isUnspaced, languageTag, type Block, type Loaded } from './blocks.ts';
import { likeness } from './decode.ts';
import {
  type Segment,
  linesOf,
  typographyOf,
  inReadingOrder,
  divideRunningLines,
  type Line,
} from './pdf/lines.ts';
import { packageFile } from '../../runtime/program-files.ts';
import { type PdfPage, readDocument, type Bookmark } from './pdf/document.ts';
import { partsOfAll } from '../../language/languages.ts';
import { failure } from '../failures.ts';
import { blocksOfLines, findHeadings } from './pdf/blocks-of-lines.ts';

/** Letters and digits of a header or footer that says something, and pages that it is on. */
const repeated = { length: 8, pages: 3 };
/** Letters of a text that is judged; a caption proves nothing. */
const minLetters = 20;
/** Characters that are compared with languages: a book has hundreds of pages. */
const sampleLength = 600;
/** Likeness from which on a text is in one of the languages; texts read with the wrong font stay below. */
const usualLikeness = 0.4;
/** Share of words of several scripts. Of 292 documents of pdf.js' tests with words 3 exceed it, all by broken fonts. */
const maxMixed = 0.1;
/** Share of letters that stand alone in ordinary texts and in formulas. */
const usualSingles = 0.2;

/** Scripts of the languages whose letters are known. */
const knownScript =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const latinLetter = /[a-z]/gi;
/** Scripts of which a word has one. Chinese, Japanese and Korean words may have Latin letters in them, too. */
const scriptsOfWords = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Common}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L}/u,
];

const lettersIn = (text: string) => countMatches(text, /\p{L}/gu);
const scriptsIn = (word: string) => scriptsOfWords.filter((script) => script.test(word)).length;

/** Returns the share of control, replacement, unassigned and private use characters. */
function garbledShare(text: string): number {
  const garbled = countMatches(text, /[\ufffd\p{Co}\p{Cn}]|(?!\s)\p{Cc}/gu);
  return garbled === 0 ? 0 : garbled / countMatches(text, /\S/gu);
}

/** Returns the share of letters that stand alone, as in a text that was read letter by letter. */
function singleShare(text: string): number {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const spaced = words.filter((word) => !isUnspaced(word));
  const letters = spaced.reduce((sum, word) => sum + word.length, 0);
  if (letters < minLetters) return 0;
  return spaced.filter((word) => lettersIn(word) === 1).length / letters;
}

/** Tells a text whose words mix scripts: the font's table of letters is wrong. */
function isMixed(text: string): boolean {
  const words = (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => lettersIn(word) > 1);
  if (lettersIn(words.join('')) < minLetters) return false;
  return words.filter((word) => scriptsIn(word) > 1).length > maxMixed * words.length;
}

/** Returns whether a text in known scripts looks like one of their languages, from 0 to 1. */
function scriptLikeness(text: string): number {
  const sample = text.slice(0, sampleLength);
  const foreign = countMatches(sample, knownScript) - countMatches(sample, latinLetter);
  if (foreign < minLetters || foreign < lettersIn(sample) / 2) return 1;
  return Math.min(1, Math.max(0, likeness(sample)) / usualLikeness);
}

/** Returns how legible a text is, from 0 to 1: meaningful characters, in words, in a likely script. */
export function legibility(text: string): number {
  if (text.length > minLetters && !/[\p{L}\p{N}]/u.test(text)) return 0;
  if (isMixed(text)) return 0;
  const singles = Math.max(0, singleShare(text) - usualSingles) / (1 - usualSingles);
  return (1 - garbledShare(text)) * (1 - singles) * scriptLikeness(text);
}

/** Legibility below which the second parser is tried. */
const doubtful = 0.75;
/** Difference of legibility that decides; below it the longer text does. */
const clearer = 0.1;
/** Factor by which a text is longer, not only divided otherwise. */
const longer = 1.1;
/** Share of garbled characters from which on a page is discarded. */
const hopelessShare = 0.5;

const textOf = (segments: readonly Segment[]) => segments.map(({ text }) => text).join('\n');
const readableLength = (text: string) => countMatches(text, /[\p{L}\p{N}]/gu);

/** Returns the more legible of two readings of a page; no segments if neither can be read. */
function better(first: Segment[], second: Segment[]): Segment[] {
  const [one, other] = [textOf(first), textOf(second)];
  const gain = (other === '' ? 0 : legibility(other)) - (one === '' ? 0 : legibility(one));
  const isLonger = readableLength(other) > longer * readableLength(one);
  const isSecond = gain > clearer || (gain > -clearer && isLonger);
  const text = isSecond ? other : one;
  const isHopeless =
    garbledShare(text) > hopelessShare || isMixed(text) || readableLength(text) === 0;
  return isHopeless ? [] : isSecond ? second : first;
}

/** Whether most of a page's text is turned; vertical writing is not. */
function isTurned(segments: readonly Segment[]): boolean {
  const turned = segments.filter(({ angle, text }) => angle !== 0 && !isUnspaced(text));
  return turned.length > segments.length / 2;
}

/** Whether PDFium may have misread a page. Where text was left out, the second parser would add it again. */
function isDoubtful(page: PdfPage): boolean {
  const { segments, isPartial } = page;
  if (isPartial || segments.length === 0) return false;
  return page.isTurned || isTurned(segments) || legibility(textOf(segments)) < doubtful;
}

/** Returns the folder of pdf.js's CMaps or fonts as a path: pdf.js does not accept a file URL. */
function folderOf(name: string): string {
  return join(dirname(packageFile('pdfjs-dist/package.json', 'pdf-parse')), name, '/');
}

/** Places lines of text below each other, because pdf-parse gives no coordinates. */
function segmentsOf(text: string): Segment[] {
  return text.split('\n').flatMap((line, index): Segment[] => {
    const shown = line
      .replace(/(?!\s)\p{Cc}/gu, '\ufffd')
      .replace(/\s+/g, ' ')
      .trim();
    const place = { x0: 0, x1: 6 * shown.length, y: 14 * index, size: 12, angle: 0 };
    return shown ? [{ ...place, text: shown, bold: false, mono: false }] : [];
  });
}

/** Reads pages, by their numbers from 1, with pdf-parse, and leaves out those that it cannot read. */
export async function secondOpinion(
  bytes: Uint8Array,
  numbers: number[],
): Promise<Map<number, Segment[]>> {
  // Loading pdf.js takes a matrix, which it never uses for text; its own is a native addon.
  const { default: DOMMatrix } = await import('@thednp/dommatrix');
  Object.assign(globalThis, { DOMMatrix });
  const { PDFParse } = await import('pdf-parse');
  const parser = new PDFParse({
    // The parser transfers the buffer.
    data: new Uint8Array(bytes),
    verbosity: 0,
    isEvalSupported: false,
    cMapUrl: folderOf('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folderOf('standard_fonts'),
  });
  try {
    const { pages } = await parser.getText({ partial: numbers, pageJoiner: '' });
    return new Map(pages.map(({ num, text }) => [num, segmentsOf(text)]));
  } catch {
    return new Map();
  } finally {
    await parser.destroy();
  }
}

/**
 * Replaces doubtful pages by pdf-parse's reading if that is better; all pages are tried if none has text.
 * PDFium has read the file before, because pdf-parse's memory has no limit of its own.
 */
export async function legiblePages(bytes: Uint8Array, pages: PdfPage[]): Promise<Segment[][]> {
  const isEmpty = pages.every(({ segments, isPartial }) => segments.length === 0 && !isPartial);
  const doubted = pages.flatMap((page, index) => (isEmpty || isDoubtful(page) ? [index + 1] : []));
  const others =
    doubted.length > 0 ? await secondOpinion(bytes, doubted) : new Map<number, Segment[]>();
  const asked = new Set(doubted);
  return pages.map(({ segments }, index) =>
    asked.has(index + 1) ? better(segments, others.get(index + 1) ?? []) : segments,
  );
}

/** Titles that programs write into metadata by default. */
const makePlaceholder = () =>
  // eslint-disable-next-line no-restricted-syntax -- of words of this program
  new RegExp(
    `^(?:(?:${partsOfAll('untitled').join('|')}|powerpoint[ -]pr.sentation)[ \\d_-]*|microsoft (?:word|excel|powerpoint) - .*)$`,
    'iu',
  );
let placeholder: RegExp | undefined;
const fileName =
  /(?:^[a-z]:\\|^\/|\.(?:docx?|pptx?|xlsx?|od[tps]|rtf|indd|pdf|tex|dvi|e?ps|qxd|p65|pub|html?|txt|cdr|ai)$)/i;

function isTitle(text: string): boolean {
  const isReadable = /\p{L}/u.test(text) && !/[\ufffd\p{Cc}\p{Co}]/u.test(text);
  return isReadable && !(placeholder ??= makePlaceholder()).test(text) && !fileName.test(text);
}

/** Returns the metadata's title, else the highest heading of page 1, else the first title of the outline. */
function titleOf(metadata: string, blocks: readonly Block[], outline: readonly Bookmark[]): string {
  const title = metadata.replace(/\s+/g, ' ').trim();
  if (isTitle(title)) return title;
  const headings = blocks.filter(({ kind, page }) => kind === 'heading' && page === 1);
  const [heading] = headings.sort((a, b) => (a.level ?? 1) - (b.level ?? 1));
  return heading?.text ?? outline.find((bookmark) => isTitle(bookmark.title))?.title ?? '';
}

/** Returns what the headers and footers of all pages say, such as an address, once; not page numbers and names of chapters. */
function repeatedBlocks(running: readonly Line[]): Block[] {
  return [...Map.groupBy(running, ({ text }) => text)]
    .filter(([text, on]) => on.length >= repeated.pages && readableLength(text) >= repeated.length)
    .map(([text, lines], at) => ({
      kind: 'paragraph',
      text,
      page: lines[0]!.page,
      // They belong to the whole document, not to its last heading.
      ...(at === 0 && { level: 1 }),
    }));
}

/**
 * Loads a PDF: with PDFium, and with pdf-parse where that finds no text or garbled text.
 *
 * @throws AppError `no_text`, `unsupported_type`, `too_large`
 */
export async function loadPdf(bytes: Uint8Array): Promise<Loaded> {
  const { title, language, outline, pages } = await readDocument(bytes);
  const legible = await legiblePages(bytes, pages);
  const lines = legible.map((page, index) => linesOf(inReadingOrder(page), index + 1));
  const { body, running } = divideRunningLines(lines, typographyOf(lines).size);
  const typography = typographyOf(body);
  const headings = findHeadings(body, outline, typography);
  const blocks = blocksOfLines(body, headings, typography);
  if (blocks.length === 0) throw failure('pdf_scanned');
  return {
    title: titleOf(title, blocks, outline),
    language: languageTag(language),
    blocks: [...blocks, ...repeatedBlocks(running)],
  };
}
