/** Shorter ones happen by accident: the chunker repeats whole sentences. */
const shortest = 5;

/** Length of the longest end of `before` that is also the beginning of `after` (Knuth, Morris and Pratt). */
function overlap(before: string, after: string): number {
  const end = before.slice(-after.length);
  const borders = new Int32Array(after.length);
  const step = (matched: number, character: string) => {
    while (matched > 0 && after[matched] !== character) matched = borders[matched - 1]!;
    return after[matched] === character ? matched + 1 : matched;
  };
  for (let at = 1; at < after.length; at++) borders[at] = step(borders[at - 1]!, after[at]!);
  let matched = 0;
  for (const character of end.split('')) {
    if (matched === after.length) matched = borders[matched - 1]!;
    matched = step(matched, character);
  }
  return matched;
}

/** A text and the one that continues it, which may begin with the end of the first: that is said once. */
export function joinTexts(before: string, after: string): string {
  const repeated = overlap(before, after);
  return repeated < shortest ? `${before}\n${after}` : before + after.slice(repeated);
}
