/** `{"f32":"<base64>"}`: a quarter of the size of numbers as text, and five times as fast to read. */
export const encodeVector = (vector: Float32Array) =>
  JSON.stringify({ f32: bytesOf(vector).toString('base64') });

/** Little-endian float32: what VECTOR columns take, too. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

const [before, after] = ['{"f32":"', '"}'] as const;

/** Of a text that `encodeVector` has made, or an array of numbers. */
export function decodeVector(text: string): Float32Array {
  // What JSON.parse would find, without another copy of it.
  if (text.startsWith(before)) return fromBase64(text.slice(before.length, -after.length));
  return Float32Array.from(JSON.parse(text) as number[]);
}

function fromBase64(text: string): Float32Array {
  const vector = new Float32Array(Math.floor(Buffer.byteLength(text, 'base64') / 4));
  bytesOf(vector).write(text, 'base64');
  return vector;
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
