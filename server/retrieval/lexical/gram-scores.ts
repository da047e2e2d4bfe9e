import { fold, foldCase, hasLetterMarks } from '../../text/fold.ts';

/** BM25's constants. */
const k1 = 1.2;
const b = 0.75;
/** In UTF-16 code units; the rest is not compared, which bounds the time. */
const maxText = 2000;
const maxQuestion = 500;

const inWord = /[\p{L}\p{N}\p{M}]/u;
/** Pairs of these are terms already, and longer pieces of them find less. */
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u;
const hangul = /\p{Script=Hangul}/u;

/**
 * Returns for each text how many of the question's character n-grams it has, of 3 to 5 UTF-16 code units and
 * over the borders of words: BM25 over them, the best text 1. Their rarity is that among these texts, so that
 * no n-gram need be kept.
 */
export function gramScores(question: string, texts: readonly string[]): number[] {
  const form = hasLetterMarks(question) ? foldCase : fold;
  const grams = new GramTable(plain(question.slice(0, maxQuestion), form));
  const having = new Uint32Array(grams.size);
  const counts = texts.map((text) => {
    const body = plain(text.slice(0, maxText), form);
    const times = grams.count(body);
    for (let gram = 0; gram < times.length; gram++) if (times[gram]! > 0) having[gram]!++;
    return { times, length: body.length };
  });
  const rarity = Float64Array.from(having, (count) =>
    Math.log(1 + (texts.length - count + 0.5) / (count + 0.5)),
  );
  const average = counts.reduce((sum, { length }) => sum + length, 0) / texts.length || 1;
  const scores = counts.map(({ times, length }) => {
    const norm = k1 * (1 - b + (b * length) / average);
    return times.reduce(
      (score, count, gram) => score + (rarity[gram]! * count * (k1 + 1)) / (count + norm),
      0,
    );
  });
  const best = Math.max(0, ...scores) || 1;
  return scores.map((score) => score / best);
}

/** Returns words with one space around each; Korean syllables as their letters, since particles change the last. */
function plain(text: string, form: (text: string) => string): Uint16Array {
  const formed = form(text);
  const from = hangul.test(formed) ? formed.normalize('NFD') : formed;
  const units = new Uint16Array(from.length + 2);
  let length = 1;
  units[0] = space;
  for (let at = 0; at < from.length; at++) {
    const unit = from.charCodeAt(at);
    if (isPart(unit)) units[length++] = unit;
    else if (units[length - 1] !== space) units[length++] = space;
  }
  if (units[length - 1] !== space) units[length++] = space;
  return units.subarray(0, length > 2 ? length : 0);
}

const space = 32;
/** By UTF-16 code unit: 1 for part of a word, 2 for none, 0 as long as nobody asked. */
const classes = new Uint8Array(0x1_0000);

function isPart(unit: number): boolean {
  if (classes[unit] === 0) {
    const character = String.fromCharCode(unit);
    classes[unit] = inWord.test(character) && !ideograph.test(character) ? 1 : 2;
  }
  return classes[unit] === 1;
}

/** Numbers the different n-grams of a question: open addressing over 32-bit hashes. */
class GramTable {
  readonly #mask: number;
  readonly #hashes: Int32Array;
  /** Number + 1, 0 for a free slot. */
  readonly #numbers: Uint16Array;
  size = 0;

  constructor(text: Uint16Array) {
    const slots = 2 ** Math.ceil(Math.log2(text.length * 12 + 2));
    this.#mask = slots - 1;
    this.#hashes = new Int32Array(slots);
    this.#numbers = new Uint16Array(slots);
    for (const hash of hashesOf(text)) {
      const slot = this.#slotOf(hash);
      if (this.#numbers[slot] !== 0) continue;
      this.#hashes[slot] = hash;
      this.#numbers[slot] = ++this.size;
    }
  }

  /** Returns how often each n-gram is in a text. */
  count(text: Uint16Array): Uint16Array {
    const times = new Uint16Array(this.size);
    if (this.size === 0) return times;
    for (const hash of hashesOf(text)) {
      const number = this.#numbers[this.#slotOf(hash)]!;
      if (number > 0) times[number - 1]!++;
    }
    return times;
  }

  #slotOf(hash: number): number {
    const [hashes, numbers, mask] = [this.#hashes, this.#numbers, this.#mask];
    let slot = hash & mask;
    while (numbers[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  }
}

/** Returns the hashes of the n-grams of 3, 4 and 5 units; the array is valid until the next call. */
function hashesOf(text: Uint16Array): Int32Array {
  let found = 0;
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]!;
    // The four units before this one, each in a hash that grows by one unit: no unit is read twice.
    if (at > 3) hashes[found++] = finished(mixed(fourth, unit));
    if (at > 2) hashes[found++] = finished((fourth = mixed(third, unit)));
    if (at > 1) hashes[found++] = finished((third = mixed(second, unit)));
    second = mixed(first, unit);
    first = mixed(0x811c9dc5, unit);
  }
  return hashes.subarray(0, found);
}

const hashes = new Int32Array(maxText * 3 * 4);
const mixed = (hash: number, unit: number) => Math.imul(hash ^ unit, 0x01000193) + 0x9e37;
const finished = (hash: number) => {
  const spread = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return spread ^ (spread >>> 13);
};
