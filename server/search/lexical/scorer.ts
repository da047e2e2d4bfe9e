import type { ChunkTable } from './chunk-table.ts';
import type { LexicalHit } from './lexical-search.ts';
import type { Postings } from './postings.ts';
import { frequencyOf } from './term-frequency.ts';

/** Words that stand for one term of a question. */
export interface TermGroup {
  /** With its inverse document frequency. */
  weight: number;
  /** What it counts of all that is asked. */
  asked: number;
  variants: readonly { word: number; weight: number }[];
}

/** BM25: how soon further occurrences count no more, and how far long chunks are held back. */
const k1 = 1;
const b = 0.75;
/** So that 97 of 100 right passages of XQuAD, in each of its languages, have more than the floor of 0.3. */
const coverageExponent = 0.9;
/** Lists shorter than this are read without thinking. */
const short = 512;
/**
 * What the groups left are taken to add at most, as a share of what is possible: a chunk would need all of
 * these frequent words three times each to have more. So the last of the best may be missed, the first is not.
 */
const reach = 0.6;

/**
 * BM25 over groups of words, term at a time. Each group counts what its words' frequencies, lessened
 * by their weights, come to together, so that many forms of a word outweigh no other word. Once the
 * groups left could lift no further chunk among the best (Turtle and Flood 1995), they are only looked
 * up for those that are.
 */
export class Scorer {
  readonly #chunks: ChunkTable;
  readonly #postings: Postings;
  #ordinals = new Int32Array(0);
  #codes = new Uint8Array(0);
  /** Of the group at work, by ordinal. */
  #frequency = new Float32Array(0);
  #score = new Float32Array(0);
  #covered = new Float32Array(0);
  /** Ordinals with a score, and those with a frequency in the group at work. */
  #touched = new Int32Array(0);
  #inGroup = new Int32Array(0);
  #touchedCount = 0;

  constructor(chunks: ChunkTable, postings: Postings) {
    this.#chunks = chunks;
    this.#postings = postings;
  }

  get bytes(): number {
    return this.#ordinals.length * 25;
  }

  /** `asked`: the weights of all terms of the question, also of those that no chunk has. */
  search(
    groups: readonly TermGroup[],
    asked: number,
    { limit, allowed }: { limit: number; allowed: Uint8Array | null },
  ): LexicalHit[] {
    this.#makeRoom();
    const isAllowed = (ordinal: number) => {
      const document = this.#chunks.documents[ordinal]!;
      return document >= 0 && (allowed === null || allowed[document] === 1);
    };
    const counts = groups.map(({ variants }) =>
      variants.reduce((sum, { word }) => sum + this.#postings.count(word), 0),
    );
    let left = groups.reduce((sum, { weight }) => sum + weight * (k1 + 1), 0);
    let candidates: Int32Array | null = null;
    for (const [at, group] of groups.entries()) {
      const scored = candidates ? candidates.length : this.#touchedCount;
      if (at > 0 && counts[at]! > Math.max(short, scored / 4)) {
        const least = this.#best(limit, isAllowed, candidates).at(-1);
        const needed = least?.full ? least.score - left * reach : 0;
        if (needed > 0 && (candidates || least!.score > left * reach)) {
          candidates = this.#above(needed, candidates, isAllowed);
        }
      }
      if (candidates) this.#lookUp(group, candidates);
      else this.#count(group, this.#inGroup, this.#gather(group.variants));
      left -= group.weight * (k1 + 1);
    }
    const best = this.#best(limit, isAllowed, candidates);
    const hits = best.map(({ ordinal, id, score }) => ({
      chunkId: id,
      score,
      coverage: Math.min(1, this.#covered[ordinal]! / asked) ** coverageExponent,
    }));
    this.#clear();
    return hits;
  }

  /** Sums up the frequencies; returns how many chunks are in `#inGroup`. */
  #gather(variants: TermGroup['variants']): number {
    let members = 0;
    for (const { word, weight } of variants) {
      const count = this.#postings.read(word, this.#ordinals, this.#codes);
      for (let at = 0; at < count; at++) {
        const ordinal = this.#ordinals[at]!;
        const before = this.#frequency[ordinal]!;
        if (before === 0) this.#inGroup[members++] = ordinal;
        this.#frequency[ordinal] = before + weight * frequencyOf[this.#codes[at]!]!;
      }
    }
    return members;
  }

  /** Lists shorter than the candidates are read all the same, which then leaves frequencies of others to wipe out. */
  #lookUp(group: TermGroup, candidates: Int32Array): void {
    const isLong = ({ word }: { word: number }) =>
      this.#postings.count(word) > candidates.length * 2;
    const others = this.#gather(group.variants.filter((variant) => !isLong(variant)));
    for (const { word, weight } of group.variants.filter(isLong)) {
      this.#postings.lookUp(word, candidates, this.#codes);
      for (let at = 0; at < candidates.length; at++) {
        const code = this.#codes[at]!;
        if (code !== 0) this.#frequency[candidates[at]!]! += weight * frequencyOf[code - 1]!;
      }
    }
    this.#count(group, candidates, candidates.length);
    for (let at = 0; at < others; at++) this.#frequency[this.#inGroup[at]!] = 0;
  }

