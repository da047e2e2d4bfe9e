/** Letters of a protected text that come out at most in a row before they are held back. */
const minHeld = 6;
/** Letters in a row that tell of a text; a letter of Chinese, Japanese or Korean says as much as three. */
const run = { min: 24, max: 48 };
const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Returns the letters of a text without accents and case: those are compared. */
const lettersOf = (text: string): string =>
  text.normalize('NFKD').toLowerCase().replace(/\P{L}/gu, '');

export interface Protected {
  /** The system message. */
  system: string;
  /** The part of it that the owner wrote. */
  own: string;
  /** Returns texts that may be quoted although the system message says the same. */
  quotable: () => string;
}

/** Finds `length` letters in a row of a text, given as letters, in characters that come one by one. */
class Matcher {
  readonly #text: string;
  readonly #length: number;
  /** The longest run that the letters so far end with, and where each of them is. */
  #matched = '';
  readonly #places: number[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#length = Math.min(run.max, text.length);
  }

  /** Takes letters and their place. Returns the run if it is too long. */
  take(letters: string, at: number): string | undefined {
    this.#matched += letters;
    for (let unit = 0; unit < letters.length; unit++) this.#places.push(at);
    while (this.#matched.length >= minHeld && !this.#text.includes(this.#matched)) {
      this.#matched = this.#matched.slice(1);
      this.#places.shift();
    }
    if (3 * this.#matched.length < this.#length) return undefined;
    const weights = Array.from(this.#matched, (letter) => (dense.test(letter) ? 3 : 1));
    const weight = weights.reduce<number>((sum, one) => sum + one, 0);
    return weight < this.#length ? undefined : this.#matched;
  }

  /** Where the run begins that may become too long. */
  get heldFrom(): number {
    return this.#matched.length < minHeld ? Infinity : this.#places[0]!;
  }
}

/**
 * Keeps the system message out of a streamed text, also spaced out or in capitals. It ends the text where that begins.
 * A paraphrase, a translation and an encoding pass.
 */
export class LeakGuard {
  readonly #matchers: readonly Matcher[];
  /** The letters of what may be quoted: hardly ever needed, and as long as all sources. */
  #quotable: (() => string) | string;
  #pending = '';
  /** Characters before the held text. */
  #passed = 0;
  /** Whether a text was ended. */
  hasLeaked = false;

  constructor(texts?: Protected) {
    const known = texts ? [lettersOf(texts.system), lettersOf(texts.own)] : [];
    this.#matchers = known
      .filter(({ length }) => length >= run.min)
      .map((text) => new Matcher(text));
    this.#quotable = texts?.quotable ?? '';
  }

  /** Returns the text that can be shown so far. */
  push(text: string): string {
    if (this.hasLeaked) return '';
    let at = this.#passed + this.#pending.length;
    this.#pending += text;
    for (const character of text) {
      const letters = lettersOf(character);
      // Each of them has to take it.
      const found = letters && this.#matchers.flatMap((each) => each.take(letters, at) ?? []);
      this.hasLeaked = found !== '' && found.some((run) => !this.#mayBeQuoted(run));
      if (this.hasLeaked) break;
      at += character.length;
    }
    const from = Math.min(...this.#matchers.map(({ heldFrom }) => heldFrom));
    // The first letters of a run have passed before they were many enough.
    const shown = this.#pending.slice(0, Math.max(0, from - this.#passed));
    this.#pending = this.hasLeaked ? '' : this.#pending.slice(shown.length);
    this.#passed += shown.length;
    return shown;
  }

  /** Returns the text that was held back. */
  end(): string {
    const pending = this.#pending;
    this.#pending = '';
    this.#passed += pending.length;
    return pending;
  }

  #mayBeQuoted(run: string): boolean {
    if (typeof this.#quotable !== 'string') this.#quotable = lettersOf(this.#quotable());
    return this.#quotable.includes(run);
  }
}

/** Whether a text contains what is protected. */
export function leaks(text: string, texts: Protected): boolean {
  const guard = new LeakGuard(texts);
  guard.push(text);
  return guard.hasLeaked;
}
