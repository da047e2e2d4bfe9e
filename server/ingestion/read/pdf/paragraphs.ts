import { bullet, dash, isMark, numeral, type Line } from './lines.ts';
import {
  isCutShort,
  type Margins,
  endsSentence,
  type Typography,
  isUnspaced,
} from './typography.ts';

/** Conjunctions after a suspended hyphen: "Ein- und Ausgang". */
const suspended = /^(?:und|oder|bzw|and|or|et|ou|y|o|e|en|of|og|och|eller|bis|to)\b/u;
const hyphenEnd = /[\p{L}\p{M}][\u00ad\u2010-]$/u;

/** Words that a document writes with a hyphen within a line. */
type HyphenatedWords = ReadonlySet<string>;

export function hyphenatedWords(texts: Iterable<string>): HyphenatedWords {
  const words = new Set<string>();
  for (const text of texts) {
    for (const [word] of text.matchAll(/(?<!\p{L})\p{L}+(?:[-\u2010]\p{L}+)+/gu)) {
      words.add(word.replaceAll('\u2010', '-').toLowerCase());
    }
  }
  return words;
}

/** Whether a hyphen at the end of a line belongs to the word: as elsewhere in the document, or in names. */
function keepsHyphen(before: string, after: string, known: HyphenatedWords): boolean {
  const first = /(?<![\p{L}\p{N}-])[\p{L}\p{N}-]+$/u.exec(before.slice(-60))?.[0] ?? '';
  const second = /^[\p{L}\p{N}-]+/u.exec(after)?.[0] ?? '';
  const compound = /[\p{N}-]/u.test(first + second);
  return compound || known.has(`${first}-${second}`.toLowerCase());
}

/** Joins two lines of one paragraph. */
export function joinLines(before: string, after: string, known: HyphenatedWords): string {
  // Only the end is examined: a paragraph may be long, and its lines are many.
  const end = before.slice(-2);
  if (hyphenEnd.test(end)) {
    const word = before.slice(0, -1);
    if (suspended.test(after)) return `${word}- ${after}`;
    if (/^\p{Ll}/u.test(after) && !keepsHyphen(word, after, known)) return word + after;
    if (/^[\p{L}\p{N}]/u.test(after)) return `${word}-${after}`;
  }
  const text = end.endsWith('\u00ad') ? `${before.slice(0, -1)}-` : before;
  // A hyphen that does not follow a word is kept, as in "--help".
  if (/[\p{L}\p{N}]-$/u.test(text.slice(-2)) && /^\p{N}/u.test(after)) return text + after;
  const last = [...end].at(-1) ?? '';
  const next = String.fromCodePoint(after.codePointAt(0) ?? 0x20);
  return isUnspaced(last) || isUnspaced(next) ? text + after : `${text} ${after}`;
}

/** A paragraph or list item that may continue. */
export interface OpenText {
  kind: 'paragraph' | 'item';
  lines: Line[];
}

const startsWithin = (text: string) => /^[\p{Pi}\p{Ps}"']?\p{Ll}/u.test(text);

/** Returns the distance of two baselines in font sizes. */
const stepOf = (line: Line, next: Line) => (next.y - line.y) / Math.max(line.size, next.size);

/** Whether a line begins a list item after the open text. */
export function beginsItem(
  line: Line,
  open: OpenText | undefined,
  margins: Margins,
  body: Typography,
): boolean {
  const { text } = line;
  if (bullet.test(text)) return true;
  if (!dash.test(text) && !numeral.test(text)) return false;
  const last = open?.lines.at(-1);
  // Within a sentence the mark is a dash or the number of a day.
  return (
    !open ||
    !last ||
    last.page !== line.page ||
    open.kind === 'item' ||
    endsSentence(last.text) ||
    isCutShort(last, line, margins) ||
    Math.abs(stepOf(last, line)) > body.leading * 1.25 ||
    Math.abs(line.start - last.start) > line.size
  );
}

/** Whether a line in another column or on another page continues a sentence. */
function continuesAfterJump(last: Line, line: Line, margins: Margins): boolean {
  if (endsSentence(last.text) || isCutShort(last, line, margins)) return false;
  return startsWithin(line.text) || last.text.endsWith('\u00ad') || isUnspaced(line.text[0] ?? '');
}

/** Whether a line that begins further right than the one before continues the open text. */
function continuesIndented(open: OpenText, line: Line, next: Line | undefined): boolean {
  const [first] = open.lines as [Line];
  if (open.lines.length > 1)
    return open.kind === 'item' && line.start - first.start < 5 * line.size;
  if (open.kind === 'item') return true;
  // The next line has a hanging indent too; after the indent of a first line it has not.
  return next !== undefined && Math.abs(next.start - line.start) < 0.3 * line.size;
}

/**
 * Whether a line continues the open text.
 *
 * @param next the line after it on its page
 * @param marginsBefore of the page of the open text
 */
export function continues(
  open: OpenText,
  line: Line,
  next: Line | undefined,
  marginsBefore: Margins,
  body: Typography,
): boolean {
  const last = open.lines.at(-1)!;
  if (open.lines.length === 1 && isMark(last.text)) return last.page === line.page;
  const size = Math.max(last.size, line.size);
  if (Math.abs(last.size - line.size) > 0.12 * size) return false;
  const step = stepOf(last, line);
  const apart = line.start > last.end + size || line.end < last.start - size;
  if (last.page !== line.page || step < -0.5 || step > 4 || (apart && step > 0.3)) {
    return continuesAfterJump(last, line, marginsBefore);
  }
  const within = startsWithin(line.text) && !endsSentence(last.text);
  if (step > body.leading * 1.25 + 0.1) return within && step < body.leading * 1.8;
  if (last.bold !== line.bold || last.mono !== line.mono) return within;
  const indent = (line.start - last.start) / size;
  const cut = isCutShort(last, line, marginsBefore);
  if (indent > 0.8) return within || (!cut && continuesIndented(open, line, next));
  if (indent < -0.8)
    return within || (!cut && open.kind === 'paragraph' && open.lines.length === 1);
  return within || !cut;
}
