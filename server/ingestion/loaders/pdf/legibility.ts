/** Share of a page's characters that may be without meaning. */
const mostGarbled = 0.3;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Letters and digits: the more, the better the reading of the same page. */
export const readableLength = (text: string) => count(text, /[\p{L}\p{N}]/gu);

/** Replacement, unassigned and private use characters: fonts without a way back to text. */
export function isGarbled(text: string): boolean {
  const meaningless = count(text, /[\ufffd\p{Co}\p{Cn}]/gu);
  if (meaningless === 0 && /[\p{L}\p{N}]/u.test(text)) return false;
  const characters = count(text, /\S/gu);
  return meaningless > characters * mostGarbled || (characters > 20 && readableLength(text) === 0);
}
