import { hash } from '../hash.ts';
import { bytesOf } from './posting-lists.ts';

/** Numbers for words, from 0; no word is ever forgotten, and none is a JavaScript string. */
export class Vocabulary {
  #size = 0;
  /** All words, one after the other. */
  #text = new Uint16Array(8192);
  /** Where each word starts; that of the next is its end. */
  #starts = new Uint32Array(1025);
  /** Open addressing: number + 1 of a word, 0 where none is. */
  #table = new Int32Array(4096);

  constructor(dumped?: readonly Uint8Array[]) {
    if (!dumped) return;
    const [starts, text] = dumped;
    this.#starts = new Uint32Array(new Uint8Array(starts!).buffer);
    this.#text = new Uint16Array(new Uint8Array(text!).buffer);
    this.#size = this.#starts.length - 1;
    this.#rehash();
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#text.byteLength + this.#starts.byteLength + this.#table.byteLength;
  }

  /** In UTF-16 code units. */
  lengthOf(word: number): number {
    return this.#starts[word + 1]! - this.#starts[word]!;
  }

  text(word: number): string {
    return String.fromCharCode(...this.#text.subarray(this.#starts[word], this.#starts[word + 1]));
  }

  /** Whether one word comes before another, by code units. */
  precedes(word: number, other: number): boolean {
    const [start, otherStart] = [this.#starts[word]!, this.#starts[other]!];
    const [length, otherLength] = [this.lengthOf(word), this.lengthOf(other)];
    for (let at = 0; at < length && at < otherLength; at++) {
      const difference = this.#text[start + at]! - this.#text[otherStart + at]!;
      if (difference !== 0) return difference < 0;
    }
    return length < otherLength;
  }

  /** -1 when it is not known. */
  find(word: string): number {
    return this.#table[this.#slot(word)]! - 1;
  }

  add(word: string): number {
    const slot = this.#slot(word);
    const known = this.#table[slot]!;
    if (known !== 0) return known - 1;
    const start = this.#starts[this.#size]!;
    if (start + word.length > this.#text.length) this.#text = grown(this.#text, Uint16Array);
    if (this.#size + 2 > this.#starts.length) this.#starts = grown(this.#starts, Uint32Array);
    for (let at = 0; at < word.length; at++) this.#text[start + at] = word.charCodeAt(at);
    this.#starts[++this.#size] = start + word.length;
    this.#table[slot] = this.#size;
    if (this.#size * 2 > this.#table.length) this.#rehash();
    return this.#size - 1;
  }

  dump(): Uint8Array[] {
    const text = this.#text.subarray(0, this.#starts[this.#size]);
    return [bytesOf(this.#starts.subarray(0, this.#size + 1)), bytesOf(text)];
  }

  /** Of the word, or where it belongs. */
  #slot(word: string): number {
    const mask = this.#table.length - 1;
    let slot = hash(word) & mask;
    while (this.#table[slot] !== 0 && !this.#is(this.#table[slot]! - 1, word)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #is(number: number, word: string): boolean {
    const start = this.#starts[number]!;
    if (this.#starts[number + 1]! - start !== word.length) return false;
    for (let at = 0; at < word.length; at++) {
      if (this.#text[start + at] !== word.charCodeAt(at)) return false;
    }
    return true;
  }

  #rehash(): void {
    let length = 4096;
    while (length < this.#size * 3) length *= 2;
    this.#table = new Int32Array(length);
    for (let word = 0; word < this.#size; word++) {
      let slot = hash(this.text(word)) & (length - 1);
      while (this.#table[slot] !== 0) slot = (slot + 1) & (length - 1);
      this.#table[slot] = word + 1;
    }
  }
}

function grown<T extends Uint16Array | Uint32Array>(array: T, type: new (length: number) => T): T {
  const larger = new type(Math.ceil(array.length * 1.5) + 1024);
  larger.set(array);
  return larger;
}
