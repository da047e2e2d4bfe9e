const words = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * A unit vector of the text's words and the groups of three letters in them, each hashed to a place:
 * texts that share words are near each other, and the same text has always the same vector.
 */
export function hashedEmbedding(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const { segment, isWordLike } of words.segment(text.normalize('NFKC').toLowerCase())) {
    if (!isWordLike) continue;
    add(vector, segment, 1);
    for (let at = 0; at + 3 <= segment.length; at++) add(vector, segment.slice(at, at + 3), 0.3);
  }
  // A text without a word still needs a direction.
  if (vector.every((value) => value === 0)) add(vector, text, 1);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function add(vector: Float32Array, feature: string, weight: number): void {
  const hash = fnv1a(feature);
  const place = hash % vector.length;
  vector[place] = (vector[place] ?? 0) + (hash & 0x40000000 ? weight : -weight);
}

/** http://www.isthe.com/chongo/tech/comp/fnv/ */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash;
}
