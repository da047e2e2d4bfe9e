const pageBits = 20;
const pageSize = 1 << pageBits;
const inPage = pageSize - 1;
const headerSize = 8;
/** Sizes of a list's first slices, and of all further ones, in bytes. */
const sliceSizes = [16, 32, 64, 128, 256] as const;
/** Of each list: its first slice, where to write, where that slice ends, its last number, their count, its slices. */
const [head, write, end, last, count, slices, perList] = [0, 1, 2, 3, 4, 5, 6];

/**
 * Many ascending lists of numbers, each number with a code of a few bits, in pages that are never copied.
 * A list is a chain of slices that grow with it, so that a rare word costs little and a frequent one can
 * be skipped through (the idea of Lucene's `ByteSlicePool`). A slice holds its successor's address, the
 * number before its first, and varints of deltas and codes; a zero byte ends it early.
 */
export class PostingLists {
  readonly #codeBits: number;
  #lists = new Int32Array(1024 * perList);
  #pages: Uint8Array[] = [];
  /** The first address that was never used; 0 is nowhere. */
  #unused = 16;
  /** Of each size the first slice given back; they are chained as those of lists are. */
  #free = new Int32Array(sliceSizes.length);

  /** Codes are below 2 ** `codeBits`. */
  constructor(codeBits: number, dumped?: readonly Uint8Array[]) {
    this.#codeBits = codeBits;
    if (!dumped) return;
    const [lists, state, ...pages] = dumped;
    this.#lists = new Int32Array(new Uint8Array(lists!).buffer);
    const [unused, ...free] = new Int32Array(new Uint8Array(state!).buffer);
    this.#unused = unused!;
    this.#free.set(free);
    this.#pages = pages.map((page) => new Uint8Array(page));
  }

  get bytes(): number {
    return this.#pages.length * pageSize + this.#lists.byteLength;
  }

  count(list: number): number {
    return this.#lists[list * perList + count] ?? 0;
  }

