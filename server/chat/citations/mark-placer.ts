import type { Passage } from '../../storage/chunks.ts';

/** Where a text leaves a place for a mark: a noncharacter, which Unicode keeps for such use. */
export const markSign = '\ufdd0';

/** A passage that an answer cites, with the number of its source. */
export interface CitedPassage {
  n: number;
  passage: Passage;
}

/** A citation mark in a text. */
interface Mark {
  /** Numbers of its sources. */
  numbers: readonly number[];
  cited: readonly CitedPassage[];
  /** The space in front, which goes if the mark does. */
  space: string;
}

/** A mark as it is written. */
export interface PlacedMark extends Mark {
  /** The text that it stands behind, back to the mark before it or the beginning of the paragraph. */
  claim: string;
}

/** Characters behind a mark within which another of the same sources replaces it. */
const maxHeld = { paragraph: 300, list: 600 };

const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
/** A heading, a row of a table, a quotation, or code. */
const ownUnit = /^\s*[|#>`~]/;
/** The beginning of a line that decides between these and a paragraph. */
const isTelling = /^\s*(?:[^\s\d*+-]|\d{10}|\d{1,9}[^\d.)]|\d{1,9}[.)].|[*+-].)/s;
/** More indentation says nothing more, and would be read again with every piece. */
const indentation = /^(\s{4})\s+/;

/** The items of a `list` share a mark as long as all have the same sources; then each is an `item`. */
type Unit = 'paragraph' | 'list' | 'item' | 'line';

/**
 * Writes citation marks, one for several in a row of the same sources: the last in a paragraph, list item or
 * row, and the one of the last item of a list whose items have the same sources. The text behind a mark is
 * held back until it is known. The result does not depend on how the text is cut into pieces.
 */
export class MarkPlacer {
  readonly #marks: Mark[] = [];
  /** The marks that were written, in order. */
  readonly placed: PlacedMark[] = [];
  #unit: Unit = 'line';
  /** The beginning of the line; null when it is known what the line is. */
  #line: string | null = '';
  #isAfterBlank = true;
  /** Text of the unit since its last mark. */
  #claim = '';
  /** A mark first. */
  #pending: (PlacedMark | string)[] = [];
  #pendingLength = 0;
  #written = '';

  /** Takes the mark of the next sign in the text. */
  add(mark: Mark): void {
    this.#marks.push(mark);
  }

  push(text: string): string {
    for (const part of text.split(/([\n\ufdd0])/)) {
      if (part === '\n') this.#readNewline();
      else if (part === markSign) this.#readMark();
      else if (part !== '') this.#readText(part);
    }
    return this.#take();
  }

  /** Returns the text that was held back. */
  end(): string {
    this.#close();
    return this.#take();
  }

  #take(): string {
    const written = this.#written;
    this.#written = '';
    return written;
  }

  #readText(text: string): void {
    if (this.#line !== null) {
      this.#line = (this.#line + text).replace(indentation, '$1');
      if (isTelling.test(this.#line)) this.#enter(this.#line);
    }
    this.#write(text);
    if (this.#line === null) this.#limit();
  }

  #readNewline(): void {
    if (this.#line?.trim()) this.#enter(this.#line);
    if (this.#line !== null) {
      this.#isAfterBlank = true;
      if (this.#unit !== 'list') this.#close();
    }
    this.#line = '';
    this.#write('\n');
  }

  #readMark(): void {
    const mark = this.#marks.shift();
    if (!mark) return;
    // A mark is text, too.
    if (this.#line !== null) this.#enter(`${this.#line}.`);
    this.#limit();
    const next = { ...mark, claim: this.#claim };
    this.#claim = '';
    const at = this.#pending.findLastIndex((part) => typeof part !== 'string');
    const last = this.#pending[at];
    const isSame = typeof last === 'object' && last.numbers.join() === mark.numbers.join();
    const behind = this.#pending.slice(at + 1).filter((part) => typeof part === 'string');
    if (!isSame) {
      this.#release();
      if (this.#unit === 'list' && last) this.#unit = 'item';
      this.#pending = [next];
    } else if (this.#unit !== 'list') {
      this.#written += behind.join('');
      this.#pending = [joined(last, next)];
      this.#pendingLength = 0;
    } else if (behind.join('').includes('\n')) {
      this.#pending.push(next);
    } else {
      this.#pending.splice(at, Infinity, ...behind, joined(last, next));
    }
  }

  /** Begins a line: it belongs to the unit before it, or ends that. */
  #enter(line: string): void {
    if (!this.#goesOn(line)) {
      this.#close();
      this.#claim = '';
      this.#unit = this.#unitOf(line);
    }
    this.#line = null;
    this.#isAfterBlank = false;
  }

  #goesOn(line: string): boolean {
    if (listItem.test(line)) return this.#unit === 'list';
    if (ownUnit.test(line) || this.#unit === 'line') return false;
    return !this.#isAfterBlank || (this.#unit !== 'paragraph' && /^\s/.test(line));
  }

  #unitOf(line: string): Unit {
    if (listItem.test(line)) return this.#unit === 'item' ? 'item' : 'list';
    return ownUnit.test(line) ? 'line' : 'paragraph';
  }

  #write(text: string): void {
    this.#claim += text;
    if (this.#pending.length === 0) {
      this.#written += text;
      return;
    }
    this.#pending.push(text);
    this.#pendingLength += text.length;
  }

  /** Writes a mark that is too far back to be replaced. */
  #limit(): void {
    const isList = this.#unit === 'list';
    if (this.#pendingLength <= (isList ? maxHeld.list : maxHeld.paragraph)) return;
    this.#release();
    if (isList) this.#unit = 'item';
  }

  /** Ends a unit. */
  #close(): void {
    const marks = this.#pending.filter((part) => typeof part !== 'string');
    const last = marks.at(-1);
    if (last && this.#unit === 'list') {
      const all = marks.reduce(joined);
      this.#pending = this.#pending.flatMap((part) =>
        typeof part === 'string' ? part : part === last ? all : [],
      );
    }
    this.#release();
  }

  /** Writes what is held with its marks. */
  #release(): void {
    for (const part of this.#pending) {
      if (typeof part === 'string') this.#written += part;
      else {
        this.#written += part.space + part.numbers.map((n) => `[${n}]`).join('');
        this.placed.push(part);
      }
    }
    this.#pending = [];
    this.#pendingLength = 0;
  }
}

/** Lets a mark stand for the one before it, too. */
const joined = (one: PlacedMark, other: PlacedMark): PlacedMark => ({
  ...other,
  claim: one.claim + other.claim,
  cited: [...one.cited, ...other.cited],
});
