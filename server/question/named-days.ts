import { fold } from '../text/fold.ts';

/** Shorter names are other words, too: "may". */
const minName = 4;
/** From this length on, the last letter may be another one in another case. */
const minInflected = 6;

const names = new Map<string, readonly string[]>();

/** Returns the beginnings of the names of weekdays and months in a language. */
function namesOf(language: string): readonly string[] {
  const known = names.get(language);
  if (known) return known;
  const of = (form: Intl.DateTimeFormatOptions, count: number, step: number) => {
    const format = new Intl.DateTimeFormat(language || 'en', { ...form, timeZone: 'UTC' });
    return Array.from({ length: count }, (_, n) => fold(format.format(n * step * 86_400_000)));
  };
  const made = [...of({ weekday: 'long' }, 7, 1), ...of({ month: 'long' }, 12, 31)]
    .filter((name) => name.length >= minName)
    .map((name) => (name.length >= minInflected ? name.slice(0, -1) : name));
  names.set(language, made);
  return made;
}

/**
 * Returns the weekdays, months and numbers that a question names.
 *
 * @param words Folded.
 * @param language BCP 47 primary subtag; may be empty.
 */
export const namedIn = (words: readonly string[], language: string): string[] =>
  words.flatMap((word) => {
    if (/^\p{N}+$/u.test(word)) return [word];
    return namesOf(language).find((name) => word.startsWith(name)) ?? [];
  });

/** Returns whether each of two questions names something, and none of it is in both. */
export const namesOtherDays = (one: readonly string[], other: readonly string[]): boolean =>
  one.length > 0 && other.length > 0 && !one.some((name) => other.includes(name));
