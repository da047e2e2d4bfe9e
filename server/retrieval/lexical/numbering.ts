type TypedArray = Uint8Array | Uint16Array | Int32Array | Float32Array | Float64Array;

/** Returns an array with room for `length` entries and an eighth more: the same one if it is long enough, else a copy. */
export function withRoom<T extends TypedArray>(array: T, length: number): T {
  if (array.length >= length) return array;
  const create = array.constructor as new (length: number) => T;
  const larger = new create(Math.ceil(length * 1.125) + 64);
  larger.set(array);
  return larger;
}

/** Returns the bytes of an array, without copying them. */
export const bytesOf = (array: TypedArray): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** Returns a copy of the array whose `bytesOf` is given. */
export const arrayOf = <T>(bytes: Uint8Array, type: new (buffer: ArrayBuffer) => T): T =>
  new type(new Uint8Array(bytes).buffer);

/** Inserts an item into the best of many, best first; the last one falls out if they are more than `limit`. */
export function insertBest<T>(
  best: T[],
  item: T,
  limit: number,
  precedes: (one: T, other: T) => boolean,
): void {
  if (best.length === limit && !precedes(item, best[limit - 1]!)) return;
  let place = Math.min(best.length, limit - 1);
  for (; place > 0 && precedes(item, best[place - 1]!); place--) best[place] = best[place - 1]!;
  best[place] = item;
}

/** The share of slots in use above which their number is doubled. */
const maxLoad = 0.6;

/**
 * Numbers keys 0, 1, 2, … in the order in which they come. A hash table with open addressing and linear
 * probing in typed arrays: about 16 bytes a key, where a JavaScript `Map` takes 40 and must be filled key by
 * key when it is restored. A key is an integer below 2 ** 53.
 */
export class Numbering {
  #keys: Float64Array = new Float64Array(256);
  /** Number + 1 of the key that hashes to a slot or to one before it; 0 for a free slot. */
  #slots: Int32Array = new Int32Array(512);
  #size = 0;

  constructor(dumped?: readonly Uint8Array[]) {
    if (!dumped) return;
    this.#keys = arrayOf(dumped[0]!, Float64Array);
    this.#slots = arrayOf(dumped[1]!, Int32Array);
    this.#size = this.#keys.length;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#keys.byteLength + this.#slots.byteLength;
  }

  keyOf(number: number): number {
    return this.#keys[number]!;
  }

  /** Returns the number of a key, -1 if it has none. */
  find(key: number): number {
    return this.#slots[this.#slotOf(key)]! - 1;
  }

  /** Returns the number of a key, which gets one if it has none. */
  add(key: number): number {
    const known = this.find(key);
    return known < 0 ? this.append(key) : known;
  }

  /** Gives a key a new number, also if it has one: `find` returns the new one. */
  append(key: number): number {
    const number = this.#size++;
    this.#keys = withRoom(this.#keys, this.#size);
    this.#keys[number] = key;
    if (this.#size > this.#slots.length * maxLoad) this.#rehash();
    else this.#slots[this.#slotOf(key)] = this.#size;
    return number;
  }

  dump(): Uint8Array[] {
    return [bytesOf(this.#keys.subarray(0, this.#size)), bytesOf(this.#slots)];
  }

  /** Returns the slot that has the key, else the free one where it belongs. */
  #slotOf(key: number): number {
    const [keys, slots] = [this.#keys, this.#slots];
    const mask = slots.length - 1;
    let slot = mix(key) & mask;
    while (slots[slot] !== 0 && keys[slots[slot]! - 1] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let number = 0; number < this.#size; number++) {
      this.#slots[this.#slotOf(this.#keys[number]!)] = number + 1;
    }
  }
}

/** Spreads the bits of a key over 32 (Fibonacci hashing). */
function mix(key: number): number {
  const high = (key / 0x1_0000_0000) | 0;
  const mixed = Math.imul((key | 0) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/**
 * Returns a 53-bit hash of a word, its key (cyrb53: two multiplicative hashes, finally mixed). Words are
 * not stored: of a million words two have the same key with a probability of 1 in 18,000, and then each
 * also finds the chunks of the other.
 */
export function wordKey(word: string): number {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x85ebca77);
    high = Math.imul(high ^ unit, 0xc2b2ae3d);
  }
  low ^= Math.imul(low ^ (high >>> 15), 0x735a2d97);
  high ^= Math.imul(high ^ (low >>> 15), 0xcaf649a9);
  low ^= high >>> 16;
  high ^= low >>> 16;
  return 0x20_0000 * (high >>> 0) + (low >>> 11);
}
