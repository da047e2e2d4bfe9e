/** Arabic articles and prepositions that are written with their word. */
const prefix = /^(?:وال|بال|كال|فال|لل|ال)(?=.{3})/;
const arabic = /^[بفكلو]?[ال]/;
/** Letters in which plurals, genders and cases end, in Latin, Cyrillic and Greek; and Latin "en". */
const endings = new Set('aeiosuyаеиоуыэюяіїєьйαεηιουσ');
const minStem = 3;
/** Letters of all endings together: with more, "Abendessen" is "Abend" and "Stress" is "Straße". */
const maxEnding = 3;

/**
 * Returns a folded word without its most common endings: rough, because it only compares words with a few
 * thousand known ones.
 */
export function stemOf(word: string): string {
  const bare = arabic.test(word) ? word.replace(prefix, '') : word;
  const least = Math.max(minStem, bare.length - maxEnding);
  let end = bare.length;
  while (end > least) {
    if (endings.has(bare[end - 1]!)) end--;
    else if (end > least + 1 && bare.endsWith('en', end)) end -= 2;
    else break;
  }
  return bare.slice(0, end);
}
