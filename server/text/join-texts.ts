/** In UTF-16 code units; shorter repetitions are chance, since the chunker repeats whole sentences. */
const minOverlap = 5;

/** Joins a text and its continuation; the longest end of the first with which the second begins is kept once. */
export function joinTexts(before: string, after: string): string {
  for (let length = Math.min(before.length, after.length); length >= minOverlap; length--) {
    if (before.endsWith(after.slice(0, length))) return before + after.slice(length);
  }
  return `${before}\n${after}`;
}
