import type { Passage } from '../../storage/chunks.ts';
import { closers, parseMark } from './citation-marks.ts';
import { sourceWords } from './source-words.ts';

/** As much as is looked at before a line is certainly none of a list. */
const longestLine = 600;
/** Lines with text. The list may name each passage with title and address, below a heading. */
const mostLines = (passages: number) => 4 * passages + 20;
const rule = /^\s*([-*_])(?:\s*\1){2,}\s*$/;
const beginsRule = /^\s*(?:-[\s-]*|\*[\s*]*|_[\s_]*)$/;
const bullet = /^[\s>*•+-]*(?:\d{1,3}[.)]\s*)?[*_\s]*/;
const oneMark = /^\\?([[【［〔])([^[\]【】［］〔〕\\]{1,40})\\?[\]】］〕]:?[\s,;.–—-]*/;
const beginsMark = /^\\?(?:[[【［〔][^[\]【】［］〔〕]{0,40})?$/;
const label =
  /^[\s#>*_-]*([\p{L}\p{M}]+(?: +[\p{L}\p{M}]+)*)\s*(?:[*_]+\s*)?(?:[:：]\s*(?:[*_]+\s*)?|$)/u;

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** What a line of a list may say of a passage, without spaces and punctuation. */
function namesOf({ title, headingPath, url }: Passage): string[] {
  const titles = [title, `${title}${headingPath}`].map(bare);
  const urls = [url, url.replace(/^https?:\/\//, '')].map(bare);
  const both = titles.flatMap((one) => urls.flatMap((other) => [one + other, other + one]));
  return [...titles, ...urls, ...both, urls[0]! + urls[0]!].filter((name) => name !== '');
}

/** A word for sources, with what marks it as a heading; else empty. */
function headingOf(line: string): string {
  const [heading = '', word = ''] = label.exec(line) ?? [];
  return sourceWords.has(bare(word)) ? heading : '';
}

interface Entry {
  numbers: number[];
  /** Whether numbers stand before it. */
  marked: boolean;
  /** What is behind them. */
  rest: string;
}

function readEntry(line: string): Entry {
  let rest = line.replace(bullet, '');
  const numbers: number[] = [];
  let marked = false;
  for (;;) {
    const [whole = '', open = '', inside = ''] = oneMark.exec(rest) ?? [];
    const cited = whole && closers[open] ? parseMark(inside) : null;
    if (!cited) return { numbers, marked, rest };
    marked = true;
    numbers.push(...cited);
    rest = rest.slice(whole.length);
  }
}

/**
 * Models are told not to write a list of sources, and some do. At the end of an answer lines that say
 * nothing but numbers, titles and addresses of the passages are one, when they are numbered or stand
 * below a word for sources.
 */
export class OwnSourcesList {
  /** The number of the first passage of each name. */
  readonly #names = new Map<string, number>();
  readonly #mostLines: number;

  constructor(passages: readonly Passage[]) {
    this.#mostLines = mostLines(passages.length);
    passages.forEach((passage, index) => {
      for (const name of namesOf(passage)) {
        if (!this.#names.has(name)) this.#names.set(name, index + 1);
      }
    });
  }

  /**
   * The numbers that the list names, if `text` is one and nothing else; `more` if it may become one;
   * null if it never will.
   */
  read(text: string, isEnd: boolean): number[] | 'more' | null {
    const numbers: number[] = [];
    let headed = false;
    let entries = 0;
    let lines = 0;
    for (let start = 0, end = 0; end < text.length; start = end + 1) {
      const newline = text.indexOf('\n', start);
      end = newline < 0 ? text.length : newline;
      const line = text.slice(start, end);
      if (line.trim() === '') continue;
      if (line.length > longestLine || ++lines > this.#mostLines) return null;
      if (entries === 0 && !headed && rule.test(line)) continue;
      if (newline < 0 && !isEnd) return this.#mayBecome(line, headed, entries) ? 'more' : null;
      const heading: string = entries === 0 && !headed ? headingOf(line) : '';
      headed ||= heading !== '';
      const said = line.slice(heading.length);
      if (said.trim() === '') continue;
      const found = this.#numbersOf(said, headed);
      if (!found) return null;
      numbers.push(...found);
      entries++;
    }
    if (!isEnd) return 'more';
    return entries > 0 ? numbers : null;
  }

  #numbersOf(line: string, headed: boolean): number[] | null {
    const { numbers, marked, rest } = readEntry(line);
    const name = bare(rest);
    if (name === '') return marked && headed ? numbers : null;
    const named = this.#names.get(name);
    if (named === undefined || !(marked || headed)) return null;
    return marked ? numbers : [named];
  }

  #mayBecome(line: string, headed: boolean, entries: number): boolean {
    if (entries === 0 && !headed) {
      if (beginsRule.test(line)) return true;
      const word = bare(line);
      for (const each of sourceWords) if (each.startsWith(word)) return true;
      const heading = headingOf(line);
      if (heading !== '') return this.#mayBeEntry(line.slice(heading.length), true);
    }
    return this.#mayBeEntry(line, headed);
  }

  #mayBeEntry(line: string, headed: boolean): boolean {
    const { marked, rest } = readEntry(line);
    if (beginsMark.test(rest) || /^\d{1,3}$/.test(rest)) return true;
    if (!marked && !headed) return false;
    const name = bare(rest);
    for (const each of this.#names.keys()) if (each.startsWith(name)) return true;
    return false;
  }
}
