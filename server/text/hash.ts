const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

/** FNV-1a over UTF-16 code units of `text` from `start` to `end`, then murmur3's finaliser. 32 bits, unsigned. */
export function hash(text: string, start = 0, end = text.length): number {
  let value = offsetBasis;
  for (let at = start; at < end; at++) value = Math.imul(value ^ text.charCodeAt(at), prime);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
