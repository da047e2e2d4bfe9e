import { bareAddressAt, readInline } from '../../../widget/inline-tokens.ts';
import { deepest, parseBlocks, type Block } from '../../../widget/markdown-blocks.ts';

/** The beginning of what may become a link: a bare address, or the target of a label. */
const opening = /https?:\/\/|\]\(/g;
/** The end of a text that may become an opening when more follows. */
const openEnd = /(?:h(?:t(?:t(?:ps?(?::\/?)?)?)?)?|\])$/;
/** A target without a title, which is the same in each cell of a table and each quotation. */
const target = /\]\(<?([^\s<>()\\|]*(?:\([^\s()\\|]*\)[^\s<>()\\|]*)*)>?\)/y;
/** Behind it, inline text goes on in no block. */
const blankLine = /\n[ \t]*\n/g;
/** An address that more text makes no longer. */
const whole =
  /https?:\/\/(?:\([^\s<>()"'`*|[\]\\\u3000-\u303f\uff01-\uff60]*\)|[^\s<>()"'`*|[\]\\\u3000-\u303f\uff01-\uff60])*(?:[\s<>)"'`*|[\]\\\u3000-\u303f\uff01-\uff60]|\([^\s<>()"'`*|[\]\\\u3000-\u303f\uff01-\uff60]*[\s<>("'`*|[\]\\\u3000-\u303f\uff01-\uff60])/y;
const maxAddress = 2000;

/** Yields the inline texts of blocks as the widget reads them. */
function* inlineTexts(blocks: readonly Block[], depth: number): Generator<string> {
  for (const block of blocks) {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        yield block.text;
        break;
      case 'quote':
        if (depth < deepest) yield* inlineTexts(parseBlocks(block.text), depth + 1);
        else yield block.text;
        break;
      case 'list':
        for (const item of block.items) {
          // A check box in front is no text.
          const text = item.replace(/^\s*\[[ xX]\] /, '');
          if (depth + 1 < deepest) yield* inlineTexts(parseBlocks(text), depth + 1);
          else yield text;
        }
        break;
      case 'table':
        yield* block.rows.flat();
        break;
      case 'code':
      case 'rule':
        break;
      default:
        block satisfies never;
    }
  }
}

function match(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

/**
 * Lets no link through that is not known, whatever was written: it reads the written text as the widget will. Text
 * without an unknown address only waits for the end of an address. With one, in code mostly, it waits for the end of its
 * paragraph or list; if the widget would make a link of the address there, no address of the waiting text is one.
 */
export class LinkGuard {
  readonly #isKnown: (address: string) => boolean;
  /** Let through, from the beginning of a block on. */
  #before = '';
  #held = '';
  /** While the held text waits for the end of its paragraph: from where on a blank line is looked for. */
  #searchedTo: number | null = null;

  constructor(isKnown: (address: string) => boolean) {
    this.#isKnown = isKnown;
  }

  push(text: string): string {
    this.#held += text;
    return this.#read(false);
  }

  /** Returns the text that was held back. */
  end(): string {
    return this.#read(true);
  }

  #read(isEnd: boolean): string {
    let read = '';
    for (;;) {
      if (this.#searchedTo === null) {
        const { safe, isUnknown } = this.#safeLength(isEnd);
        read += this.#take(safe);
        if (!isUnknown) return read;
        this.#searchedTo = 0;
      }
      const isBlockWhole = match(blankLine, this.#held, this.#searchedTo) !== null;
      if (!isBlockWhole && !isEnd) {
        const lastLine = this.#held.slice(this.#searchedTo).lastIndexOf('\n');
        this.#searchedTo = lastLine < 0 ? this.#held.length : this.#searchedTo + lastLine;
        return read;
      }
      const length = isBlockWhole ? blankLine.lastIndex : this.#held.length;
      const isLinked = this.#linksUnknown(this.#held.slice(0, length));
      read += this.#take(length, isLinked);
      this.#searchedTo = null;
    }
  }

  #take(length: number, isUnlinked = false): string {
    const text = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    // A backslash is no text in front of either, and neither is in any reading a link with it.
    const taken = isUnlinked ? text.replace(/(https?:)(?=\/\/)|\](?=\()/g, '$&\\') : text;
    this.#before += taken;
    return taken;
  }

  /** Returns how much of the held text holds known addresses alone, and whether an unknown one ends it. */
  #safeLength(isEnd: boolean): { safe: number; isUnknown: boolean } {
    const text = this.#held;
    for (let from = 0; ; from = opening.lastIndex) {
      const found = match(opening, text, from);
      if (!found) {
        const open = isEnd ? -1 : text.search(openEnd);
        return { safe: open < 0 ? text.length : open, isUnknown: false };
      }
      const { index: safe } = found;
      const isLabelled = found[0] === '](';
      const address = isLabelled ? match(target, text, safe)?.[1] : bareAddressAt(text, safe);
      const isWhole = isLabelled
        ? address !== undefined || text.includes('\n', safe)
        : match(whole, text, safe) !== null;
      const isLong = text.length - safe > maxAddress;
      if (!isWhole && !isLong && !isEnd) return { safe, isUnknown: false };
      const isNone = address === undefined && !isLabelled;
      const isKnown = address !== undefined && this.#isKnown(address) && (isWhole || isEnd);
      if (!isNone && !isKnown) return { safe, isUnknown: true };
    }
  }

  #linksUnknown(text: string): boolean {
    // More lines change no block but the last; the end of a line may make it a row of the table above.
    const lines = this.#before.slice(0, this.#before.lastIndexOf('\n') + 1);
    this.#before = this.#before.slice(parseBlocks(lines).at(-1)?.start ?? 0);
    for (const inline of inlineTexts(parseBlocks(this.#before + text), 0)) {
      for (const token of readInline(inline, false)) {
        if (token.kind === 'link' && !this.#isKnown(token.address)) return true;
      }
    }
    return false;
  }
}