  /** `value` is above all that the list has. */
  append(list: number, value: number, code: number): void {
    const at = list * perList;
    if (at >= this.#lists.length) this.#growLists(at);
    const lists = this.#lists;
    const before = lists[at + count] === 0 ? -1 : lists[at + last]!;
    let rest = ((value - before) << this.#codeBits) | code;
    const size =
      rest < 128 ? 1 : rest < 16_384 ? 2 : rest < 2_097_152 ? 3 : rest < 268_435_456 ? 4 : 5;
    if (lists[at + write]! + size > lists[at + end]!) this.#extend(at, before);
    const address = lists[at + write]!;
    const page = this.#pages[address >>> pageBits]!;
    let position = address & inPage;
    while (rest > 127) {
      page[position++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    page[position] = rest;
    lists[at + write] = address + size;
    lists[at + last] = value;
    lists[at + count]!++;
  }

  /** Writes the whole list; returns its length. */
  read(list: number, values: Int32Array, codes: Uint8Array): number {
    const mask = (1 << this.#codeBits) - 1;
    const bits = this.#codeBits;
    let found = 0;
    let value = -1;
    let slice = this.#lists[list * perList + head] ?? 0;
    for (let index = 0; slice !== 0; index++) {
      const page = this.#pages[slice >>> pageBits]!;
      let position = (slice & inPage) + headerSize;
      const stop = (slice & inPage) + sizeOf(index);
      while (position < stop) {
        let rest = page[position++]!;
        if (rest === 0) break;
        if (rest > 127) {
          rest &= 127;
          let shift = 7;
          let byte = page[position++]!;
          while (byte > 127) {
            rest |= (byte & 127) << shift;
            shift += 7;
            byte = page[position++]!;
          }
          rest |= byte << shift;
        }
        value += rest >>> bits;
        values[found] = value;
        codes[found++] = rest & mask;
      }
      slice = next(page, slice & inPage);
    }
    return found;
  }

  /** Which of the ascending `wanted` the list has: its code + 1 in `found`, else 0. Skips slices without any. */
  lookUp(list: number, wanted: Int32Array, found: Uint8Array): void {
    const mask = (1 << this.#codeBits) - 1;
    const bits = this.#codeBits;
    found.fill(0, 0, wanted.length);
    let at = 0;
    let slice = this.#lists[list * perList + head] ?? 0;
    for (let index = 0; slice !== 0 && at < wanted.length; index++) {
      const page = this.#pages[slice >>> pageBits]!;
      const start = slice & inPage;
      const following = next(page, start);
      const after = following === 0 ? Infinity : this.#base(following);
      if (wanted[at]! <= after) {
        let value = this.#base(slice);
        let position = start + headerSize;
        const stop = start + sizeOf(index);
        let sought = wanted[at]!;
        while (position < stop) {
          let byte = page[position++]!;
          if (byte === 0) break;
          let rest = byte & 127;
          for (let shift = 7; byte > 127; shift += 7) {
            byte = page[position++]!;
            rest |= (byte & 127) << shift;
          }
          value += rest >>> bits;
          if (value < sought) continue;
          while (at < wanted.length && wanted[at]! < value) at++;
          if (wanted[at] === value) found[at++] = (rest & mask) + 1;
          if (at === wanted.length) return;
          sought = wanted[at]!;
          if (sought > after) break;
        }
        while (at < wanted.length && wanted[at]! <= after) at++;
      }
      slice = following;
    }
  }

  /** Empties a list; its slices are used again. */
  clear(list: number): void {
    const at = list * perList;
    if (at >= this.#lists.length) return;
    let slice = this.#lists[at + head]!;
    for (let index = 0; slice !== 0; index++) {
      const size = Math.min(index, sliceSizes.length - 1);
      const page = this.#pages[slice >>> pageBits]!;
      const following = next(page, slice & inPage);
      page.fill(0, slice & inPage, (slice & inPage) + sliceSizes[size]!);
      setInt(page, slice & inPage, this.#free[size]!);
      this.#free[size] = slice;
      slice = following;
    }
    this.#lists.fill(0, at, at + perList);
  }

  dump(): Uint8Array[] {
    const state = new Int32Array([this.#unused, ...this.#free]);
    return [bytesOf(this.#lists), bytesOf(state), ...this.#pages];
  }

  #base(slice: number): number {
    return getInt(this.#pages[slice >>> pageBits]!, (slice & inPage) + 4);
  }

  #extend(at: number, base: number): void {
    const lists = this.#lists;
    const index = lists[at + slices]!;
    const slice = this.#allocate(Math.min(index, sliceSizes.length - 1));
    setInt(this.#pages[slice >>> pageBits]!, (slice & inPage) + 4, base);
    if (index === 0) lists[at + head] = slice;
    else {
      const previous = lists[at + end]! - sizeOf(index - 1);
      setInt(this.#pages[previous >>> pageBits]!, previous & inPage, slice);
    }
    lists[at + write] = slice + headerSize;
    lists[at + end] = slice + sizeOf(index);
    lists[at + slices] = index + 1;
  }

  #allocate(size: number): number {
    const given = this.#free[size]!;
    if (given !== 0) {
      const page = this.#pages[given >>> pageBits]!;
      this.#free[size] = next(page, given & inPage);
      setInt(page, given & inPage, 0);
      return given;
    }
    const bytes = sliceSizes[size]!;
    if ((this.#unused & inPage) + bytes > pageSize) this.#unused = (this.#unused | inPage) + 1;
    const slice = this.#unused;
    this.#unused += bytes;
    while (this.#pages.length <= slice >>> pageBits) this.#pages.push(new Uint8Array(pageSize));
    return slice;
  }

  #growLists(least: number): void {
    const lists = new Int32Array(Math.ceil((least * 1.5) / perList + 1) * perList);
    lists.set(this.#lists);
    this.#lists = lists;
  }
}

export const bytesOf = (array: Int32Array | Uint16Array | Float64Array | Uint32Array) =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** A copy of what `bytesOf` gave, with room for some more, so that the next addition need not copy it again. */
export function withRoom<T extends Int32Array | Uint16Array | Float64Array | Uint32Array>(
  bytes: Uint8Array,
  type: { new (length: number): T; readonly BYTES_PER_ELEMENT: number },
): T {
  const array = new type(Math.ceil(((bytes.length / type.BYTES_PER_ELEMENT) * 17) / 16) + 64);
  new Uint8Array(array.buffer).set(bytes);
  return array;
}

const sizeOf = (index: number) =>
  sliceSizes[index < sliceSizes.length ? index : sliceSizes.length - 1]!;

const next = (page: Uint8Array, position: number) => getInt(page, position);

function getInt(page: Uint8Array, at: number): number {
  return page[at]! | (page[at + 1]! << 8) | (page[at + 2]! << 16) | (page[at + 3]! << 24);
}

function setInt(page: Uint8Array, at: number, value: number): void {
  page[at] = value;
  page[at + 1] = value >>> 8;
  page[at + 2] = value >>> 16;
  page[at + 3] = value >>> 24;
}
