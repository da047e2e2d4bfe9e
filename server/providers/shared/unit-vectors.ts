import { vendorGarbled } from './vendor-error.ts';

/**
 * The vectors of a reply, of length 1.
 *
 * @param embeddings In the order of the texts; numbers, or little-endian float32 in base64.
 * @throws AppError `provider_error` when one is missing, has no direction or another length
 */
export function unitVectors(
  vendor: string,
  embeddings: readonly unknown[],
  count: number,
): Float32Array[] {
  if (embeddings.length !== count) {
    throw vendorGarbled(vendor, `sent ${embeddings.length} vectors for ${count} texts`);
  }
  const vectors = embeddings.map((embedding) => {
    const vector = unit(decode(embedding));
    if (!vector) throw vendorGarbled(vendor, 'sent a vector that is not one');
    return vector;
  });
  if (vectors.some((vector) => vector.length !== vectors[0]?.length)) {
    throw vendorGarbled(vendor, 'sent vectors of different lengths');
  }
  return vectors;
}

/** This machine is little-endian, too. */
function decode(embedding: unknown): Float32Array | undefined {
  if (Array.isArray(embedding)) return Float32Array.from(embedding as number[]);
  if (typeof embedding !== 'string') return undefined;
  const bytes = Uint8Array.from(Buffer.from(embedding, 'base64'));
  return bytes.length % 4 === 0 ? new Float32Array(bytes.buffer) : undefined;
}

function unit(vector: Float32Array | undefined): Float32Array | undefined {
  if (!vector) return undefined;
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) return undefined;
  return vector.map((value) => value / length);
}
