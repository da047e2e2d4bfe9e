/** Words that share less than this of their trigrams are different words, not forms of one. By measurement. */
export const minSimilarity = 0.35;

/**
 * Returns the different character trigrams of a word with its borders: "^on", "one", "ne$" of "one". Each is
 * one number, of three UTF-16 code units.
 */
export function trigramsOf(word: string): number[] {
  const grams = new Set<number>();
  let before = caret;
  let unit = word.charCodeAt(0);
  for (let at = 1; at <= word.length; at++) {
    const next = at < word.length ? word.charCodeAt(at) : dollar;
    grams.add((before * 0x1_0000 + unit) * 0x1_0000 + next);
    before = unit;
    unit = next;
  }
  return [...grams];
}

const caret = 0x5e;
const dollar = 0x24;
