import { gramsOf } from '../../text/terms.ts';
import { arrayOf, bytesOf, insertBest, withRoom, Numbering, wordKey } from './numbering.ts';
import { PostingLists, type Postings } from './postings.ts';
import { synonymsOf, type SynonymOptions } from '../../text/synonyms.ts';
import { isFunctionWord, wordWeight } from '../../text/word-weight.ts';
import { indexTermsOf, type IndexTerm } from './terms.ts';

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
const maxListed = 3000;
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
      .filter(({ count }, at) => count <= max && (at < 3 || (read += count) <= maxListed))
      .map(({ list }) => list);
  }
}

/** A term of a question with the words of the index that stand for it; they are scored as one word. */
export interface ExpandedTerm {
  /** With its inverse document frequency. */
  weight: number;
  /** How much it tells of what is looked for: its part of the question's. */
  importance: number;
  words: WeightedWord[];
}

export interface WeightedWord {
  word: number;
  weight: number;
  /** A synonym counts once, however often a chunk has it. */
  once: boolean;
}

export interface ExpandedQuestion {
  /** The most telling first; without terms that no chunk has, and without some that nearly all have. */
  terms: ExpandedTerm[];
  /** The sum over all its terms, also of those that no chunk has. */
  importance: number;
}

interface Index {
  words: Numbering;
  postings: Postings;
  similar: SimilarWords;
  /** The number of chunks, including removed ones, as postings count them. */
  chunks: number;
}

/** In UTF-16 code units; longer questions are cut. */
const maxQuestion = 4000;
const maxTerms = 64;
/** Different terms of which the most telling are chosen; the rest of a question is not read. */
const maxWeighed = 1000;
const capitalFactor = 1.2;
/** How far the shape of a word counts beside its rarity; by measurement. */
const shapeExponent = 0.5;
/** A similar word counts this power of its similarity. */
const similarityExponent = 3;
/** The similarity from which a word is another form of a synonym. */
const sameWord = 0.65;
/** IDF smoothing for small sites: assume 50 more chunks without any term of the question. */
const assumedChunks = 50;
/** Terms that together have less than this share of the weight of all are left out: nearly every chunk has them. */
const negligible = 0.01;
/** A piece that no chunk has is most often the end of one word with the beginning of the next. */
const unknownPiece = 0.1;
/** Similar words add nothing to a word in more than this share of all chunks, and in more than 50. */
const frequent = { share: 1 / 32, min: 50 };
/** A word whose marks are letters, written without them: most often another word. */
const bareWeight = 0.1;
/** Postings that are read for one term, or 1/32 of all chunks if they are more: bounds the time. */
const maxRead = 1000;

/**
 * Expands a question into weighted terms, each with the words of the index that may stand for it. All that
 * makes a question find more than its own words belongs here: similar words and synonyms.
 */
export function expandQuestion(
  question: string,
  index: Index,
  {
    language = '',
    synonyms,
  }: { language?: string | undefined; synonyms?: readonly string[] | undefined } = {},
): ExpandedQuestion {
  const alternatives = alternativesOf(question, { language, own: synonyms });
  const terms = questionTerms(question, index, language).map((term) =>
    expand(term, index, language, alternatives.get(term.text) ?? []),
  );
  const importance = terms.reduce((sum, term) => sum + term.importance, 0);
  const found = withoutNegligible(terms).filter(({ words }) => words.length > 0);
  return { terms: found, importance };
}

interface QuestionTerm extends IndexTerm {
  /** By its shape, before anything is known of its rarity. */
  weight: number;
}

/** Returns the different terms of a question; the most telling ones if there are very many. */
function questionTerms(
  question: string,
  { words, postings }: Index,
  language: string,
): QuestionTerm[] {
  const terms = new Map<string, QuestionTerm>();
  for (const term of indexTermsOf(question.slice(0, maxQuestion), true)) {
    if (terms.size === maxWeighed) break;
    if (terms.has(term.text)) continue;
    if (term.isPair && postings.count(words.find(wordKey(term.text))) === 0) continue;
    const shape = wordWeight(term.text, language) ** shapeExponent;
    const weight = term.share * shape * (term.capital ? capitalFactor : 1);
    terms.set(term.text, { ...term, weight });
  }
  const found = [...terms.values()];
  if (found.length <= maxTerms) return found;
  return found.sort((a, b) => b.weight - a.weight).slice(0, maxTerms);
}

