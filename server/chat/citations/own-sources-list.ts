import { wordsOfAll } from '../../language/languages.ts';
import type { Passage } from '../../storage/chunks.ts';
import { isSourceWord, parseMark } from './citation-marks.ts';

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
