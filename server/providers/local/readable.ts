import { languageOf, scriptOf } from '../../text/language.ts';

/** Characters of a text that tell its language. */
const sample = 600;
const latin = scriptOf('a');

/**
 * Returns whether a model of these languages reads a text. A text that does not tell its language counts as
 * readable in Latin script: short English questions are among them.
 *
 * @param languages BCP 47 primary subtags; null: all languages.
 */
export function isReadable(text: string, languages: readonly string[] | null): boolean {
  if (text.trim() === '') return false;
  if (languages === null) return true;
  const start = text.slice(0, sample);
  const language = languageOf(start, '');
  return language === '' ? scriptOf(start) === latin : languages.includes(language);
}
