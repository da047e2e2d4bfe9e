import { wordsOfAll } from '../../language/languages.ts';

/** Letters in which plurals, genders and cases end, in Latin, Cyrillic and Greek; and Latin "en". */
const ending = /[aeiosuyаеиоуыэюяіїєьйαεηιουσ]/u;
const minStem = 3;
/** Letters of a word behind its prefix. */
const minBare = 3;
/** Letters of all endings together: with more, "Abendessen" is "Abend" and "Stress" is "Straße". */
const maxEnding = 3;

/** Returns a word without an article or preposition that is written with it. */
function withoutPrefix(word: string): string {
  for (const prefix of wordsOfAll('prefixes')) {
    if (word.startsWith(prefix) && word.length >= prefix.length + minBare)
      return word.slice(prefix.length);
  }
  return word;
}

/**
 * Returns a folded word without its most common endings: rough, because it only compares words with a few
 * thousand known ones.
 */
export function stemOf(word: string): string {
  const bare = withoutPrefix(word);
  const least = Math.max(minStem, bare.length - maxEnding);
  let end = bare.length;
  while (end > least) {
    if (ending.test(bare[end - 1]!)) end--;
    else if (end > least + 1 && bare.endsWith('en', end)) end -= 2;
    else break;
  }
  return bare.slice(0, end);
}
