/** `{"f32":"<base64>"}`: a quarter of the size of numbers as text, and five times as fast to read. */
export const encodeVector = (vector: Float32Array) =>
  JSON.stringify({ f32: bytesOf(vector).toString('base64') });

/** Little-endian float32: what VECTOR columns take, too. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** What is stored as text, also as an array of numbers, or in a VECTOR column, which MySQL's driver reads as numbers. */
export function decodeVector(stored: string | Uint8Array | readonly number[]): Float32Array {
  if (typeof stored === 'string') {
    const value = JSON.parse(stored) as { f32: string } | number[];
    return decodeVector(Array.isArray(value) ? value : Buffer.from(value.f32, 'base64'));
  }
  if (!('buffer' in stored)) return Float32Array.from(stored);
  const { buffer, byteOffset, byteLength } = stored;
  return new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
}
