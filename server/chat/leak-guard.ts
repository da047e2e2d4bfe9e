/** Letters of a protected text that come out at most in a row before they are held back. */
const minHeld = 6;
/** Letters in a row that tell of a text; a letter of Chinese, Japanese or Korean says as much as three. */
const run = { min: 24, max: 48 };
const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
/** Characters in a row that tell of a key. A shorter one is no key. */
const keyRun = { min: 8, max: 16 };
/** Characters that are not compared: in prose also the numbers of a list. */
const ignored = { prose: /\P{L}/gu, key: /[^\p{L}\p{Nd}]/gu };
type Kind = keyof typeof ignored;

/** Returns the characters of a text that are compared, without accents and case. */
const bare = (text: string, kind: Kind): string =>
  text.normalize('NFKD').toLowerCase().replace(ignored[kind], '');

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

/** Finds `length` letters in a row of a protected text, given bare, in characters that come one by one. */
function createMatcher(kind: Kind, text: string, length: number, quotable = () => '') {
  /** The longest run that the letters so far end with, and where each of them is. */
  let matched = '';
  const places: number[] = [];
  /** The letters of `quotable`: hardly ever needed, and as long as all sources. */
  let allowed: string | undefined;
  return {
    /** Takes a character and its place. Returns whether the text has come out. */
    take(character: string, at: number): boolean {
      const letters = bare(character, kind);
      if (letters === '') return false;
      matched += letters;
      for (let unit = 0; unit < letters.length; unit++) places.push(at);
      while (matched.length >= minHeld && !text.includes(matched)) {
        matched = matched.slice(1);
        places.shift();
      }
      if (3 * matched.length < length) return false;
      const weights = Array.from(matched, (letter) => (dense.test(letter) ? 3 : 1));
      if (weights.reduce<number>((sum, one) => sum + one, 0) < length) return false;
      allowed ??= bare(quotable(), kind);
      return !allowed.includes(matched);
    },
    /** Where the run begins that may become too long. */
    heldFrom: () => (matched.length < minHeld ? Infinity : places[0]!),
  };
}

function matchersFor({ system, own, secrets, quotable }: Protected) {
  const texts = [bare(system, 'prose'), bare(own, 'prose')];
  const known = secrets.map((key) => bare(key, 'key')).filter((key) => key.length >= keyRun.min);
  return [
    ...texts
      .filter((text) => text.length >= run.min)
      .map((text) => createMatcher('prose', text, Math.min(run.max, text.length), quotable)),
    ...known.map((key) => createMatcher('key', key, Math.min(keyRun.max, key.length))),
  ];
}

/**
 * Keeps the system message and keys out of a streamed text, also spaced out or in capitals. It ends the text where the
 * first begins. A paraphrase, a translation and an encoding pass.
 */
export class LeakGuard {
  readonly #matchers: ReturnType<typeof matchersFor>;
  #held = '';
  /** Characters before the held text. */
  #passed = 0;
  /** Whether a text was ended. */
  hasLeaked = false;

  constructor(texts?: Protected) {
    this.#matchers = texts ? matchersFor(texts) : [];
  }

  /** Returns the text that can be shown so far. */
  push(text: string): string {
    if (this.hasLeaked) return '';
    let at = this.#passed + this.#held.length;
    this.#held += text;
    for (const character of text) {
      // Each of them has to take it.
      const found = this.#matchers.filter((matcher) => matcher.take(character, at));
      this.hasLeaked = found.length > 0;
      if (this.hasLeaked) break;
      at += character.length;
    }
    const from = Math.min(...this.#matchers.map(({ heldFrom }) => heldFrom()));
    // The first letters of a run have passed before they were many enough.
    const shown = this.#held.slice(0, Math.max(0, from - this.#passed));
    this.#held = this.hasLeaked ? '' : this.#held.slice(shown.length);
    this.#passed += shown.length;
    return shown;
  }

  /** Returns the text that was held back. */
  end(): string {
    const held = this.#held;
    this.#held = '';
    this.#passed += held.length;
    return held;
  }
}

/** Whether a whole text contains what is protected. */
export function leaks(text: string, texts: Protected): boolean {
  const guard = new LeakGuard(texts);
  guard.push(text);
  return guard.hasLeaked;
}
