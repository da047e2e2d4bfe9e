/** In UTF-16 code units; shorter repetitions are chance, since the chunker repeats whole sentences. */
const minOverlap = 5;

/** Returns the length of the longest end of `before` that `after` begins with (Knuth-Morris-Pratt). */
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

/** Joins a text and its continuation; what the second repeats of the first is left out. */
export function joinTexts(before: string, after: string): string {
  const repeated = overlap(before, after);
  return repeated < minOverlap ? `${before}\n${after}` : before + after.slice(repeated);
}
