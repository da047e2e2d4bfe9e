import {
  endsInCode,
  isOpen,
  maxToken,
  openFrom,
  parseBlocks,
  tokenAt,
  type Token,
} from '../../../widget/parse-markdown.ts';

/** Yields when it needs more of the text. */
export type Reading<Result = void> = Generator<undefined, Result, undefined>;

/**
 * The beginning of a line that may yet open or close a code block. A line is tested with each piece that comes: more than
 * 200 signs of quotations and lists do not begin one.
 */
const openLine = /^(?:[^\S\n]|[>*+\d.)-]){0,200}(?:`{1,2}|~{1,2}|`{3,}[^`\n]*|~{3}[^\n]*)?$/;
const fenceLine = /^(?:[^\S\n]|[>*+\d.)-]){0,200}(?:`{3}|~{3})/;
const closingLine = /^(?:[^\S\n]|[>*+\d.)-]){0,200}(?:`{3,}|~{3,})?$/;
/** Characters that are read to find the code blocks of an answer. Later ones are read as text. */
const maxRead = 500_000;

/**
 * Rewrites the Markdown of an answer while it streams. Code blocks are copied. Text is held back while what follows may
 * change its meaning, so the result does not depend on how the text is cut into pieces.
 */
export abstract class MarkdownStream {
  /** Not rewritten yet. */
  protected held = '';
  /** The last characters that were written. */
  protected tail = '';
  protected isEnd = false;
  readonly #special: RegExp;
  readonly #reading: Reading;
  /** Rewritten since the last call. */
  #written = '';
  /** Rewritten from the beginning of a block on, of code only fences and blank lines. */
  #block = '';
  #isCode = false;
  #isTelling = false;
  /** A line of code that begins so does not end it; null: not known. */
  #indent: string | null = null;
  #read = 0;

  /**
   * @param special Where a token may begin that is rewritten, or what `readOwn` reads.
   * @param isLabel The text of a link: it has no lines of its own.
   */
  constructor(special: RegExp, isLabel: boolean) {
    this.#special = special;
    this.#reading = this.#rewrite(isLabel);
  }

  push(text: string): string {
    this.held += text;
    this.#reading.next();
    const written = this.#written;
    this.#written = '';
    return written;
  }

  /** Returns the text that was held back. */
  end(): string {
    this.isEnd = true;
    return this.push('');
  }

  /** Writes a token that is settled. */
  protected abstract take(token: Token): void;

  /** Rewrites what the held text begins with, behind a space, before it is read as Markdown. Returns false: nothing. */
  protected readOwn?(space: 0 | 1): Reading<boolean>;

  /** Rewrites the end of a line. */
  protected readNewline?(): Reading;

  /** Waits for more text as long as `mayChange` says that it decides. */
  protected *wait(mayChange: (text: string) => boolean): Reading {
    while (!this.isEnd && mayChange(this.held)) yield;
  }

  /** Takes `length` characters off the held text and writes `text` instead. */
  protected write(length: number, text = this.held.slice(0, length)): void {
    this.held = this.held.slice(length);
    if (text === '') return;
    this.#written += text;
    if (this.#isTelling || !this.#isCode) this.#block += text;
    this.tail = (this.tail + text).slice(-8);
  }

  *#rewrite(isLabel: boolean): Reading {
    if (!isLabel) yield* this.#readLineStart();
    for (;;) {
      yield* this.wait((text) => text === '');
      if (this.held === '') return;
      yield* this.#readSpan(isLabel);
    }
  }

  *#readSpan(isLabel: boolean): Reading {
    const at = this.held.search(this.#special);
    if (at < 0) {
      const end = this.isEnd ? this.held.length : openFrom(this.held.replace(/ $/, ''));
      const kept = this.held.length - end;
      this.#takeText(end);
      return yield* this.wait((more) => more.length === kept);
    }
    // It goes with the mark behind it.
    const space = this.held[at - 1] === ' ' ? 1 : 0;
    if (at > space) return this.#takeText(at - space);
    if (this.readOwn && (yield* this.readOwn(space))) return;
    this.write(space);
    if (this.held.startsWith('\n')) {
      if (this.readNewline) yield* this.readNewline();
      else this.write(1);
      if (!isLabel) yield* this.#readLineStart();
      return;
    }
    yield* this.wait(isOpen);
    const token = tokenAt(this.held.slice(0, maxToken), 0);
    const [first] = this.#special.exec(this.held)!;
    if (token.kind !== 'text' || token.raw !== token.text) return this.take(token);
    this.#takeText(first === '`' ? token.raw.length : Math.min(first.length, token.raw.length));
  }

  #takeText(length: number): void {
    const raw = this.held.slice(0, length);
    if (raw) this.take({ kind: 'text', raw, text: raw });
  }

  /** Copies lines of code up to the first other line. */
  *#readLineStart(): Reading {
    for (;;) {
      yield* this.wait((text) => openLine.test(text));
      if (this.held === '' || !this.#beginsCode()) return;
      yield* this.#copyLine();
    }
  }

  /** Whether the line that the held text begins with is one of a code block. */
  #beginsCode(): boolean {
    const end = this.held.indexOf('\n');
    const line = end < 0 ? this.held : this.held.slice(0, end);
    const wasCode = this.#isCode;
    this.#isTelling = (wasCode ? closingLine : fenceLine).test(line.trimEnd());
    const goesOn = this.#indent !== null && line.startsWith(this.#indent);
    if (this.#isTelling || (wasCode && !goesOn)) {
      this.#read += this.#block.length;
      const blocks = this.#read > maxRead ? [] : parseBlocks(this.#block + line);
      this.#block = this.#block.slice(blocks.at(-1)?.start);
      this.#isCode = endsInCode(blocks);
      this.#indent = wasCode ? null : (/^ *(?=[`~])/.exec(line)?.[0] ?? null);
    }
    return this.#isCode;
  }

  *#copyLine(): Reading {
    for (;;) {
      const end = this.held.indexOf('\n');
      this.write(end < 0 ? this.held.length : end + 1);
      if (end >= 0 || this.isEnd) return;
      yield;
    }
  }
}
