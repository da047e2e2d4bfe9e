import { bytesOf, withRoom } from './posting-lists.ts';

/** Tables of numbers: many, so that no single word ever waits until all of them are put into a larger one. */
const tables = 256;
const smallestTable = 16;
/** Of a table's slots those in use at most. */
const load = 0.6;

/** Numbers for words, from 0; no word is ever forgotten, and none is a JavaScript string. */
export class Vocabulary {
  #size = 0;
  /** All words, one after the other; behind them is room for the one being looked up. */
  #text = new Uint16Array(4096);
  /** Where each word starts; that of the next is its end. */
  #starts = new Uint32Array(513);
  /** Open addressing: number + 1 of a word, 0 where none is. By the highest bits of a word's hash. */
  #tables = Array.from({ length: tables }, () => new Int32Array(smallestTable));
  /** Words in each table. */
  #used = new Int32Array(tables);

  constructor(dumped?: readonly Uint8Array[]) {
    if (!dumped) return;
    const [starts, text, used, all] = dumped;
    this.#starts = withRoom(starts!, Uint32Array);
    this.#text = withRoom(text!, Uint16Array);
    this.#size = starts!.length / Uint32Array.BYTES_PER_ELEMENT - 1;
    this.#used = new Int32Array(new Uint8Array(used!).buffer);
    let at = 0;
    this.#tables = Array.from(this.#used.subarray(0, tables), (count) => {
      const table = new Int32Array(lengthFor(count));
      new Uint8Array(table.buffer).set(all!.subarray(at, (at += table.byteLength)));
      return table;
    });
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    const inTables = this.#tables.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return this.#text.byteLength + this.#starts.byteLength + inTables;
  }

  /** In UTF-16 code units. */
  lengthOf(word: number): number {
    return this.#starts[word + 1]! - this.#starts[word]!;
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
    const hash = this.#read(word);
    return this.#tables[hash >>> 24]![this.#slot(hash, word.length)]! - 1;
  }

  add(word: string): number {
    const hash = this.#read(word);
    const which = hash >>> 24;
    let slot = this.#slot(hash, word.length);
    const known = this.#tables[which]![slot]!;
    if (known !== 0) return known - 1;
    const used = this.#used[which]! + 1;
    if (lengthFor(used) > this.#tables[which]!.length) {
      this.#enlarge(which);
      slot = this.#slot(hash, word.length);
    }
    this.#used[which] = used;
    if (this.#size + 2 > this.#starts.length) this.#starts = grown(this.#starts, Uint32Array);
    const end = this.#starts[this.#size]! + word.length;
    this.#starts[++this.#size] = end;
    this.#tables[which]![slot] = this.#size;
    return this.#size - 1;
  }

  dump(): Uint8Array[] {
    const text = this.#text.subarray(0, this.#starts[this.#size]);
    const all = new Int32Array(this.#tables.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const table of this.#tables) {
      all.set(table, at);
      at += table.length;
    }
    return [this.#starts.subarray(0, this.#size + 1), text, this.#used, all].map(bytesOf);
  }

  /** Puts it behind the last word; its hash. */
  #read(word: string): number {
    const start = this.#starts[this.#size]!;
    while (start + word.length > this.#text.length) this.#text = grown(this.#text, Uint16Array);
    const text = this.#text;
    for (let at = 0; at < word.length; at++) text[start + at] = word.charCodeAt(at);
    return hashOf(text, start, start + word.length);
  }

  /** Of the word behind the last, or where it belongs. */
  #slot(hash: number, length: number): number {
    const table = this.#tables[hash >>> 24]!;
    const mask = table.length - 1;
    let slot = hash & mask;
    while (table[slot] !== 0 && !this.#isLast(table[slot]! - 1, length)) slot = (slot + 1) & mask;
    return slot;
  }

  #isLast(word: number, length: number): boolean {
    const start = this.#starts[word]!;
    if (this.#starts[word + 1]! - start !== length) return false;
    const text = this.#text;
    const last = this.#starts[this.#size]!;
    for (let at = 0; at < length; at++) if (text[start + at] !== text[last + at]) return false;
    return true;
  }

  #enlarge(which: number): void {
    const before = this.#tables[which]!;
    const table = new Int32Array(before.length * 2);
    const mask = table.length - 1;
    for (const entry of before) {
      if (entry === 0) continue;
      let slot = hashOf(this.#text, this.#starts[entry - 1]!, this.#starts[entry]!) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = entry;
    }
    this.#tables[which] = table;
  }
}

/** Slots that a table of so many words has. */
function lengthFor(count: number): number {
  let length = smallestTable;
  while (length * load < count) length *= 2;
  return length;
}

/** FNV-1a over code units, then murmur3's finaliser. 32 bits, unsigned. */
function hashOf(text: Uint16Array, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let at = start; at < end; at++) value = Math.imul(value ^ text[at]!, 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

function grown<T extends Uint16Array | Uint32Array>(array: T, type: new (length: number) => T): T {
  const larger = new type(Math.ceil(array.length * 1.5) + 1024);
  larger.set(array);
  return larger;
}
