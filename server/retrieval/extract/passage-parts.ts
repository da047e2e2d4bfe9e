import { LRUCache } from 'lru-cache';
import type { Cell } from '../../providers/extract.ts';
import { hasAnswerType } from '../../text/answer-type.ts';
import { hasClockTime } from '../../text/clock-time.ts';
import { isQuestion, sentences } from '../../text/sentences.ts';
import { haystack, sharesMost, termsOf, type Haystack, type Term } from '../../text/terms.ts';

/** A sentence, a line of a list, a row of a table, or a heading. */
export interface Part {
  /** Trimmed, without `[1]`, which would be read as a citation. */
  text: string;
  /**
   * `heading`, `question` and `intro` (before a list) introduce the next part and are no answer, as is a
   * `repeat` of the visitor's question. `line`: of a list, without a full stop.
   */
  role: 'heading' | 'question' | 'intro' | 'repeat' | 'sentence' | 'line' | 'row';
  /** A `row` has some. */
  cells: readonly Cell[];
  /** Parts of one paragraph, list or table have the same number. */
  block: number;
  terms: readonly Term[];
  stack: Haystack;
}

const citationLike = /\s?\[\d{1,3}\](?!\()/g;
const terminated = /[.!?。！？؟۔।॥…:：;]["'”’»」』)]*$/;
const colon = /[:：]$/;
/** A sentence that shares more than this with the question repeats it. */
const maxShared = 0.8;
/** The full stop of an abbreviated currency ends no sentence: "Взрослые 120 руб." */
const amount = /\p{N}\s?(?:руб|р|грн|тг|din|дин)\.$/iu;
/** Characters of the name of a column. */
const maxName = 60;
/** A line with one of them is no heading. */
const facts = ['phone', 'email', 'price'] as const;
/** Characters of a heading inside of a chunk. */
const maxHeading = 100;

/** Returns whether a part only introduces another one. */
export const leads = ({ role }: Part): boolean =>
  role === 'heading' || role === 'question' || role === 'intro' || role === 'repeat';

type Words = Pick<Part, 'terms' | 'stack'>;

/** Characters of the texts; their words take about fifty times as much memory. */
const maxKnown = 30_000;
const known = new LRUCache<string, Words>({
  maxSize: maxKnown,
  sizeCalculation: (_words, text) => text.length,
});

/** Reads the words of a part; the same pages answer many questions. */
function wordsOf(text: string): Words {
  const found = known.get(text);
  if (found) return found;
  const words = { terms: termsOf(text), stack: haystack(text) };
  known.set(text, words);
  return words;
}

/** Splits a passage into its parts, in order, after its heading. */
export function partsOf(asked: Haystack, heading: string, text: string): Part[] {
  const found: Part[] = [];
  const add = (
    part: string,
    role: (terms: readonly Term[]) => Part['role'],
    cells: readonly Cell[],
    block: number,
  ) => {
    const { terms, stack } = wordsOf(part);
    found.push({ text: part, role: role(terms), cells, block, terms, stack });
  };
  if (heading) add(heading, () => (isQuestion(heading) ? 'question' : 'heading'), [], 0);
  let afterLine = true;
  let block = 1;
  let space = '';
  for (const sentence of sentences(text)) {
    const trimmed = sentence.text.replace(citationLike, '').trim();
    const hasWords = /[\p{L}\p{N}]/u.test(trimmed);
    if (hasWords && /\n\s*\n/.test(space)) block++;
    // An empty line is a sentence of its own.
    const after = sentence.text.slice(sentence.text.trimEnd().length);
    space = sentence.text.trim() === '' ? space + after : after;
    const endsLine = /[\n\r]/.test(space) || sentence.end === text.length;
    if (hasWords) {
      const isLine = afterLine && endsLine && (!terminated.test(trimmed) || amount.test(trimmed));
      const cells = isLine ? cellsOf(trimmed) : [];
      add(trimmed, (terms) => roleOf(asked, trimmed, terms, isLine, cells), cells, block);
    }
    afterLine = endsLine;
  }
  return withHeadings(found);
}

/** Turns lines into headings, and begins a new block with each part that leads. */
function withHeadings(parts: readonly Part[]): Part[] {
  let block = 0;
  return parts.map((part, at) => {
    const before = parts[at - 1];
    const role = isHeading(parts, at) ? 'heading' : part.role;
    if (part.block !== before?.block || leads({ ...part, role })) block++;
    return { ...part, role, block };
  });
}

/** Whether a part is a line alone between empty lines, as ingestion writes headings inside of a chunk. */
function isHeading(parts: readonly Part[], at: number): boolean {
  const { role, text, block } = parts[at]!;
  if (role !== 'line' || text.length > maxHeading || isFact(text)) return false;
  const next = parts[at + 1];
  return parts[at - 1]?.block !== block && next !== undefined && next.block !== block;
}

/** "Monday 9:00 to 17:00" names nothing below it. */
const isFact = (text: string) =>
  text.includes(': ') || facts.some((type) => hasAnswerType(text, type)) || hasClockTime(text);

function roleOf(
  asked: Haystack,
  text: string,
  terms: readonly Term[],
  isLine: boolean,
  cells: readonly Cell[],
): Part['role'] {
  if (isQuestion(text)) return 'question';
  if (colon.test(text)) return 'intro';
  if (cells.length > 0) return 'row';
  if (!/\p{N}/u.test(text) && sharesMost(terms, asked, maxShared)) return 'repeat';
  return isLine ? 'line' : 'sentence';
}

/** Cells of a row without names; with more it is rather a text. */
const maxUnnamed = 5;

/** Reads a row of a table without a header: "Tuesday; 10:00 – 17:00", but not "Bread; water; milk". */
function unnamedCells(line: string): Cell[] {
  const cells = line.split('; ').map((value) => ({ name: '', value }));
  const isRow = cells.length === 2 || (cells.length <= maxUnnamed && /\p{N}/u.test(line));
  return isRow && cells.length > 1 && cells[0]!.value.length <= maxName ? cells : [];
}

/**
 * Reads a table row as ingestion writes it: `Ticket: Family; Price: €28.00`. A column without a name has only
 * its value: `Sunday; Desk: 9:00 to 12:00`. Empty for any other line.
 */
export function cellsOf(line: string): Cell[] {
  const cells = line.split('; ').map((text): { cell: Cell | null; text: string } => {
    const at = text.indexOf(': ');
    const isNamed = at > 0 && at <= maxName;
    return { cell: isNamed ? { name: text.slice(0, at), value: text.slice(at + 2) } : null, text };
  });
  const joined: Cell[] = [];
  cells.forEach(({ cell, text }, at) => {
    const last = joined.at(-1);
    if (cell) joined.push(cell);
    else if (at === 0 && cells.length > 1 && text.length <= maxName)
      joined.push({ name: '', value: text });
    // A semicolon inside a cell continues it.
    else if (last) last.value += `; ${text}`;
  });
  if (joined.every(({ name }) => name === '')) return unnamedCells(line);
  return joined.length > 1 ? joined : [];
}
