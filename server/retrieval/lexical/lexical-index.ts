import { insertBest, withRoom, Numbering, wordKey } from './numbering.ts';
import { ChunkTable, frequencyOf, ordinalOf, Postings } from './postings.ts';
import {
  type ExpandedQuestion,
  type ExpandedTerm,
  expandQuestion,
  SimilarWords,
} from './expand-question.ts';
import { hasLetterMarks } from '../../language/fold.ts';
import type { SearchFilter } from '../../contract/search.ts';
import { indexTermsOf } from './terms.ts';

/** BM25's constants: how soon further occurrences count no more, and how much long chunks lose. */
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

  search({ terms, importance }: ExpandedQuestion, { limit, allowed }: SearchOptions): LexicalHit[] {
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
      const coverage = Math.min(1, this.#terms[ordinal * 2 + 1]! / importance) ** coverageExponent;
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
  #addScores({ weight, importance }: ExpandedTerm, count: number): void {
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
      sums[ordinal * 2 + 1]! += importance * (frequency < 1 ? Math.sqrt(frequency) : 1);
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

export interface LexicalHit {
  chunkId: number;
  /** Comparable within one question only. */
  score: number;
  /** How much of the question is in the chunk, each word weighted by its rarity on the site: 0 to 1. */
  coverage: number;
}

export interface LexicalOptions {
  limit: number;
  filter?: SearchFilter | undefined;
  /** The question's, which chooses the synonyms; empty or left out if unknown. */
  language?: string | undefined;
  /** The owner's groups of synonyms. */
  synonyms?: readonly string[] | undefined;
}

/** Returns the chunks that answer a question best by their words; equal scores by chunk id. */
export type LexicalSearch = (question: string, options: LexicalOptions) => Promise<LexicalHit[]>;

export interface ChunkFields {
  title: string;
  headingPath: string;
  content: string;
}

export interface SearchOptions extends Omit<LexicalOptions, 'filter'> {
  /** By the numbers of documents that `add` was given: 1 for those to search. Null searches all. */
  allowed: Uint8Array | null;
}

/** Arrays of a dump; the snapshot that they are part of has the version. */
const dumpLength = 15;
const fields = [
  ['title', 2],
  ['headingPath', 2],
  ['content', 1],
] as const;
const maxTimes = 0xffff;

/** BM25 over the words of chunks, in memory and in every language. Synchronous: a search takes less than a millisecond. */
export class LexicalIndex {
  readonly #chunks: ChunkTable;
  /** The words, by `wordKey`. */
  readonly #words: Numbering;
  readonly #postings: Postings;
  readonly #similar: SimilarWords;
  readonly #scorer: Scorer;
  /** How often each word is in the chunk that is added, else 0. */
  #times: Uint16Array = new Uint16Array(1024);
  #changes = 0;

  /** Makes an empty index, or the one of a dump. @throws Error for what is no dump */
  constructor(dumped?: readonly Uint8Array[]) {
    if (dumped && dumped.length !== dumpLength) throw new Error('not a dump of this version');
    this.#chunks = new ChunkTable(dumped?.slice(0, 4));
    this.#words = new Numbering(dumped?.slice(4, 6));
    this.#postings = new Postings(this.#chunks, dumped?.slice(6, 9));
    this.#similar = new SimilarWords(this.#words, dumped?.slice(9));
    this.#scorer = new Scorer(this.#chunks, this.#postings);
    this.#times = withRoom(this.#times, this.#words.size);
  }

  /** The number of chunks that can be found. */
  get size(): number {
    return this.#chunks.size;
  }

  /** Bytes of memory in use. */
  get bytes(): number {
    const parts = [this.#chunks, this.#words, this.#postings, this.#similar, this.#scorer];
    return parts.reduce((sum, { bytes }) => sum + bytes, this.#times.byteLength);
  }

  /** Raised by every change of what `dump` returns, also by `compact` if it has work. */
  get changes(): number {
    return this.#changes;
  }

  /** Adds a chunk, or replaces one of the same id. `document` is a small number, an index into `allowed`. */
  add(chunkId: number, document: number, chunk: ChunkFields): void {
    this.remove(chunkId);
    const found: number[] = [];
    let length = 0;
    for (const [field, weight] of fields) {
      const keepsMarks = hasLetterMarks(chunk[field]);
      for (const { text, share, flexible, marked, isPair } of indexTermsOf(
        chunk[field],
        keepsMarks,
      )) {
        this.#count(this.#numberOf(text, flexible), weight, found);
        if (keepsMarks && marked) this.#count(this.#numberOf(marked, false), weight, found);
        length += isPair ? 0 : share;
      }
    }
    const ordinal = this.#chunks.add(chunkId, document, Math.ceil(length));
    for (const word of found) {
      this.#postings.add(word, ordinal, this.#times[word]!);
      this.#times[word] = 0;
    }
    this.#changes++;
  }

  /** Removes a chunk, if there is one. */
  remove(chunkId: number): void {
    if (!this.#chunks.remove(chunkId)) return;
    this.#postings.chunkRemoved();
    this.#changes++;
  }

  /** Returns the chunks that answer a question best, equal scores by chunk id. */
  search(question: string, options: SearchOptions): LexicalHit[] {
    const index = {
      words: this.#words,
      postings: this.#postings,
      similar: this.#similar,
      chunks: this.#chunks.ordinals,
    };
    const expanded = expandQuestion(question, index, options);
    return this.#scorer.search(expanded, options);
  }

  /**
   * Removes for about `ms` milliseconds what removed chunks left behind; false when nothing is left to do.
   * It only frees memory: searches find the same before, meanwhile and after.
   */
  compact(ms: number): boolean {
    if (this.#postings.isCompact) return false;
    this.#changes++;
    return this.#postings.compact(ms, this.#words.size);
  }

  /**
   * Returns the index as a few arrays for the constructor. They are views of live memory: a copy of them is
   * valid only if `changes` is the same before and after.
   */
  dump(): Uint8Array[] {
    while (this.compact(Infinity));
    return [this.#chunks, this.#words, this.#postings, this.#similar].flatMap((part) =>
      part.dump(),
    );
  }

  /** Counts a word of the chunk that is added; `found` are its different words. */
  #count(word: number, weight: number, found: number[]): void {
    if (this.#times[word] === 0) found.push(word);
    this.#times[word] = Math.min(maxTimes, this.#times[word]! + weight);
  }

  #numberOf(text: string, flexible: boolean): number {
    const known = this.#words.size;
    const word = this.#words.add(wordKey(text));
    if (word < known) return word;
    if (flexible) this.#similar.add(word, text);
    this.#times = withRoom(this.#times, word + 1);
    return word;
  }
}
