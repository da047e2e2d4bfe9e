import { arrayOf, bytesOf, withRoom } from './typed-arrays.ts';

/** Fields of a list in `#lists`; `size` is an index into `sizes`, `last` the list's last value. */
const [start, size, used, count, last, perList] = [0, 1, 2, 3, 4, 5];
/** Bytes of a region: 8, 16, 24, 32, 48, 64, 96, … in steps of a third and a half. */
const sizes = Array.from({ length: 50 }, (_, at) => (at % 2 ? 16 : 12) * 2 ** (at >> 1)).with(0, 8);
/**
 * Lists of ascending integers below 2 ** 31, each as variable-byte deltas: 7 bits a byte, the lowest first,
 * the highest bit set where another byte follows. A list is contiguous: when its region of the shared bytes
 * is full, it moves to a larger one, and other lists use the one it leaves.
 */
export class PostingLists {
  #lists: Int32Array = new Int32Array(0);
  #bytes: Uint8Array = new Uint8Array(1024);
  /** By size the first free region, whose first four bytes have the next one; 0 is none. */
  #free = new Int32Array(sizes.length);
  /** Where bytes begin that no region ever had; address 0 is not used. */
  #end = 8;

  constructor(dumped?: readonly Uint8Array[]) {
    if (!dumped) return;
    this.#lists = arrayOf(dumped[0]!, Int32Array);
    this.#free = arrayOf(dumped[1]!, Int32Array);
    this.#bytes = arrayOf(dumped[2]!, Uint8Array);
    this.#end = this.#bytes.length;
  }

  get bytes(): number {
    return this.#lists.byteLength + this.#bytes.byteLength;
  }

  /** Returns the length of a list. */
  count(list: number): number {
    return this.#lists[list * perList + count] ?? 0;
  }

  /** Adds a value that is not below the last one of the list. */
  append(list: number, value: number): void {
    const at = list * perList;
    if (at + perList > this.#lists.length) this.#lists = withRoom(this.#lists, at + perList);
    const lists = this.#lists;
    const delta = value - lists[at + last]!;
    const end = lists[at + used]! + lengthOf(delta);
    if (lists[at + start] === 0 || end > sizes[lists[at + size]!]!) this.#move(at);
    write(this.#bytes, lists[at + start]! + lists[at + used]!, delta);
    lists[at + used] = end;
    lists[at + last] = value;
    lists[at + count]!++;
  }

  /** Writes the values of a list into an array, which has room for them, and returns their count. */
  read(list: number, values: Int32Array): number {
    const at = list * perList;
    const bytes = this.#bytes;
    let position = this.#lists[at + start] ?? 0;
    const end = position + (this.#lists[at + used] ?? 0);
    let found = 0;
    let value = 0;
    while (position < end) {
      let byte = bytes[position++]!;
      let delta = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[position++]!;
        delta |= (byte & 127) << shift;
      }
      value += delta;
      values[found++] = value;
    }
    return found;
  }

  /** Empties a list, which keeps its region. */
  clear(list: number): void {
    this.#lists.fill(0, list * perList + used, (list + 1) * perList);
  }

  dump(): Uint8Array[] {
    const bytes = this.#bytes.subarray(0, this.#end);
    return [bytesOf(this.#lists), bytesOf(this.#free), bytes];
  }

  /** Moves a list to a region of the next size, or to its first. */
  #move(at: number): void {
    const lists = this.#lists;
    const [from, before] = [lists[at + start]!, lists[at + size]!];
    const next = from === 0 ? 0 : before + 1;
    const to = this.#allocate(next);
    if (from !== 0) {
      this.#bytes.copyWithin(to, from, from + lists[at + used]!);
      new DataView(this.#bytes.buffer).setInt32(from, this.#free[before]!);
      this.#free[before] = from;
    }
    lists[at + start] = to;
    lists[at + size] = next;
  }

  #allocate(which: number): number {
    let region = this.#free[which]!;
    if (region === 0) {
      region = this.#end;
      this.#end += sizes[which]!;
      this.#bytes = withRoom(this.#bytes, this.#end);
    } else this.#free[which] = new DataView(this.#bytes.buffer).getInt32(region);
    return region;
  }
}

function write(bytes: Uint8Array, at: number, delta: number): void {
  while (delta > 127) {
    bytes[at++] = (delta & 127) | 128;
    delta >>>= 7;
  }
  bytes[at] = delta;
}

/** Returns how many bytes a delta takes. */
const lengthOf = (delta: number) => ((38 - Math.clz32(delta | 1)) / 7) | 0;
