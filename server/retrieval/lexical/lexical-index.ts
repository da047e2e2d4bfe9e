import { ChunkTable } from './chunk-table.ts';
import type { LexicalHit } from './lexical-search.ts';
import { eachTerm, questionTerms, type QuestionTerm } from './lexical-terms.ts';
import { bytesOf } from './posting-lists.ts';
import { Postings } from './postings.ts';
import { Scorer, type TermGroup } from './scorer.ts';
import { SimilarWords } from './similar-words.ts';
import { codeOf } from './term-frequency.ts';
import { wordWeight } from '../../text/word-weight.ts';
import { Vocabulary } from './vocabulary.ts';

export interface ChunkFields {
  title: string;
  headingPath: string;
  content: string;
}

/** BM25 over the words of chunks, in memory and in every language. Synchronous: a search takes less than a millisecond. */
export interface LexicalIndex {
  /** Chunks that can be found. */
  readonly size: number;
  /** Of memory that it holds, in bytes. */
  readonly bytes: number;
  /** Raised by every change of what `dump` gives, also by `tidy`. */
  readonly changes: number;
  /**
   * Replaces a chunk of the same id. `document` is a small dense number of the caller's, an index into
   * `allowed`.
   */
  add(chunkId: number, document: number, fields: ChunkFields): void;
  /** A chunk that is not there is no error. */
  remove(chunkId: number): void;
  /** Best first, equal scores by chunk id. Only documents with `allowed[document] === 1`; null allows all. */
  search(question: string, options: SearchOptions): LexicalHit[];
  /**
   * Works for about `ms` milliseconds on what removals left behind; false when nothing is left to do.
   * Searches are right before, meanwhile and after; it only gives memory back.
   */
  tidy(ms: number): boolean;
  /**
   * The whole state as a few arrays, which `createLexicalIndex` takes. They are views of live memory:
   * what was made of them holds only if `changes` is the same afterwards.
   */
  dump(): Uint8Array[];
}

export interface SearchOptions {
  limit: number;
  allowed: Uint8Array | null;
}

const version = 2;
const fieldWeights = { title: 2, headingPath: 2, content: 1 } as const;
const fields = ['title', 'headingPath', 'content'] as const;
/** What a similar word counts: this power of its similarity. */
const similarityExponent = 3;
/** A handful of chunks cannot tell which words are rare, so as many are imagined besides that have none of them. */
const imagined = 50;
/** Of the weight of all terms of a question. */
const negligible = 0.01;
/** Pieces that no chunk has are most often the end of one word with the beginning of the next. */
const strangePiece = 0.1;
/** Other forms of a word add nothing if it is in more than this share of all chunks, unless they are few. */
const frequent = { share: 1 / 32, least: 50 };
/** Entries of lists for one word of a question and its other forms, the most similar first, if its share of all is less. */
const mostRead = 1000;

