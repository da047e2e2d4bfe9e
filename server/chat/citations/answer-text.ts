import { isOpenParen, parenMarkAt, parseMark } from './citation-marks.ts';
import { mayCloseFence, mayOpenFence, openFence, placeInFence, type Fence } from './code-fence.ts';
import {
  addressAt,
  bracketAt,
  codeAt,
  isOpenAddress,
  isOpenBracket,
  isOpenCode,
} from './markdown-spans.ts';
import { markSign, spacedMarkSign } from './mark-placer.ts';
import type { OwnSourcesList } from './own-sources-list.ts';

/** Decisions that need to know the sources. */
export interface TextRules {
  /**
   * Returns the marks to write for these numbers of passages; empty if they name none.
   *
   * @param space The space in front, which goes with them.
   */
  cite(numbers: readonly number[], space: string): string;
  /** Whether there are passages of all these numbers. */
  isSource(numbers: readonly number[]): boolean;
  isKnown(address: string): boolean;
  /** Returns a reader for a list of sources at the end of the answer; null: none is looked for. */
  newList(): OwnSourcesList | null;
  /** Returns the marks to write instead of such a list. */
  citeList(numbers: readonly number[]): string;
}

/** Yields when it needs more of the text. */
type Reading<Result = void> = Generator<undefined, Result, undefined>;

