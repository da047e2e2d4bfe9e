/** Share of a page's characters without meaning, above which another parser may do better. */
const mostGarbled = 0.3;
/** Above it nothing is worth keeping. */
const hopeless = 0.5;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Letters and digits: the more, the better the reading of the same page. */
const readableLength = (text: string) => count(text, /[\p{L}\p{N}]/gu);

/** Of replacement, unassigned and private use characters: fonts without a way back to text. */
function garbledShare(text: string): number {
  const meaningless = count(text, /[\ufffd\p{Co}\p{Cn}]/gu);
  return meaningless === 0 ? 0 : meaningless / count(text, /\S/gu);
}

/** Whether a page has something, but hardly text. */
export function isGarbled(text: string): boolean {
  return garbledShare(text) > mostGarbled || (text.length > 20 && !/[\p{L}\p{N}]/u.test(text));
}

/** The better reading of a page; empty when neither can be read. */
export function better(first: string, second: string): string {
  const rescued = isGarbled(first) && !isGarbled(second) && second !== '';
  const kept = rescued || readableLength(second) > readableLength(first) ? second : first;
  return garbledShare(kept) > hopeless || readableLength(kept) === 0 ? '' : kept;
}
