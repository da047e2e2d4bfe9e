import { Tokenizer } from '@huggingface/tokenizers';
import { readJson, tokenizerFile } from './model-folders.ts';

/** As in a tokenizer.json: pieces with the logarithms of their probabilities, by token id. */
interface UnigramModel {
  unk_id: number;
  vocab: readonly (readonly [piece: string, score: number])[];
}

const seed = 0x811c9dc5;

/** Adds a UTF-16 unit to the hash of the units before it (FNV-1a). */
const hashWith = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/** Finds pieces by their text. Typed arrays: 190,000 pieces take 8 MB, as strings in a map and a trie 200 MB. */
class Pieces {
  readonly longest: number;
  readonly #units: Uint16Array;
  /** Where a piece begins in `#units`, and where the last one ends. */
  readonly #starts: Uint32Array;
  /** A hash table with open addressing: a piece's id + 1, or 0. */
  readonly #slots: Uint32Array;

  constructor(pieces: readonly string[]) {
    this.longest = pieces.reduce((most, { length }) => Math.max(most, length), 0);
    this.#starts = new Uint32Array(pieces.length + 1);
    for (const [id, { length }] of pieces.entries()) {
      this.#starts[id + 1] = this.#starts[id]! + length;
    }
    this.#units = new Uint16Array(this.#starts.at(-1)!);
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * pieces.length + 1)));
    for (const [id, piece] of pieces.entries()) this.#add(id, piece);
  }

  #add(id: number, piece: string): void {
    let hash = seed;
    for (let at = 0; at < piece.length; at++) {
      const unit = piece.charCodeAt(at);
      this.#units[this.#starts[id]! + at] = unit;
      hash = hashWith(hash, unit);
    }
    let slot = this.#first(hash);
    while (this.#slots[slot] !== 0) slot = this.#after(slot);
    this.#slots[slot] = id + 1;
  }

  #first = (hash: number): number => (hash ^ (hash >>> 15)) & (this.#slots.length - 1);
  #after = (slot: number): number => (slot + 1) & (this.#slots.length - 1);

  #is(id: number, text: string, start: number, end: number): boolean {
    const from = this.#starts[id]!;
    if (this.#starts[id + 1]! - from !== end - start) return false;
    for (let at = start; at < end; at++) {
      if (this.#units[from + at - start] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  /** Returns the id of the piece that a part of a text is; -1: it is none. @param hash The part's, of `hashWith`. */
  find(text: string, start: number, end: number, hash: number): number {
    for (let slot = this.#first(hash); this.#slots[slot] !== 0; slot = this.#after(slot)) {
      const id = this.#slots[slot]! - 1;
      if (this.#is(id, text, start, end)) return id;
    }
    return -1;
  }
}

/** Splits texts into the most probable pieces. https://arxiv.org/abs/1804.10959 */
class Unigram {
  readonly unknown: number;
  readonly #pieces: Pieces;
  readonly #scores: Float64Array;

  constructor({ vocab, unk_id }: UnigramModel) {
    this.unknown = unk_id;
    this.#pieces = new Pieces(vocab.map(([piece]) => piece));
    this.#scores = Float64Array.from(vocab, ([, score]) => score);
    // As in SentencePiece: less probable than all pieces.
    this.#scores[unk_id] = this.#scores.reduce((least, score) => Math.min(least, score)) - 10;
  }

  /** Returns a piece's id; that of the unknown piece for another text. */
  idOf(text: string): number {
    let hash = seed;
    for (let at = 0; at < text.length; at++) hash = hashWith(hash, text.charCodeAt(at));
    const id = this.#pieces.find(text, 0, text.length, hash);
    return id < 0 ? this.unknown : id;
  }

  /** Returns the pieces, of which unknown characters in a row are one. */
  split(text: string): string[] {
    const before = this.#bestStarts(text);
    const found: string[] = [];
    let isUnknown = false;
    for (let end = text.length; end > 0; end = before[end]!) {
      const piece = text.slice(before[end], end);
      const joins = isUnknown;
      isUnknown = this.idOf(piece) === this.unknown;
      if (joins && isUnknown) found.push(piece + found.pop()!);
      else found.push(piece);
    }
    return found.reverse();
  }

  /** Returns for each end in a text where the last piece of the most probable ones begins. */
  #bestStarts(text: string): Uint32Array {
    const best = new Float64Array(text.length + 1).fill(-Infinity);
    const starts = new Uint32Array(text.length + 1);
    best[0] = 0;
    const offer = (start: number, end: number, id: number) => {
      const score = best[start]! + this.#scores[id]!;
      if (score <= best[end]!) return;
      best[end] = score;
      starts[end] = start;
    };
    let start = 0;
    while (start < text.length) {
      const next = start + (text.codePointAt(start)! > 0xffff ? 2 : 1);
      const last = Math.min(text.length, start + this.#pieces.longest);
      let isKnown = false;
      let hash = seed;
      for (let end = start + 1; end <= last; end++) {
        hash = hashWith(hash, text.charCodeAt(end - 1));
        const id = this.#pieces.find(text, start, end, hash);
        if (id < 0) continue;
        isKnown ||= end === next;
        offer(start, end, id);
      }
      if (!isKnown) offer(start, next, this.unknown);
      start = next;
    }
    return starts;
  }
}

interface TokenizerJson {
  model?: { type?: string } & UnigramModel;
}

/**
 * Loads the tokenizer of a model's folder. The library keeps the pieces of a Unigram model, of which multilingual
 * models have up to 250,000, in objects that take more memory than the model: it gets a small one in their place.
 *
 * @throws Error for a file that is not a tokenizer's
 */
export async function loadTokenizer(folder: string): Promise<Tokenizer> {
  const json = await readJson(folder, tokenizerFile);
  const config = await readJson(folder, 'tokenizer_config.json');
  const { model } = json as TokenizerJson;
  if (model?.type !== 'Unigram') return new Tokenizer(json, config);
  const vocab = model.vocab.slice(0, model.unk_id + 1);
  const tokenizer = new Tokenizer({ ...json, model: { ...model, vocab } }, config);
  const unigram = new Unigram(model);
  const split = (parts: readonly string[]) => parts.flatMap((part) => unigram.split(part));
  tokenizer.model = Object.assign(split, {
    unk_token_id: unigram.unknown,
    tokens_to_ids: { get: (piece: string) => unigram.idOf(piece) },
  }) as unknown as typeof tokenizer.model;
  return tokenizer;
}