const openers = '[【［〔(（';
/** A mark is a bracket, too. */
const bracketEnds = `]${markSign}${spacedMarkSign}`;
const special = /\\|`|!?[[【［〔]|[(（]|\n|(?:https?|ftp):\/\/|(?<![\p{L}\p{N}])www\./iu;
/** The end of a text that may become special when more follows. A space disappears with the mark behind it. */
const undecided = /(?:[ !\\]|h|ht|htt|https?:?\/?|f|ft|ftp:?\/?|(?<![\p{L}\p{N}])w{1,3})$/iu;
const escapedMark = /^\\\[([^\]\\\n]{1,60})\\?\]/;
const openEscapedMark = /^\\(?:\[[^\]\\\n]{0,60}\\?)?$/;
const betweenMarks = /^[ \t]*[,;，、；]?[ \t]*/;

/**
 * Rewrites an answer's Markdown while it streams: marks of sources become numbers of a list, and only
 * known addresses stay links. Text is held back while what follows may change its meaning, so the result
 * does not depend on how the text is cut into pieces.
 *
 * It reads Markdown as the widget does. A backtick or bracket that opens nothing is escaped where the text
 * written here could make it open something.
 */
export class AnswerText {
  readonly #rules: TextRules;
  readonly #reading: Reading;
  /** Not rewritten yet. */
  #held = '';
  #isEnd = false;
  /** Rewritten since the last call. */
  #written = '';
  #lastCharacter = '';
  #hasText = false;

  /** @param isLabel The text of a link: it has no lines of its own. */
  constructor(rules: TextRules, isLabel = false) {
    this.#rules = rules;
    this.#reading = this.#read(isLabel);
  }

  push(text: string): string {
    this.#held += text;
    this.#reading.next();
    const written = this.#written;
    this.#written = '';
    return written;
  }

  /** Returns the text that was held back. */
  end(): string {
    this.#isEnd = true;
    return this.push('');
  }

  *#read(isLabel: boolean): Reading {
    if (!isLabel) yield* this.#readLineStart();
    for (;;) {
      yield* this.#wait((text) => text === '');
      if (this.#held === '') return;
      yield* this.#readSpan();
    }
  }

  /** Waits for more text as long as `isOpen` says that it decides. */
  *#wait(isOpen: (text: string) => boolean): Reading {
    while (!this.#isEnd && isOpen(this.#held)) yield;
  }

  /** Waits for the line at `start` until it is whole or no longer `isOpen`. Returns what there is of it. */
  *#readLine(start: number, isOpen: (line: string) => boolean): Reading<string> {
    yield* this.#wait((text) => !text.includes('\n', start) && isOpen(text.slice(start)));
    const end = this.#held.indexOf('\n', start);
    return this.#held.slice(start, end < 0 ? undefined : end);
  }

  /** Takes `length` characters off the held text and writes `text` instead. */
  #write(length: number, text = this.#held.slice(0, length)): void {
    this.#held = this.#held.slice(length);
    if (text === '') return;
    this.#written += text;
    this.#lastCharacter = text.at(-1)!;
    this.#hasText ||= text.trim() !== '';
  }

  /** Writes text that begins with code: its backticks must not join others, or be escaped. */
  #writeCode(length: number, text: string): void {
    const joins = text.startsWith('`') && /[`\\]/.test(this.#lastCharacter);
    this.#write(length, joins ? ` ${text}` : text);
  }

  /** Writes text as it is, but makes no link of a label and parentheses that were none. */
  #writePlain(length: number): void {
    const text = this.#held.slice(0, length);
    const leads = text.startsWith('(') && bracketEnds.includes(this.#lastCharacter);
    this.#write(length, (leads ? '\\' : '') + text.replaceAll('](', ']\\('));
  }

  *#readSpan(): Reading {
    const text = this.#held;
    const at = text.search(special);
    if (at < 0) {
      const kept = this.#isEnd ? 0 : (undecided.exec(text)?.[0].length ?? 0);
      this.#writePlain(text.length - kept);
      return yield* this.#wait((more) => more.length === kept);
    }
    const start = text[at - 1] === ' ' && openers.includes(text[at]!) ? 1 : 0;
    if (at > start) return this.#writePlain(at - start);
    switch (text.charAt(at)) {
      case '\n':
        return yield* this.#readNewline();
      case '`':
        return yield* this.#readCode();
      case '\\':
        return yield* this.#readEscape();
      case '!':
      case '[':
      case '【':
      case '［':
      case '〔':
        return yield* this.#readBracket(start);
      case '(':
      case '（':
        return yield* this.#readParen(start);
      default:
        return yield* this.#readAddress();
    }
  }

  *#readNewline(): Reading {
    const numbers = this.#hasText ? yield* this.#readSourcesList() : null;
    if (numbers) {
      const marks = this.#rules.citeList(numbers);
      return this.#write(this.#held.length, marks && ` ${marks}`);
    }
    // Each newline of empty lines would be answered the same.
    this.#write(/^\n(?:\s*\n)?/.exec(this.#held)![0].length);
    yield* this.#readLineStart();
  }

  /** Returns the numbers of a list of sources if the rest of the text is one. */
  *#readSourcesList(): Reading<number[] | null> {
    const list = this.#rules.newList();
    for (let start = 1; list;) {
      const line = yield* this.#readLine(start, (part) => list.mayBegin(part));
      const end = start + line.length;
      const isWhole = this.#isEnd || end < this.#held.length;
      if (!isWhole || !list.add(line)) return null;
      if (end === this.#held.length) return list.numbers;
      start = end + 1;
    }
    return null;
  }

  *#readLineStart(): Reading {
    for (;;) {
      const line = yield* this.#readLine(0, mayOpenFence);
      const fence = openFence(line);
      if (!fence) return;
      this.#write(line.length);
      if (yield* this.#readFenced(fence)) return;
    }
  }

  /** Copies the lines of a code block. Returns false in front of a line that does not belong to it. */
  *#readFenced(fence: Fence): Reading<boolean> {
    for (;;) {
      yield* this.#wait((text) => text === '');
      if (this.#held === '') return true;
      this.#write(1);
      const line = yield* this.#readLine(0, mayCloseFence);
      const place = this.#held === '' ? 'inside' : placeInFence(line, fence);
      // Renderers do not agree where it ends: a line that ends it for all is written.
      if (place === 'outside') this.#write(0, `${fence.end}\n`);
      else this.#write(line.length);
      if (place !== 'inside') return place === 'closes';
      yield* this.#copyLine();
    }
  }

  *#copyLine(): Reading {
    for (;;) {
      const end = this.#held.indexOf('\n');
      this.#write(end < 0 ? this.#held.length : end);
      if (end >= 0 || this.#isEnd) return;
      yield;
    }
  }

  *#readCode(): Reading {
    yield* this.#wait(isOpenCode);
    const code = codeAt(this.#held);
    if (code === null) {
      const { length } = /^`+/.exec(this.#held)![0];
      return this.#write(length, '\\`'.repeat(length));
    }
    // A row of a table is cut at `|` before its code is looked for.
    const hides = code.includes('|') && special.test(code.replaceAll('`', ''));
    this.#writeCode(code.length, hides ? code.replaceAll('|', '\\|') : code);
  }

  *#readEscape(): Reading {
    yield* this.#wait((text) => openEscapedMark.test(text));
    const text = this.#held;
    const mark = escapedMark.exec(text);
    const numbers = mark && parseMark(mark[1]!);
    if (numbers) return this.#write(mark[0].length, this.#rules.cite(numbers, ''));
    this.#write(/^\\[!-/:-@[-`{-~]/.test(text) ? 2 : 1);
  }

  /** In code, an unknown address is no link. */
  *#readAddress(): Reading {
    yield* this.#wait(isOpenAddress);
    const insideWord = /^w/i.test(this.#held) && /[\p{L}\p{N}]/u.test(this.#lastCharacter);
    const address = insideWord ? null : addressAt(this.#held);
    if (address === null) return this.#writePlain(1);
    if (this.#rules.isKnown(address)) return this.#write(address.length);
    this.#writeCode(address.length, `\`${address}\``);
  }

  /** @param start 1 with a space before it. */
  *#readParen(start: number): Reading {
    yield* this.#wait((text) => isOpenParen(text.slice(start)));
    const mark = parenMarkAt(this.#held.slice(start));
    if (!mark || !this.#rules.isSource(mark.numbers)) return this.#writePlain(start + 1);
    this.#write(start + mark.length, this.#rules.cite(mark.numbers, this.#held.slice(0, start)));
  }

  /**
   * Pictures become their description: loading one may send what its address says to another server.
   *
   * @param start 1 with a space before it.
   */
  *#readBracket(start: number): Reading {
    yield* this.#wait((text) => isOpenBracket(text.slice(start)));
    const found = bracketAt(this.#held.slice(start));
    if (found && !found.isImage && parseMark(found.label)) return yield* this.#readMarks(start);
    if (!found || found.address === null) return this.#writePlain(start + 1);
    const { label, isImage, address, target } = found;
    const inner = new AnswerText(this.#rules, true);
    const text = inner.push(label) + inner.end();
    const isLink = !isImage && this.#rules.isKnown(address);
    const before = this.#held.slice(0, start);
    if (before) this.#write(1);
    this.#writeCode(found.length, isLink ? `[${text}]${target}` : text);
  }

  /** Marks side by side are one. */
  *#readMarks(start: number): Reading {
    const numbers: number[] = [];
    let end = start;
    for (let at = start; ;) {
      yield* this.#wait((text) => isOpenBracket(text.slice(at)));
      const found = bracketAt(this.#held.slice(at));
      const cited = found && !found.isImage && parseMark(found.label);
      if (!cited) break;
      numbers.push(...cited);
      end = at + found.length;
      yield* this.#wait(
        (text) => betweenMarks.exec(text.slice(end))![0].length === text.length - end,
      );
      at = end + betweenMarks.exec(this.#held.slice(end))![0].length;
    }
    this.#write(end, this.#rules.cite(numbers, this.#held.slice(0, start)));
  }
}