  #count({ weight, asked }: TermGroup, members: Int32Array, count: number): void {
    const { lengths, averageLength } = this.#chunks;
    const short = k1 * (1 - b);
    const perWord = (k1 * b) / averageLength;
    for (let at = 0; at < count; at++) {
      const ordinal = members[at]!;
      const frequency = this.#frequency[ordinal]!;
      if (frequency === 0) continue;
      this.#frequency[ordinal] = 0;
      const before = this.#score[ordinal]!;
      if (before === 0) this.#touched[this.#touchedCount++] = ordinal;
      const norm = short + perWord * lengths[ordinal]!;
      this.#score[ordinal] = before + (weight * frequency * (k1 + 1)) / (frequency + norm);
      this.#covered[ordinal]! += asked * (frequency < 1 ? Math.sqrt(frequency) : 1);
    }
  }

  /** The best so far, of `among` or of all, best first; the last of `limit` is `full`. */
  #best(
    limit: number,
    isAllowed: (ordinal: number) => boolean,
    among: Int32Array | null,
  ): Ranked[] {
    const best: Ranked[] = [];
    const members = among ?? this.#touched;
    const count = among ? among.length : this.#touchedCount;
    let least = 0;
    for (let at = 0; at < count; at++) {
      const ordinal = members[at]!;
      const score = this.#score[ordinal]!;
      if (score < least || !isAllowed(ordinal)) continue;
      const id = this.#chunks.ids[ordinal]!;
      let place = best.length;
      while (place > 0 && precedes(score, id, best[place - 1]!)) place--;
      if (place === limit) continue;
      if (best.length === limit) best.pop();
      best.splice(place, 0, { ordinal, id, score, full: false });
      if (best.length === limit) least = best.at(-1)!.score;
    }
    if (best.length === limit && limit > 0) best.at(-1)!.full = true;
    return best;
  }

  /** Those that have at least that score, ascending. */
  #above(
    least: number,
    among: Int32Array | null,
    isAllowed: (ordinal: number) => boolean,
  ): Int32Array {
    const members = among ?? this.#touched;
    const count = among ? among.length : this.#touchedCount;
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const ordinal = members[at]!;
      if (this.#score[ordinal]! < least || !isAllowed(ordinal)) continue;
      this.#inGroup[kept++] = ordinal;
    }
    const found = this.#inGroup.slice(0, kept);
    return among ? found : found.sort();
  }

  #clear(): void {
    for (let at = 0; at < this.#touchedCount; at++) {
      const ordinal = this.#touched[at]!;
      this.#score[ordinal] = 0;
      this.#covered[ordinal] = 0;
    }
    this.#touchedCount = 0;
  }

  #makeRoom(): void {
    if (this.#ordinals.length >= this.#chunks.count) return;
    const room = Math.ceil(this.#chunks.count * 1.25);
    this.#ordinals = new Int32Array(room);
    this.#codes = new Uint8Array(room);
    this.#frequency = new Float32Array(room);
    this.#score = new Float32Array(room);
    this.#covered = new Float32Array(room);
    this.#touched = new Int32Array(room);
    this.#inGroup = new Int32Array(room);
  }
}

interface Ranked {
  ordinal: number;
  id: number;
  score: number;
  full: boolean;
}

const precedes = (score: number, id: number, other: Ranked) =>
  score > other.score || (score === other.score && id < other.id);