function expand(
  term: QuestionTerm,
  index: Index,
  language: string,
  alternatives: readonly Alternative[],
): ExpandedTerm {
  const { postings, chunks } = index;
  const own = wordsFor(term, index, language);
  const words = [...own, ...synonymsFor(alternatives, own, index)];
  const having = words.reduce((sum, { word, weight }) => sum + weight * postings.count(word), 0);
  const without = Math.max(0, chunks - having) + assumedChunks;
  const rarity = Math.log(1 + (without + 0.5) / (having + 0.5));
  const known = term.isPiece && having === 0 ? unknownPiece : 1;
  const importance = term.share * wordWeight(term.text, language) * rarity * known;
  return { weight: term.weight * rarity, importance, words };
}

/** Returns the word itself and similar ones. */
function wordsFor(
  { text, flexible, marked }: IndexTerm,
  index: Index,
  language: string,
): WeightedWord[] {
  const { postings, similar, chunks } = index;
  const withMarks = marked ? index.words.find(wordKey(marked)) : -1;
  if (withMarks >= 0 && postings.count(withMarks) > 0) {
    const bare = index.words.find(wordKey(text));
    return [
      { word: withMarks, weight: 1, once: false },
      ...(bare < 0 ? [] : [{ word: bare, weight: bareWeight, once: false }]),
    ];
  }
  const own = index.words.find(wordKey(text));
  const count = own < 0 ? 0 : postings.count(own);
  const words = count > 0 ? [{ word: own, weight: 1, once: false }] : [];
  const max = Math.max(frequent.min, chunks * frequent.share);
  if (!flexible || count > max || isFunctionWord(text, language)) return words;
  let read = count;
  for (const each of similar.find(text, (word) => postings.count(word))) {
    read += each.count;
    if (read > Math.max(maxRead, max)) continue;
    const weight = each.similarity ** similarityExponent;
    words.push({ word: each.word, weight, once: false });
  }
  return words;
}

/** Returns the words of the index that are synonyms, or other forms of one. */
function synonymsFor(
  alternatives: readonly Alternative[],
  own: readonly WeightedWord[],
  { words, postings, similar, chunks }: Index,
): WeightedWord[] {
  const found = new Map<number, number>();
  const max = Math.max(maxRead, chunks * frequent.share);
  let read = 0;
  const add = (word: number, weight: number) => {
    if (own.some((each) => each.word === word) || (found.get(word) ?? 0) >= weight) return;
    const count = found.has(word) ? 0 : postings.count(word);
    if (read + count > max) return;
    read += count;
    found.set(word, weight);
  };
  for (const { terms, weight } of alternatives) {
    for (const term of terms) {
      const word = words.find(wordKey(term));
      if (word >= 0 && postings.count(word) > 0) add(word, weight / terms.length);
      if (terms.length > 1) continue;
      for (const each of similar.find(term, (other) => postings.count(other))) {
        if (each.similarity >= sameWord) add(each.word, weight);
      }
    }
  }
  return Array.from(found, ([word, weight]) => ({ word, weight, once: true }));
}

function withoutNegligible(terms: ExpandedTerm[]): ExpandedTerm[] {
  const sorted = terms.toSorted((a, b) => b.weight - a.weight);
  let rest = sorted.reduce((sum, { weight }) => sum + weight, 0);
  const min = rest * negligible;
  return sorted.filter(({ weight }) => {
    const counts = rest > min;
    rest -= weight;
    return counts;
  });
}

/** A synonym of a term of the question. */
interface Alternative {
  /** The terms of its phrase that tell something. */
  terms: readonly string[];
  weight: number;
}

/** Returns the synonyms of a question's terms, by the term. All terms of a phrase have those of the phrase. */
function alternativesOf(
  question: string,
  options: SynonymOptions,
): ReadonlyMap<string, Alternative[]> {
  const found = new Map<string, Alternative[]>();
  for (const { phrase: inQuestion, synonyms } of synonymsOf(question, options)) {
    const alternatives = synonyms.map(({ phrase, weight }) => ({
      terms: tellingTerms(phrase),
      weight,
    }));
    for (const term of tellingTerms(inQuestion)) {
      found.set(term, [...(found.get(term) ?? []), ...alternatives]);
    }
  }
  return found;
}

/** By phrase: there are some thousands, which come again and again. */
const known = new Map<string, readonly string[]>();
const maxKnown = 20_000;

/** Returns the terms of a phrase without function words, and without what is part of a pair. */
function tellingTerms(phrase: string): readonly string[] {
  const before = known.get(phrase);
  if (before) return before;
  const terms = indexTermsOf(phrase);
  const pairs = terms.filter(({ isPair }) => isPair);
  const fullWords = terms.filter(({ share, text }) => share === 1 && !isFunctionWord(text));
  const telling = [pairs, fullWords, terms].find(({ length }) => length > 0) ?? [];
  if (known.size >= maxKnown) known.clear();
  const texts = telling.map(({ text }) => text);
  known.set(phrase, texts);
  return texts;
}
