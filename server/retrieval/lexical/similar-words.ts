import { PostingLists } from './posting-lists.ts';
import { Vocabulary } from './vocabulary.ts';

interface SimilarWord {
  word: number;
  /** 1 for the same n-grams. */
  similarity: number;
  /** Of chunks that have it. */
  count: number;
}

const gramSize = 3;
/** What a similar word has beside the shared n-grams counts this much: little, since compounds are long. */
const ownShare = 0.3;
const leastSimilarity = 0.35;
const mostWords = 12;
/** Entries of lists for one word: bounds the time in a large vocabulary. */
const mostRead = 3000;
/** "ing" and the like tell nothing of a word, and have the longest lists: more than this share of all words, if not few. */
const frequentGram = { share: 0.02, least: 200 };

/** Finds the words of a vocabulary that share character n-grams with another: its other forms, compounds, misspellings. */
export class SimilarWords {
  readonly #words: Vocabulary;
  readonly #grams: Vocabulary;
  readonly #lists: PostingLists;
  /** Shared n-grams of each word while one is looked up, else 0. */
  #shared = new Uint8Array(1024);
  #values = new Int32Array(1024);
  #codes = new Uint8Array(1024);
  #reached = new Int32Array(1024);

  constructor(words: Vocabulary, dumped?: readonly Uint8Array[]) {
    this.#words = words;
    this.#grams = new Vocabulary(dumped?.slice(0, 4));
    this.#lists = new PostingLists(0, dumped?.slice(4));
    this.#makeRoom();
  }

  get bytes(): number {
    const scratch = this.#shared.byteLength * 10;
    return this.#grams.bytes + this.#lists.bytes + scratch;
  }

  /** Words come with rising numbers. */
  add(word: number, text: string): void {
    for (const gram of gramsOf(text)) this.#lists.append(this.#grams.add(gram), word, 0);
    this.#makeRoom();
  }

  /**
   * Without the word itself, the most similar first, and of equal ones those in most chunks; `countOf`
   * says in how many, and what is in none is left out.
   */
  find(text: string, countOf: (word: number) => number): SimilarWord[] {
    const grams = this.#tellingGrams(text);
    const self = this.#words.find(text);
    const least = Math.max(1, leastSimilarity * grams.length);
    const count = this.#countShared(grams, Math.ceil(least));
    const best: SimilarWord[] = [];
    for (let at = 0; at < count; at++) {
      const word = this.#reached[at]!;
      if (word === self) continue;
      const shared = this.#shared[word]!;
      const own = Math.max(0, this.#words.lengthOf(word) - shared);
      const similarity = shared / (grams.length + ownShare * own);
      if (similarity < leastSimilarity) continue;
      if (best.length === mostWords && similarity < best.at(-1)!.similarity) continue;
      const having = countOf(word);
      if (having > 0) this.#insert(best, { word, similarity, count: having });
    }
    this.#shared.fill(0, 0, this.#words.size);
    return best;
  }

  /** Fills `#shared`, and `#reached` with the words that have at least so many; returns their count. */
  #countShared(grams: readonly number[], least: number): number {
    const [values, codes, shared, reached] = [
      this.#values,
      this.#codes,
      this.#shared,
      this.#reached,
    ];
    let found = 0;
    for (const gram of grams) {
      const count = gram < 0 ? 0 : this.#lists.read(gram, values, codes);
      for (let at = 0; at < count; at++) {
        const word = values[at]!;
        if (++shared[word]! === least) reached[found++] = word;
      }
    }
    return found;
  }

  #insert(best: SimilarWord[], found: SimilarWord): void {
    let place = best.length;
    while (place > 0 && this.#precedes(found, best[place - 1]!)) place--;
    if (place === mostWords) return;
    if (best.length === mostWords) best.pop();
    best.splice(place, 0, found);
  }

  #precedes(a: SimilarWord, b: SimilarWord): boolean {
    if (a.similarity !== b.similarity) return a.similarity > b.similarity;
    if (a.count !== b.count) return a.count > b.count;
    return this.#words.precedes(a.word, b.word);
  }

  /** Lists of the word's n-grams, -1 for one that no word has; without those that are long, and tell little. */
  #tellingGrams(text: string): number[] {
    const longest = Math.max(frequentGram.least, this.#words.size * frequentGram.share);
    const lists = Array.from(gramsOf(text), (gram) => {
      const list = this.#grams.find(gram);
      return { list, count: list < 0 ? 0 : this.#lists.count(list) };
    });
    let read = 0;
    return lists
      .sort((a, b) => a.count - b.count)
      .filter(({ count }, at) => count <= longest && (at < 3 || (read += count) <= mostRead))
      .map(({ list }) => list);
  }

  dump(): Uint8Array[] {
    return [...this.#grams.dump(), ...this.#lists.dump()];
  }

  #makeRoom(): void {
    if (this.#words.size <= this.#shared.length) return;
    const room = Math.ceil(this.#words.size * 1.5);
    this.#shared = new Uint8Array(room);
    this.#values = new Int32Array(room);
    this.#codes = new Uint8Array(room);
    this.#reached = new Int32Array(room);
  }
}

/** The different n-grams of a word with its borders. */
function gramsOf(text: string): Set<string> {
  const bounded = `^${text}$`;
  const grams = new Set<string>();
  for (let at = 0; at + gramSize <= bounded.length; at++) {
    grams.add(bounded.slice(at, at + gramSize));
  }
  return grams;
}
