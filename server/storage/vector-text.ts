/** `{"f32":"<base64>"}`: a quarter of the size of numbers as text, and five times as fast to read. */
export const encodeVector = (vector: Float32Array) =>
  JSON.stringify({ f32: bytesOf(vector).toString('base64') });

/** Little-endian float32: what VECTOR columns take, too. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Of a text that `encodeVector` has made, or an array of numbers. */
export function decodeVector(text: string): Float32Array {
  const value = JSON.parse(text) as { f32: string } | number[];
  return Array.isArray(value)
    ? Float32Array.from(value)
    : fromBytes(Buffer.from(value.f32, 'base64'));
}

function fromBytes({ buffer, byteOffset, byteLength }: Uint8Array): Float32Array {
  return new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

/**
 * Whatever a column of vectors holds, as it is read; null: nothing. From a VECTOR column MariaDB sends
 * bytes, and mysql2 makes numbers of MySQL's: none where there is no vector.
 */
export function storedVector(stored: unknown): Float32Array | null {
  if (typeof stored === 'string') return decodeVector(stored);
  if (Array.isArray(stored)) return stored.length > 0 ? Float32Array.from(stored) : null;
  return stored ? fromBytes(stored as Uint8Array) : null;
}
