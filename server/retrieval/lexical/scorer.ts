import { BestScores } from './best-scores.ts';
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
const reach = 0.5;
const perChunk = 3;

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
  /** By ordinal, side by side: score, what is covered, and the frequency in the group at work. */
  #sums = new Float32Array(0);
  /** Ordinals with a score, and those with a frequency in the group at work. */
  #touched = new Int32Array(0);
  #inGroup = new Int32Array(0);
  #touchedCount = 0;
  /** Scores of those that are looked through. */
  #scores = new Float32Array(0);
  #allowed: Uint8Array | null = null;

  constructor(chunks: ChunkTable, postings: Postings) {
    this.#chunks = chunks;
    this.#postings = postings;
  }

  get bytes(): number {
    return this.#ordinals.length * (17 + 4 * perChunk);
  }

  /** `asked`: the weights of all terms of the question, also of those that no chunk has. */
  search(
    groups: readonly TermGroup[],
    asked: number,
    { limit, allowed }: { limit: number; allowed: Uint8Array | null },
  ): LexicalHit[] {
    this.#makeRoom();
    this.#allowed = allowed;
    const best = new BestScores(limit);
    const counts = groups.map(({ variants }) =>
      variants.reduce((sum, { word }) => sum + this.#postings.count(word), 0),
    );
    let left = groups.reduce((sum, { weight }) => sum + weight * (k1 + 1), 0);
    let candidates: Int32Array | null = null;
    for (const [at, group] of groups.entries()) {
      const scored = candidates ? candidates.length : this.#touchedCount;
      if (at > 0 && counts[at]! > Math.max(short, scored / 4)) {
        const needed = this.#least(best, candidates) - left * reach;
        if (needed > 0) candidates = this.#above(needed, candidates);
      }
      if (candidates) this.#lookUp(group, candidates);
      else this.#count(group, this.#inGroup, this.#gather(group.variants));
      left -= group.weight * (k1 + 1);
    }
    const hits = this.#best(limit, this.#least(best, candidates), candidates).map(
      ({ ordinal, id, score }) => {
        const covered = this.#sums[ordinal * perChunk + 1]! / asked;
        return { chunkId: id, score, coverage: Math.min(1, covered) ** coverageExponent };
      },
    );
    this.#clear();
    return hits;
  }

  /** Sums up the frequencies; returns how many chunks are in `#inGroup`. */
  #gather(variants: TermGroup['variants']): number {
    const [ordinals, codes, sums, inGroup] = [
      this.#ordinals,
      this.#codes,
      this.#sums,
      this.#inGroup,
    ];
    let members = 0;
    for (const { word, weight } of variants) {
      const count = this.#postings.read(word, ordinals, codes);
      for (let at = 0; at < count; at++) {
        const ordinal = ordinals[at]!;
        const place = ordinal * perChunk + 2;
        const before = sums[place]!;
        if (before === 0) inGroup[members++] = ordinal;
        sums[place] = before + weight * frequencyOf[codes[at]!]!;
      }
    }
    return members;
  }

  /** Lists shorter than the candidates are read all the same, which then leaves frequencies of others to wipe out. */
  #lookUp(group: TermGroup, candidates: Int32Array): void {
    const [codes, sums] = [this.#codes, this.#sums];
    const isLong = ({ word }: { word: number }) =>
      this.#postings.count(word) > candidates.length * 2;
    const others = this.#gather(group.variants.filter((variant) => !isLong(variant)));
    for (const { word, weight } of group.variants.filter(isLong)) {
      this.#postings.lookUp(word, candidates, codes);
      for (let at = 0; at < candidates.length; at++) {
        const code = codes[at]!;
        if (code === 0) continue;
        sums[candidates[at]! * perChunk + 2]! += weight * frequencyOf[code - 1]!;
      }
    }
    this.#count(group, candidates, candidates.length);
    for (let at = 0; at < others; at++) sums[this.#inGroup[at]! * perChunk + 2] = 0;
  }

  #count({ weight, asked }: TermGroup, members: Int32Array, count: number): void {
    const { lengths, documents, averageLength } = this.#chunks;
    const [sums, touched, allowed] = [this.#sums, this.#touched, this.#allowed];
    const short = k1 * (1 - b);
    const perWord = (k1 * b) / averageLength;
    let touchedCount = this.#touchedCount;
    for (let at = 0; at < count; at++) {
      const ordinal = members[at]!;
      const place = ordinal * perChunk;
      const frequency = sums[place + 2]!;
      if (frequency === 0) continue;
      sums[place + 2] = 0;
      const before = sums[place]!;
      if (before === 0) {
        const document = documents[ordinal]!;
        if (document < 0 || (allowed !== null && allowed[document] !== 1)) continue;
        touched[touchedCount++] = ordinal;
      }
      const norm = short + perWord * lengths[ordinal]!;
      sums[place] = before + (weight * frequency * (k1 + 1)) / (frequency + norm);
      sums[place + 1]! += asked * (frequency < 1 ? Math.sqrt(frequency) : 1);
    }
    this.#touchedCount = touchedCount;
  }

  /** The score of the last of the best so far, of `among` or of all; 0 if there are fewer. */
  #least(best: BestScores, among: Int32Array | null): number {
    const members = among ?? this.#touched;
    const count = among ? among.length : this.#touchedCount;
    const [sums, scores] = [this.#sums, this.#scores];
    best.clear();
    for (let at = 0; at < count; at++) {
      const score = sums[members[at]! * perChunk]!;
      scores[at] = score;
      if (score > best.least) best.add(score);
    }
    return best.least;
  }

  /** Those that have at least that score, ascending. Only after `#least`. */
  #above(least: number, among: Int32Array | null): Int32Array {
    const members = among ?? this.#touched;
    const count = among ? among.length : this.#touchedCount;
    const [scores, kept] = [this.#scores, this.#inGroup];
    let found = 0;
    for (let at = 0; at < count; at++) if (scores[at]! >= least) kept[found++] = members[at]!;
    const all = kept.slice(0, found);
    return among ? all : all.sort();
  }

  /** Those of at least that score, best first. */
  #best(limit: number, least: number, among: Int32Array | null): Ranked[] {
    const best: Ranked[] = [];
    const members = among ?? this.#touched;
    const count = among ? among.length : this.#touchedCount;
    for (let at = 0; at < count; at++) {
      const score = this.#scores[at]!;
      if (score < least) continue;
      const ordinal = members[at]!;
      const id = this.#chunks.ids[ordinal]!;
      let place = best.length;
      while (place > 0 && precedes(score, id, best[place - 1]!)) place--;
      if (place === limit) continue;
      if (best.length === limit) best.pop();
      best.splice(place, 0, { ordinal, id, score });
    }
    return best;
  }

  #clear(): void {
    for (let at = 0; at < this.#touchedCount; at++) {
      const place = this.#touched[at]! * perChunk;
      this.#sums[place] = 0;
      this.#sums[place + 1] = 0;
    }
    this.#touchedCount = 0;
  }

  #makeRoom(): void {
    if (this.#ordinals.length >= this.#chunks.count) return;
    const room = Math.ceil(this.#chunks.count * 1.25);
    this.#ordinals = new Int32Array(room);
    this.#codes = new Uint8Array(room);
    this.#sums = new Float32Array(room * perChunk);
    this.#touched = new Int32Array(room);
    this.#inGroup = new Int32Array(room);
    this.#scores = new Float32Array(room);
  }
}

interface Ranked {
  ordinal: number;
  id: number;
  score: number;
}

const precedes = (score: number, id: number, other: Ranked) =>
  score > other.score || (score === other.score && id < other.id);
