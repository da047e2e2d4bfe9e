import { fold } from './fold.ts';

/**
 * Makes a function that tells whether a folded word is in the list of a language, a BCP 47 primary subtag. One list
 * must not stand for all languages: "car" is a function word in French, "van" in Dutch, "hat" in German. Where
 * the language is unknown or has no list, all of `lists` count.
 *
 * @param lists Words with spaces between them; a key may name several languages.
 * @param further Lists that count only for their own languages.
 */
export function wordLists(
  lists: Readonly<Record<string, string>>,
  further: Readonly<Record<string, string>> = {},
): (word: string, language: string) => boolean {
  const wordsOf = (list: string) => new Set(list.trim().split(/\s+/).map(fold));
  const byLanguage = new Map(
    Object.entries({ ...lists, ...further }).flatMap(([languages, list]) => {
      const words = wordsOf(list);
      return languages.split(' ').map((language) => [language, words] as const);
    }),
  );
  const all = wordsOf(Object.values(lists).join(' '));
  return (word, language) => (byLanguage.get(language) ?? all).has(word);
}
