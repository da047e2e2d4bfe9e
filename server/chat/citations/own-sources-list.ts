import type { Passage } from '../../storage/chunks.ts';
import { parseMark, sourceWords } from './citation-marks.ts';

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

/** The number of the first passage for each form in which a list may name it. */
export type SourceNames = ReadonlyMap<string, number>;

/** Collects titles and addresses, alone and together, without spaces and punctuation. */
export function namesOf(passages: readonly Passage[]): SourceNames {
  const names = new Map<string, number>();
  for (const [index, { title, headingPath, url }] of passages.entries()) {
    const titles = [title, `${title}${headingPath}`].map(bare);
    const urls = [url, url.replace(/^https?:\/\//, '')].map(bare);
    const both = titles.flatMap((one) => urls.flatMap((other) => [one + other, other + one]));
    for (const name of [...titles, ...urls, ...both, urls[0]! + urls[0]!]) {
      if (name !== '' && !names.has(name)) names.set(name, index + 1);
    }
  }
  return names;
}

/** Returns the word for sources with its markup, or an empty string if the line does not begin with one. */
function headingOf(line: string): string {
  const [heading = '', word = ''] = label.exec(line) ?? [];
  return sourceWords.has(bare(word)) ? heading : '';
}

/** Splits a line into the numbers it begins with and the rest; no numbers: null. */
function readEntry(line: string): { numbers: number[] | null; rest: string } {
  let rest = line.replace(bullet, '');
  let numbers: number[] | null = null;
  for (;;) {
    const found = oneMark.exec(rest);
    const cited = found && parseMark(found[1]!);
    if (!cited) return { numbers, rest };
    numbers = [...(numbers ?? []), ...cited];
    rest = rest.slice(found[0].length);
  }
}

/**
 * Recognises a list of sources that a model wrote below its answer although it was told not to. It consists
 * of lines with nothing but numbers, titles and addresses of the passages, which are numbered or stand
 * below a word for sources.
 */
export class OwnSourcesList {
  readonly #names: SourceNames;
  #numbers: number[] = [];
  #isHeaded = false;
  #entries = 0;
  #lines = 0;

  constructor(names: SourceNames) {
    this.#names = names;
  }

  /** The passages' numbers that the list names; null without an entry. */
  get numbers(): number[] | null {
    return this.#entries > 0 ? this.#numbers : null;
  }

  /** Reads the next whole line; false: the text is no list. */
  add(line: string): boolean {
    if (line.trim() === '') return true;
    if (line.length > maxLine || ++this.#lines > maxLines) return false;
    const isBegin = this.#entries === 0 && !this.#isHeaded;
    if (isBegin && rule.test(line)) return true;
    const heading = isBegin ? headingOf(line) : '';
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
    const name = bare(rest);
    if (name === '') return this.#isHeaded ? numbers : null;
    const named = this.#names.get(name);
    if (named === undefined || !(numbers || this.#isHeaded)) return null;
    return numbers ?? [named];
  }

  /** Whether the list may go on with a line that begins so. */
  mayBegin(line: string): boolean {
    if (line.length > maxLine) return false;
    let entry = line;
    let isHeaded = this.#isHeaded;
    if (this.#entries === 0 && !isHeaded) {
      if (beginsRule.test(line)) return true;
      const word = bare(line);
      for (const each of sourceWords) if (each.startsWith(word)) return true;
      const heading = headingOf(line);
      isHeaded = heading !== '';
      entry = line.slice(heading.length);
    }
    const { numbers, rest } = readEntry(entry);
    if (beginsMark.test(rest)) return true;
    if (!numbers && !isHeaded) return false;
    const name = bare(rest);
    for (const each of this.#names.keys()) if (each.startsWith(name)) return true;
    return false;
  }
}
