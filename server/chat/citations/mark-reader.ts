import { isOpen, tokenAt, type Token } from '../../../widget/parse-markdown.ts';
import { isOpenParen, parenMarkAt, parseMark } from './citation-marks.ts';
import { MarkdownStream, type Reading } from './markdown-stream.ts';
import type { OwnSourcesList } from './own-sources-list.ts';

/** Decisions that need to know the sources. */
export interface MarkRules {
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
    if (numbers) {
      const marks = this.#rules.citeList(numbers);
      return this.write(this.held.length, marks && ` ${marks}`);
    }
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
