import { insertBest, withRoom } from './arrays.ts';
import type { ChunkTable } from './chunk-table.ts';
import type { ExpandedQuestion, ExpandedTerm } from './expand-question.ts';
import type { LexicalHit, SearchOptions } from './lexical-index.ts';
import { frequencyOf, ordinalOf, type Postings } from './postings.ts';

/** BM25's constants: how soon further occurrences count no more, and how far long chunks are held back. */
const k1 = 1;
const b = 0.75;
/** The most that a term of weight 1 adds to a score. */
const maxTermScore = k1 + 1;
/** So that 97 of 100 right passages of XQuAD, in each of its languages, are above the floor of 0.3. */
const coverageExponent = 0.9;
/** Terms with fewer postings are read for all chunks. */
const short = 512;
/**
 * The share of the maximum that the remaining terms are expected to add at most: a chunk would need all of
 * these frequent words three times each for more. So the last of the best may be missed, the first is not.
 */
const reach = 0.5;

interface Scored {
  ordinal: number;
  id: number;
  score: number;
}

/**
 * BM25, term at a time, the rarest term first. The frequencies of a term's words, each times its weight, are
 * added before they are scored, so that many forms of a word do not outweigh another word. When the terms
 * that are left can no longer lift a chunk among the best, they are scored only for the chunks that may be
 * (MaxScore, Turtle and Flood 1995).
 */
export class Scorer {
  readonly #chunks: ChunkTable;
  readonly #postings: Postings;
  #read: Int32Array = new Int32Array(0);
  /** The ordinals of chunks with a score, and of those with a frequency. */
  #scored: Int32Array = new Int32Array(0);
  #members: Int32Array = new Int32Array(0);
  #scoredCount = 0;
  /** By ordinal; 0 except while a question is scored. */
  #scores: Float32Array = new Float32Array(0);
  /** By ordinal, side by side for the processor's cache: the frequency of the term at work, and what is covered. */
  #terms: Float32Array = new Float32Array(0);

  constructor(chunks: ChunkTable, postings: Postings) {
    this.#chunks = chunks;
    this.#postings = postings;
  }

  get bytes(): number {
    return this.#scores.byteLength * 4 + this.#terms.byteLength;
  }

  search({ terms, asked }: ExpandedQuestion, { limit, allowed }: SearchOptions): LexicalHit[] {
    this.#makeRoom();
    let left = terms.reduce((sum, { weight }) => sum + weight * maxTermScore, 0);
    /** The score of the last of the best so far; 0 while they are fewer than `limit`. */
    let least = 0;
    /** Chunks with a lower score cannot be among the best any more. */
    let needed = 0;
    for (const term of terms) {
      const count = term.words.reduce((sum, { word }) => sum + this.#postings.count(word), 0);
      if (count > Math.max(short, this.#scoredCount / 4)) {
        least = this.#best(limit, least)[limit - 1]?.score ?? 0;
        needed = Math.max(needed, least - left * reach);
      }
      this.#addScores(term, this.#addFrequencies(term, needed, allowed));
      left -= term.weight * maxTermScore;
    }
    const hits = this.#best(limit, least).map(({ ordinal, id, score }) => {
      const coverage = Math.min(1, this.#terms[ordinal * 2 + 1]! / asked) ** coverageExponent;
      return { chunkId: id, score, coverage };
    });
    this.#clear();
    return hits;
  }

  /** Adds up the frequencies of a term's words by chunk; returns how many chunks have one of them. */
  #addFrequencies({ words }: ExpandedTerm, needed: number, allowed: Uint8Array | null): number {
    const [read, members] = [this.#read, this.#members];
    const [scores, sums] = [this.#scores, this.#terms];
    const { documents } = this.#chunks;
    let found = 0;
    for (const { word, weight, once } of words) {
      const count = this.#postings.read(word, read);
      for (let at = 0; at < count; at++) {
        const posting = read[at]!;
        const ordinal = ordinalOf(posting);
        if (needed > 0) {
          if (scores[ordinal]! < needed) continue;
        } else if (allowed !== null && allowed[documents[ordinal]!] !== 1) continue;
        const before = sums[ordinal * 2]!;
        if (before === 0) members[found++] = ordinal;
        sums[ordinal * 2] = before + weight * (once ? 1 : frequencyOf(posting));
      }
    }
    return found;
  }

  /** Adds a term's BM25 score to the first `count` members, and its share of the question to what they cover. */
  #addScores({ weight, asked }: ExpandedTerm, count: number): void {
    const { lengths, averageLength } = this.#chunks;
    const [scores, sums, members] = [this.#scores, this.#terms, this.#members];
    const constant = k1 * (1 - b);
    const perWord = (k1 * b) / averageLength;
    for (let at = 0; at < count; at++) {
      const ordinal = members[at]!;
      const frequency = sums[ordinal * 2]!;
      sums[ordinal * 2] = 0;
      const length = lengths[ordinal]!;
      if (length === 0) continue;
      const before = scores[ordinal]!;
      if (before === 0) this.#scored[this.#scoredCount++] = ordinal;
      const norm = constant + perWord * length;
      scores[ordinal] = before + (weight * frequency * (k1 + 1)) / (frequency + norm);
      sums[ordinal * 2 + 1]! += asked * (frequency < 1 ? Math.sqrt(frequency) : 1);
    }
  }

  /** Returns the chunks with the highest scores so far, best first, equal ones by id; `limit` of them have `min`. */
  #best(limit: number, min: number): Scored[] {
    const best: Scored[] = [];
    for (let at = 0; at < this.#scoredCount; at++) {
      const ordinal = this.#scored[at]!;
      const score = this.#scores[ordinal]!;
      if (score < min) continue;
      insertBest(best, { ordinal, id: this.#chunks.idOf(ordinal), score }, limit, precedes);
      if (best.length === limit) min = best.at(-1)!.score;
    }
    return best;
  }

  #clear(): void {
    for (let at = 0; at < this.#scoredCount; at++) {
      const ordinal = this.#scored[at]!;
      this.#scores[ordinal] = 0;
      this.#terms[ordinal * 2 + 1] = 0;
    }
    this.#scoredCount = 0;
  }

  #makeRoom(): void {
    const { ordinals } = this.#chunks;
    this.#read = withRoom(this.#read, ordinals);
    this.#scored = withRoom(this.#scored, ordinals);
    this.#members = withRoom(this.#members, ordinals);
    this.#scores = withRoom(this.#scores, ordinals);
    this.#terms = withRoom(this.#terms, ordinals * 2);
  }
}

const precedes = (one: Scored, other: Scored) =>
  one.score > other.score || (one.score === other.score && one.id < other.id);
