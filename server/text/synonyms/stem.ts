/** Arabic articles and prepositions that are written with their word. */
const prefix = /^(?:وال|بال|كال|فال|لل|ال)(?=.{3})/;
/** Endings of plurals, genders and cases in Latin, Cyrillic and Greek letters; the word keeps three letters. */
const ending = /(?<=...)(?:en|[aeiosuy]|[аеиоуыэюяіїєьй]|[αεηιουσ])$/;

/**
 * Returns a folded word without its most common endings: rough, because it only compares words with a few
 * thousand known ones.
 */
export function stemOf(word: string): string {
  let stem = word.replace(prefix, '');
  for (let shorter = stem.replace(ending, ''); shorter !== stem; shorter = stem.replace(ending, ''))
    stem = shorter;
  return stem;
}
