import { gramsOf } from '../../text/terms.ts';
import { arrayOf, bytesOf, insertBest, withRoom, Numbering, wordKey } from './numbering.ts';
import { PostingLists } from './postings.ts';

export interface SimilarWord {
  word: number;
  /** 0 to 1, for a word with all trigrams and no others. */
  similarity: number;
  /** The number of chunks with it. */
  count: number;
}

/** The weight of trigrams that only the found word has (Tversky index): low, since compounds are long. */
const otherWeight = 0.3;
const maxWords = 12;
/** Words that share less of their trigrams are different words, not forms of one. By measurement. */
const minSimilarity = 0.35;
/** Entries of lists that are read for one word, which bounds the time in a large vocabulary. */
const maxRead = 3000;
/** A trigram in more words than this share of all, and than 200, tells little and has a long list: "ing". */
const frequentTrigram = { share: 0.02, min: 200 };

const trigramsOf = (word: string) => [...new Set(gramsOf(word, 3, 3))];

/** Finds words of the index that share trigrams with another word: its other forms, compounds, misspellings. */
export class SimilarWords {
  readonly #words: Numbering;
  readonly #trigrams: Numbering;
  /** By trigram, the words that have it. */
  readonly #lists: PostingLists;
  /** By word, its number of trigrams. */
  #lengths: Uint8Array = new Uint8Array(1024);
  /** By word, the trigrams that it shares with the one that is looked up; else 0. */
  #shared: Uint8Array = new Uint8Array(1024);
  #scratch: Int32Array = new Int32Array(1024);

  constructor(words: Numbering, dumped?: readonly Uint8Array[]) {
    this.#words = words;
    this.#trigrams = new Numbering(dumped?.slice(1, 3));
    this.#lists = new PostingLists(dumped?.slice(3));
    if (dumped) this.#lengths = arrayOf(dumped[0]!, Uint8Array);
  }

  get bytes(): number {
    const arrays = [this.#lengths, this.#shared, this.#scratch];
    const own = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return this.#trigrams.bytes + this.#lists.bytes + own;
  }

  /** `word` is above all words that were added before. */
  add(word: number, text: string): void {
    const trigrams = trigramsOf(text);
    for (const trigram of trigrams) this.#lists.append(this.#trigrams.add(trigram), word);
    this.#lengths = withRoom(this.#lengths, word + 1);
    this.#lengths[word] = trigrams.length;
  }

  /**
   * Returns the words most similar to a text, the best first, of equal ones those in most chunks; without the
   * text itself, and without words that no chunk has, which `countOf` tells.
   */
  find(text: string, countOf: (word: number) => number): SimilarWord[] {
    const self = this.#words.find(wordKey(text));
    const lists = this.#rarestLists(text);
    const best: SimilarWord[] = [];
    for (const word of this.#sharing(lists, Math.max(1, minSimilarity * lists.length))) {
      if (word === self) continue;
      const shared = this.#shared[word]!;
      const others = this.#lengths[word]! - shared;
      const similarity = shared / (lists.length + otherWeight * others);
      if (similarity < minSimilarity) continue;
      if (best.length === maxWords && similarity < best.at(-1)!.similarity) continue;
      const count = countOf(word);
      if (count > 0) this.#insert(best, { word, similarity, count });
    }
    this.#shared.fill(0, 0, this.#words.size);
    return best;
  }

  dump(): Uint8Array[] {
    const lengths = this.#lengths.subarray(0, this.#words.size);
    return [bytesOf(lengths), ...this.#trigrams.dump(), ...this.#lists.dump()];
  }

  #insert(best: SimilarWord[], found: SimilarWord): void {
    insertBest(best, found, maxWords, (one, other) => {
      if (one.similarity !== other.similarity) return one.similarity > other.similarity;
      if (one.count !== other.count) return one.count > other.count;
      return this.#words.keyOf(one.word) < this.#words.keyOf(other.word);
    });
  }

  /** Counts in `#shared` how many of the lists have each word; returns the words in at least `min`. */
  #sharing(lists: readonly number[], min: number): number[] {
    this.#shared = withRoom(this.#shared, this.#words.size);
    const shared = this.#shared;
    const least = Math.ceil(min);
    const found: number[] = [];
    for (const list of lists) {
      if (list < 0) continue;
      this.#scratch = withRoom(this.#scratch, this.#lists.count(list));
      const words = this.#scratch;
      const count = this.#lists.read(list, words);
      for (let at = 0; at < count; at++)
        if (++shared[words[at]!]! === least) found.push(words[at]!);
    }
    return found;
  }

  /** Returns the lists of a text's trigrams, the shortest first, -1 for a trigram that no word has; without long ones. */
  #rarestLists(text: string): number[] {
    const max = Math.max(frequentTrigram.min, this.#words.size * frequentTrigram.share);
    let read = 0;
    return trigramsOf(text)
      .map((trigram) => {
        const list = this.#trigrams.find(trigram);
        return { list, count: list < 0 ? 0 : this.#lists.count(list) };
      })
      .sort((a, b) => a.count - b.count)
      .filter(({ count }, at) => count <= max && (at < 3 || (read += count) <= maxRead))
      .map(({ list }) => list);
  }
}
