/** Letters of a protected text that come out at most in a row before they are held back. */
const minHeld = 6;
/** Letters in a row that tell of a text; a letter of Chinese, Japanese or Korean says as much as three. */
const run = { min: 24, max: 48 };
const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Characters in a row that tell of a key. A shorter one is no key. */
const keyRun = { min: 8, max: 16 };
/** Characters that are not compared: in prose also the numbers of a list. */
const ignored = { prose: /\P{L}/gu, key: /[^\p{L}\p{Nd}]/gu };

/** Returns the characters of a text that are compared, without accents and case. */
const bare = (text: string, kind: keyof typeof ignored): string =>
  text.normalize('NFKD').toLowerCase().replace(ignored[kind], '');

export interface Protected {
  /** The system message. */
  system: string;
  /** The part of it that the owner wrote. */
  own: string;
  /** Keys and the like, which a tool or a document may have told the model. */
  secrets: readonly string[];
  /** Returns texts that may be quoted although the system message says the same. */
  quotable: () => string;
}

/** Finds a run of a protected text in characters that come one by one. */
class Matcher {
  readonly kind: keyof typeof ignored;
  readonly #text: string;
  readonly #length: number;
  /** The longest run that the letters so far end with, and where each of them is. */
  #matched = '';
  readonly #places: number[] = [];

  constructor(text: string, kind: keyof typeof ignored) {
    this.kind = kind;
    this.#text = bare(text, kind);
    this.#length = Math.min(kind === 'key' ? keyRun.max : run.max, this.#text.length);
  }

  /** Whether the text is long enough to be told from others. */
  get isTelling(): boolean {
    return this.#text.length >= (this.kind === 'key' ? keyRun : run).min;
  }

  /** Takes a character and its place. Returns the run if it is too long. */
  take(character: string, at: number): string | undefined {
    const letters = bare(character, this.kind);
    if (letters === '') return undefined;
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
 * Keeps the system message and keys out of a streamed text, also spaced out or in capitals. It ends the text where the
 * first begins. A paraphrase, a translation and an encoding pass.
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
    const { system = '', own = '', secrets = [] } = texts ?? {};
    const all = [
      ...[system, own].map((text) => new Matcher(text, 'prose')),
      ...secrets.map((key) => new Matcher(key, 'key')),
    ];
    this.#matchers = all.filter(({ isTelling }) => isTelling);
    this.#quotable = texts?.quotable ?? '';
  }

  /** Returns the text that can be shown so far. */
  push(text: string): string {
    if (this.hasLeaked) return '';
    let at = this.#passed + this.#pending.length;
    this.#pending += text;
    for (const character of text) {
      // Each of them has to take it.
      const found = this.#matchers.filter((each) => {
        const matched = each.take(character, at);
        return matched !== undefined && !(each.kind === 'prose' && this.#mayBeQuoted(matched));
      });
      this.hasLeaked = found.length > 0;
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

  #mayBeQuoted(matched: string): boolean {
    if (typeof this.#quotable !== 'string') this.#quotable = bare(this.#quotable(), 'prose');
    return this.#quotable.includes(matched);
  }
}

/** Whether a text contains what is protected. */
export function leaks(text: string, texts: Protected): boolean {
  const guard = new LeakGuard(texts);
  guard.push(text);
  return guard.hasLeaked;
}
