import { wordsOfAll } from '../../language/languages.ts';
import type { Passage } from '../../storage/chunks.ts';
import { isOpen, tokenAt, type Token } from '../../../widget/parse-markdown.ts';
import { MarkdownStream, type Reading } from './markdown-stream.ts';

/** Returns the words for "source" that models write beside numbers, in lower case without spaces and punctuation. */
const isSourceWord = (word: string): boolean =>
  wordsOfAll('sources').has(word) || wordsOfAll('references').has(word);

const maxRange = 50;
/** `Source 3`, `#3`, `^3`, `3-5`: one item of a mark. */
const item =
  /^\^?(?:(\p{L}[\p{L}\p{M}]*)\.?[\s:#№]*)?#?(\d{1,3})(?:\s*[-–—‑]\s*(?:(\p{L}[\p{L}\p{M}]*)\s*)?#?(\d{1,3}))?\^?$/u;
/** OpenAI's marks: the number of the search, the number of the result, then a word. */
const dagger = /^(\d{1,3})(:\d{1,3})?†/;

/**
 * Reads the passages' numbers inside brackets: `1`, `1, 3`, `2-4`, `Source 1`, `^1`, `1†source`. Returns null
 * for anything else, such as a year, an interval from 0 or a check box.
 */
function parseMark(inside: string): number[] | null {
  const text = inside.normalize('NFKC').trim();
  const openAi = dagger.exec(text);
  // Two numbers count something else than our passages.
  if (openAi) return openAi[2] === undefined ? [Number(openAi[1])] : [];
  const parts = text.split(/[,;、&]/).map((part) => part.trim());
  const numbers = parts.map(parseItem);
  if (numbers.includes(null)) return null;
  const all = numbers.flatMap((each) => each ?? []);
  return all.length > 1 && all.includes(0) ? null : all;
}

/** The beginning of text in parentheses up to its first word, and what there is behind it. */
const paren = /^[(（]\s?(\p{L}[\p{L}\p{M}]{0,19})([^()（）\n]{0,40})([)）]?)/u;
const openParen = /^[(（]\s?$/;

/**
 * Reads the mark in parentheses that `text` begins with, such as `(Source 2)` or `(sources 1, 3)`; null for others. A
 * number alone, as in `(1)`, is none.
 */
function parenMarkAt(text: string): { numbers: number[]; length: number } | null {
  const [whole, word, rest, end] = paren.exec(text) ?? [];
  if (!whole || !word || !end || !wordsOfAll('sources').has(word.toLowerCase())) return null;
  const numbers = parseMark(word + rest!);
  return numbers?.length ? { numbers, length: whole.length } : null;
}

/** Whether text that follows decides if `text` begins with such a mark. */
function isOpenParen(text: string): boolean {
  if (openParen.test(text)) return true;
  const [whole, word, rest] = paren.exec(text) ?? [];
  if (whole === undefined || whole.length < text.length || /[)）]$/.test(whole)) return false;
  return rest === '' || wordsOfAll('sources').has(word!.toLowerCase());
}

function parseItem(part: string): number[] | null {
  const [, word, first, otherWord, last] = item.exec(part) ?? [];
  if (first === undefined) return null;
  if ([word, otherWord].some((each) => each && !isSourceWord(each.toLowerCase()))) return null;
  const from = Number(first);
  const to = Number(last ?? first);
  return to < from || to - from > maxRange
    ? [from, to]
    : Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Characters; a longer line is prose. */
const maxLine = 600;
const maxLines = 100;
const rule = /^\s*([-*_])(?:\s*\1){2,}\s*$/;
const beginsRule = /^\s*(?:-[\s-]*|\*[\s*]*|_[\s_]*)$/;
const bullet = /^[\s>*•+-]*(?:\d{1,3}[.)]\s*)?[*_\s]*/;
const oneMark = /^\\?[[【［〔]([^[\]【】［］〔〕\\]{1,40})\\?[\]】］〕]:?[\s,;.–—-]*/;
const beginsMark = /^\\?(?:[[【［〔][^[\]【】［］〔〕]{0,40}|\d{1,3})?$/;
const label =
  /^[\s#>*_-]*([\p{L}\p{M}]+(?: +[\p{L}\p{M}]+)*)\s*(?:[*_]+\s*)?(?:[:：]\s*(?:[*_]+\s*)?|$)/u;

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** Returns the word for sources with its markup, or an empty string if the line does not begin with one. */
function headingOf(line: string): string {
  const [heading = '', word = ''] = label.exec(line) ?? [];
  return isSourceWord(bare(word)) ? heading : '';
}

/** Splits a line into the numbers it begins with and the rest; no numbers: null. */
function readEntry(line: string): { numbers: number[] | null; rest: string } {
  let rest = line.replace(bullet, '');
  let numbers: number[] | null = null;
  for (;;) {
    const found = oneMark.exec(rest);
    const cited = found && parseMark(found[1]!);
    if (!cited) return { numbers, rest: bare(rest) };
    numbers = [...(numbers ?? []), ...cited];
    rest = rest.slice(found[0].length);
  }
}

/** Whether a bare text consists of the passage's title, headings and address. */
function names(text: string, { title, headingPath, url }: Passage): boolean {
  const parts = [url, url.replace(/^https?:\/\//, ''), title, headingPath].map(bare);
  const left = parts.reduce((rest, part) => (part ? rest.replaceAll(part, '') : rest), text);
  return left === '';
}

/**
 * Recognises a list of sources that a model wrote below its answer although it was told not to. It consists
 * of lines with nothing but numbers, titles and addresses of the passages, which are numbered or stand
 * below a word for sources.
 */
export class OwnSourcesList {
  readonly #passages: readonly Passage[];
  #numbers: number[] = [];
  #isHeaded = false;
  #entries = 0;
  #lines = 0;

  constructor(passages: readonly Passage[]) {
    this.#passages = passages;
  }

  /** The passages' numbers that the list names; null without an entry. */
  get numbers(): number[] | null {
    return this.#entries > 0 ? this.#numbers : null;
  }

  get #isBegin(): boolean {
    return this.#entries === 0 && !this.#isHeaded;
  }

  /** Reads the next whole line; false: the text is no list. */
  add(line: string): boolean {
    if (line.trim() === '') return true;
    if (line.length > maxLine || ++this.#lines > maxLines) return false;
    if (this.#isBegin && rule.test(line)) return true;
    const heading = this.#isBegin ? headingOf(line) : '';
    this.#isHeaded ||= heading !== '';
    const entry = line.slice(heading.length);
    if (entry.trim() === '') return true;
    const numbers = this.#numbersOf(entry);
    if (!numbers) return false;
    this.#numbers.push(...numbers);
    this.#entries++;
    return true;
  }

  #numbersOf(line: string): number[] | null {
    const { numbers, rest } = readEntry(line);
    if (rest === '') return this.#isHeaded ? numbers : null;
    if (!numbers && !this.#isHeaded) return null;
    const named = this.#passages.findIndex((passage) => names(rest, passage));
    return named < 0 ? null : (numbers ?? [named + 1]);
  }

  /** Whether the list may go on with a line that begins so. */
  mayBegin(line: string): boolean {
    if (line.length > maxLine) return false;
    if (this.#isHeaded) return true;
    if (this.#isBegin) {
      const word = bare(line);
      if (beginsRule.test(line) || headingOf(line) !== '') return true;
      for (const use of ['sources', 'references'] as const)
        for (const each of wordsOfAll(use)) if (each.startsWith(word)) return true;
    }
    return beginsMark.test(line.replace(bullet, '')) || readEntry(line).numbers !== null;
  }
}

/** Decisions that need to know the sources. */
interface MarkRules {
  /**
   * Returns the marks to write for these numbers of passages; empty if they name none.
   *
   * @param space The space in front, which goes with them.
   */
  cite(numbers: readonly number[], space: string): string;
  /** Whether there are passages of all these numbers. */
  isSource(numbers: readonly number[]): boolean;
  /** Returns a reader for a list of sources at the end of the answer; null: none is looked for. */
  newList(): OwnSourcesList | null;
  /** Returns the marks to write instead of such a list. */
  citeList(numbers: readonly number[]): string;
}

const special = /\\|`|!?\[|<?https?:\/\/|\n|[【［〔(（]/i;
const openers = /[【［〔(（]/;
/** Brackets of any form, also escaped ones. */
const bracket = /^(?:\\?\[([^[\]\\\n]{1,60})\\?\]|[【［〔]([^】］〕\n]{1,60})[】］〕])/;
const openBracket = /^(?:\\(?:\[[^[\]\\\n]{0,60}\\?)?|[【［〔][^】］〕\n]{0,60})$/;
/** Whether more text decides if a text begins with a mark. */
const mayBeMark = (text: string) =>
  openBracket.test(text) || isOpenParen(text) || (text.startsWith('[') && isOpen(text));
const betweenMarks = /^[ \t]*[,;，、；]?[ \t]*/;

/** Rewrites the marks of sources in an answer, as models write them, while it streams. */
export class MarkReader extends MarkdownStream {
  readonly #rules: MarkRules;
  #hasText = false;

  constructor(rules: MarkRules, isLabel = false) {
    super(special, isLabel);
    this.#rules = rules;
  }

  protected take(token: Token): void {
    const { kind, raw } = token;
    this.#hasText ||= raw.trim() !== '';
    if (kind !== 'link' || !token.label) return this.write(raw.length);
    const label = new MarkReader(this.#rules, true);
    this.write(
      raw.length,
      raw.replace(token.label, () => label.push(token.label) + label.end()),
    );
  }

  /** Reads marks side by side as one. */
  protected override *readOwn(space: 0 | 1): Reading<boolean> {
    const numbers: number[] = [];
    let end = 0;
    for (let at: number = space; ;) {
      yield* this.wait((text) => mayBeMark(text.slice(at)));
      const found = this.#markAt(at);
      if (!found) break;
      numbers.push(...found.numbers);
      end = at + found.length;
      const endOfSpace = (text: string) => end + betweenMarks.exec(text.slice(end))![0].length;
      yield* this.wait((text) => endOfSpace(text) === text.length);
      at = endOfSpace(this.held);
    }
    if (end > 0) {
      this.#hasText = true;
      this.write(end, this.#rules.cite(numbers, this.held.slice(0, space)));
      return true;
    }
    const isOwn = openers.test(this.held.charAt(space));
    if (isOwn) this.write(space + 1);
    return isOwn;
  }

  #markAt(at: number): { numbers: number[]; length: number } | null {
    const text = this.held.slice(at);
    const inParens = parenMarkAt(text);
    if (inParens) return this.#rules.isSource(inParens.numbers) ? inParens : null;
    // A number may be a link.
    const linked = text.startsWith('[') ? tokenAt(text, 0) : null;
    const [written, label, wide] =
      linked?.kind === 'link' ? [linked.raw, linked.label] : (bracket.exec(text) ?? []);
    const numbers = parseMark(label ?? wide ?? '');
    return numbers && { numbers, length: written!.length };
  }

  /** Drops the rest of the text if it is a list of sources. */
  protected override *readNewline(): Reading {
    const numbers = this.#hasText ? yield* this.#readSourcesList() : null;
    if (numbers) return this.write(this.held.length, this.#rules.citeList(numbers));
    // Each newline of empty lines would be answered the same.
    this.write(/^\n(?:\s*\n)?/.exec(this.held)![0].length);
  }

  /** Returns the numbers of a list of sources if the rest of the text is one. */
  *#readSourcesList(): Reading<number[] | null> {
    const list = this.#rules.newList();
    for (let start = 1; list;) {
      const line = yield* this.#readLine(start, (part) => list.mayBegin(part));
      const end = start + line.length;
      const isWhole = this.isEnd || end < this.held.length;
      if (!isWhole || !list.add(line)) return null;
      if (end === this.held.length) return list.numbers;
      start = end + 1;
    }
    return null;
  }

  /** Waits for the line at `start` until it is whole or no longer `mayGoOn`. Returns what there is of it. */
  *#readLine(start: number, mayGoOn: (line: string) => boolean): Reading<string> {
    yield* this.wait((text) => !text.includes('\n', start) && mayGoOn(text.slice(start)));
    const end = this.held.indexOf('\n', start);
    return this.held.slice(start, end < 0 ? undefined : end);
  }
}
