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