/** Empty, or as `dumped`. Throws what is not a dump of this version. */
export function createLexicalIndex(dumped?: readonly Uint8Array[]): LexicalIndex {
  const [chunkParts, wordParts, postingParts, similarParts] = dumped ? unpack(dumped) : [];
  const chunks = new ChunkTable(chunkParts);
  const words = new Vocabulary(wordParts);
  const postings = new Postings(chunks, postingParts);
  const similar = new SimilarWords(words, similarParts);
  const scorer = new Scorer(chunks, postings);
  /** How often each word is in the chunk being added, else 0. */
  let counts = new Uint16Array(Math.ceil(words.size * 1.25) + 1024);
  let changes = 0;

  function remove(chunkId: number): void {
    if (!chunks.remove(chunkId)) return;
    postings.buried();
    changes++;
  }

  function numberOf(term: string, flexible: boolean): number {
    const known = words.size;
    const word = words.add(term);
    if (word < known) return word;
    if (flexible) similar.add(word, term);
    if (word >= counts.length) {
      const before = counts;
      counts = new Uint16Array(Math.ceil(word * 1.5));
      counts.set(before);
    }
    return word;
  }

  function add(chunkId: number, document: number, chunk: ChunkFields): void {
    remove(chunkId);
    const found: number[] = [];
    let length = 0;
    for (const field of fields) {
      eachTerm(chunk[field], ({ text, share, flexible }) => {
        const word = numberOf(text, flexible);
        if (counts[word] === 0) found.push(word);
        counts[word] = Math.min(0xffff, counts[word]! + fieldWeights[field]);
        length += share;
      });
    }
    const ordinal = chunks.add(chunkId, document, Math.ceil(length));
    for (const word of found) {
      postings.add(word, ordinal, codeOf(counts[word]!));
      counts[word] = 0;
    }
    changes++;
  }

  /** The word itself and others that may stand for it. */
  function groupOf({ text, weight, share, isPiece, flexible }: QuestionTerm): TermGroup {
    const variants: { word: number; weight: number }[] = [];
    const own = words.find(text);
    const count = own < 0 ? 0 : postings.count(own);
    if (count > 0) variants.push({ word: own, weight: 1 });
    const most = Math.max(frequent.least, postings.chunks * frequent.share);
    if (flexible && count <= most) {
      let read = count;
      for (const each of similar.find(text, (other) => postings.count(other))) {
        read += each.count;
        if (read > Math.max(mostRead, most)) continue;
        variants.push({ word: each.word, weight: each.similarity ** similarityExponent });
      }
    }
    const having = variants.reduce((sum, each) => sum + each.weight * postings.count(each.word), 0);
    const all = postings.chunks;
    const without = Math.max(0, all - having) + imagined;
    const rarity = Math.log(1 + (without + 0.5) / (having + 0.5));
    const telling = isPiece && having === 0 ? strangePiece : 1;
    const asked = share * wordWeight(text) * rarity * telling;
    return { weight: weight * rarity, asked, variants };
  }

  return {
    get size() {
      return chunks.size;
    },
    get bytes() {
      const parts = [chunks, words, postings, similar, scorer];
      return parts.reduce((sum, { bytes }) => sum + bytes, counts.byteLength);
    },
    get changes() {
      return changes;
    },
    add,
    remove,
    search(question, options) {
      const groups = telling(questionTerms(question).map(groupOf));
      const asked = groups.reduce((sum, group) => sum + group.asked, 0);
      const found = groups.filter(({ variants }) => variants.length > 0);
      return scorer.search(found, asked, options);
    },
    tidy(ms) {
      changes++;
      return postings.tidy(ms, words.size);
    },
    dump() {
      postings.tidy(Infinity, words.size);
      postings.tidy(Infinity, words.size);
      return pack([chunks, words, postings, similar].map((part) => part.dump()));
    },
  };
}

/** The weightiest first, without those that all together count next to nothing: they are in nearly every chunk. */
function telling(groups: TermGroup[]): TermGroup[] {
  groups.sort((a, b) => b.weight - a.weight);
  let rest = groups.reduce((sum, { weight }) => sum + weight, 0);
  const enough = rest * negligible;
  return groups.filter(({ weight }) => {
    const counts = rest > enough;
    rest -= weight;
    return counts;
  });
}

/** How many arrays each part has, and the arrays. */
function pack(parts: readonly Uint8Array[][]): Uint8Array[] {
  const header = Int32Array.from([version, ...parts.map(({ length }) => length)]);
  return [bytesOf(header), ...parts.flat()];
}

function unpack([first, ...arrays]: readonly Uint8Array[]): Uint8Array[][] {
  const [found, ...lengths] = new Int32Array(new Uint8Array(first ?? []).buffer);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  if (found !== version || all !== arrays.length) throw new Error('not a dump of this version');
  let at = 0;
  return lengths.map((length) => arrays.slice(at, (at += length)));
}
