/** Letters of a protected text that come out at most in a row before they are held back. */
const minHeld = 6;
/** Letters in a row that tell of a text; a letter of Chinese, Japanese or Korean says as much as three. */
const run = { min: 24, max: 48 };
const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
/** Characters in a row that tell of a key. A shorter one is no key. */
const keyRun = { min: 8, max: 16 };

/** Characters whose letters are kept: the same ones come again and again while an answer is written. */
const maxKept = 1000;

/** The characters that are compared, without accents and case. */
class Alphabet {
  readonly kept: RegExp;
  readonly #known = new Map<string, readonly string[]>();

  constructor(kept: RegExp) {
    this.kept = kept;
  }

  /** Returns the compared characters of a text. */
  lettersOf(text: string): string[] {
    const characters = Array.from(text.normalize('NFKD').toLowerCase());
    return characters.filter((character) => this.kept.test(character));
  }

  /** As `lettersOf`, for one character. */
  lettersIn(character: string): readonly string[] {
    const known = this.#known.get(character);
    if (known) return known;
    const letters = this.lettersOf(character);
    if (this.#known.size >= maxKept) this.#known.clear();
    this.#known.set(character, letters);
    return letters;
  }

  bare(text: string): string {
    return this.lettersOf(text).join('');
  }
}

/** Without spaces, punctuation, invisible characters and, in prose, the numbers of a list. */
const prose = new Alphabet(/\p{L}/u);
const keys = new Alphabet(/[\p{L}\p{Nd}]/u);

const rot13 = (text: string) =>
  text.replace(/[a-z]/gi, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) + (/[a-m]/i.test(letter) ? 13 : -13)),
  );

/** Returns a text as it is and as a model is asked to write it where only the text itself is looked for. */
function spellings(text: string, alphabet: Alphabet): string[] {
  const bytes = Buffer.from(text);
  // Where a quotation begins decides how its Base64 looks.
  const base64 = [0, 1, 2].map((from) => bytes.subarray(from).toString('base64'));
  const reversed = Array.from(text).reverse().join('');
  return [text, reversed, rot13(text), bytes.toString('hex'), ...base64].map((one) =>
    alphabet.bare(one),
  );
}

interface Index {
  /** All spellings. */
  text: string;
  /** Their runs of `minHeld` letters. */
  starts: ReadonlySet<string>;
}

/** They are the same for each question, and take milliseconds to make. */
const indexes = new Map<string, Index>();
const maxIndexes = 16;

function indexOf(texts: readonly string[], alphabet: Alphabet): Index {
  const key = JSON.stringify([texts, alphabet.kept.source]);
  const known = indexes.get(key);
  if (known) return known;
  const text = texts.flatMap((one) => spellings(one, alphabet)).join('\n');
  const starts = new Set<string>();
  for (let at = 0; at + minHeld <= text.length; at++) starts.add(text.slice(at, at + minHeld));
  if (indexes.size >= maxIndexes) indexes.clear();
  indexes.set(key, { text, starts });
  return { text, starts };
}

/** Finds a long run of a protected text in letters that come one by one. */
class Matcher {
  readonly #alphabet: Alphabet;
  readonly #index: Index;
  readonly #run: number;
  readonly #allowed: () => string;
  /** The letters of `#allowed`: hardly ever needed, and as long as all sources. */
  #allowedLetters: string | undefined;
  /** The longest run that the letters so far end with, and where each of its letters is. */
  #matched = '';
  #at: number[] = [];

  constructor(texts: readonly string[], alphabet: Alphabet, length: number, allowed = () => '') {
    this.#alphabet = alphabet;
    this.#index = indexOf(texts, alphabet);
    this.#run = length;
    this.#allowed = allowed;
  }

  /** Takes a character and its place. Returns whether a protected text has come out. */
  take(character: string, at: number): boolean {
    return this.#alphabet.lettersIn(character).some((letter) => this.#takeLetter(letter, at));
  }

  #takeLetter(letter: string, at: number): boolean {
    this.#matched += letter;
    for (let unit = 0; unit < letter.length; unit++) this.#at.push(at);
    while (this.#matched.length >= minHeld && !this.#isKnown(this.#matched)) {
      this.#matched = this.#matched.slice(1);
      this.#at.shift();
    }
    // A letter may count three times.
    if (3 * this.#matched.length < this.#run) return false;
    const weight = Array.from(this.#matched, (one) => (dense.test(one) ? 3 : 1));
    const length = weight.reduce((sum, one) => sum + one, 0);
    return length >= this.#run && !this.#isAllowed(this.#matched);
  }

  #isAllowed(run: string): boolean {
    this.#allowedLetters ??= this.#alphabet.bare(this.#allowed());
    return this.#allowedLetters.includes(run);
  }

  #isKnown(run: string): boolean {
    return run.length === minHeld ? this.#index.starts.has(run) : this.#index.text.includes(run);
  }

  /** Where the run begins that may become too long; undefined: nothing is held back. */
  get heldFrom(): number | undefined {
    return this.#matched.length < minHeld ? undefined : this.#at[0];
  }
}

export interface Protected {
  /** The system message. */
  system: string;
  /** The part of it that the owner wrote. */
  own: string;
  /** Keys and the like. */
  secrets: readonly string[];
  /** Returns texts that may be quoted although the system message says the same. */
  quotable: () => string;
}

function matchersFor({ system, own, secrets, quotable }: Protected): Matcher[] {
  const known = secrets.filter((secret) => keys.bare(secret).length >= keyRun.min);
  const shortest = Math.min(keyRun.max, ...known.map((secret) => keys.bare(secret).length));
  const ownRun = Math.min(run.max, prose.bare(own).length);
  return [
    new Matcher([system], prose, run.max, quotable),
    ...(ownRun >= run.min ? [new Matcher([own], prose, ownRun, quotable)] : []),
    ...(known.length > 0 ? [new Matcher(known, keys, shortest)] : []),
  ];
}

/**
 * Keeps the system message and keys out of a streamed text, also where they are spaced out, reversed, or written as
 * Base64, hexadecimal digits or ROT13. It ends the text where the first begins. A paraphrase or a translation passes.
 */
export class LeakGuard {
  readonly #matchers: readonly Matcher[];
  #held = '';
  /** Characters before the held text. */
  #passed = 0;
  #hasLeaked = false;

  constructor(texts?: Protected) {
    this.#matchers = texts ? matchersFor(texts) : [];
  }

  /** Whether a text was ended. */
  get hasLeaked(): boolean {
    return this.#hasLeaked;
  }

  /** Returns the text that can be shown so far. */
  push(text: string): string {
    if (this.#matchers.length === 0) return text;
    if (this.#hasLeaked) return '';
    let at = this.#passed + this.#held.length;
    this.#held += text;
    for (const character of text) {
      if (this.#takes(character, at)) {
        const shown = this.#pass(this.#heldFrom);
        this.#hasLeaked = true;
        this.#held = '';
        return shown;
      }
      at += character.length;
    }
    return this.#pass(this.#heldFrom);
  }

  /** Returns the text that was held back. */
  end(): string {
    return this.#pass(undefined);
  }

  #takes(character: string, at: number): boolean {
    // Each of them has to take it.
    let hasComeOut = false;
    for (const matcher of this.#matchers) if (matcher.take(character, at)) hasComeOut = true;
    return hasComeOut;
  }

  get #heldFrom(): number | undefined {
    const places = this.#matchers.flatMap(({ heldFrom }) => heldFrom ?? []);
    return places.length > 0 ? Math.min(...places) : undefined;
  }

  #pass(until = this.#passed + this.#held.length): string {
    // The first letters of a run have passed before they were many enough.
    const shown = this.#held.slice(0, Math.max(0, until - this.#passed));
    this.#held = this.#held.slice(shown.length);
    this.#passed += shown.length;
    return shown;
  }
}

/** Whether a whole text contains what is protected. */
export function leaks(text: string, texts: Protected): boolean {
  const guard = new LeakGuard(texts);
  guard.push(text);
  return guard.hasLeaked;
}
