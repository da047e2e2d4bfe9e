import { wordsOfAll } from '../language/languages.ts';

const lastWord = /(?:^|[\s([{"'“„«‘\-–—/])([\p{L}\p{M}°№]+)\.$/u;
const initial = /(?:^|[\s([{"'“„«.-])\p{Lu}\p{M}*\.$/u;
const dotted = /(?:^|[^\p{L}\p{N}])(?:\p{L}{1,3}\.\s?){1,3}\p{L}{1,3}\.$/u;
const timeOfDay = /[ap]\.\s?m\.$/i;
const loneLetter = /(?:^|\s)\p{Ll}\.$/u;
const unit = /\p{N}\s?\p{Ll}+\.$/u;
const startsWithDigit = /^[\p{N}#]/u;
const startsCapital = /^["“„«(]?\p{Lu}/u;
const shortCapitalised = /^["“„«(]?\p{Lu}\p{Ll}{0,2}(?![\p{L}\p{M}.])/u;
const dayNumber = /(?:^|\s)(?:[12]?\d|3[01])\.$/;

/** Returns whether `said` ends in an abbreviation, an initial or a day of the month, and `next` continues it. */
export function endsInAbbreviation(said: string, next: string): boolean {
  if (!said.endsWith('.')) return false;
  if (dayNumber.test(said)) return startsWithMonth(next);
  if (startsWithDigit.test(next) && loneLetter.test(said)) return true;
  const word = unit.test(said) ? undefined : lastWord.exec(said)?.[1];
  if (word !== undefined) {
    const titles = wordsOfAll('titles');
    if (titles.has(word) || titles.has(word.toLowerCase())) return true;
    if (wordsOfAll('numbered').has(word) && startsWithDigit.test(next)) return true;
  }
  if (dotted.test(said)) return dottedGoesOn(said, next);
  return initial.test(said) && startsCapital.test(next) && !shortWordAfterPronoun(said, next);
}

/** "U.S. Army" and "z.B. Äpfel" go on; "in the U.S. He" and "at 5 p.m. The" most often do not. */
function dottedGoesOn(said: string, next: string): boolean {
  if (timeOfDay.test(said)) return !startsCapital.test(next);
  const upper = /\p{Lu}\.$/u.test(said);
  return !(upper && shortCapitalised.test(next));
}

/** "She and I. We …" is no name with an initial. */
function shortWordAfterPronoun(said: string, next: string): boolean {
  return /\p{Ll}\s\p{Lu}\.$/u.test(said) && shortCapitalised.test(next);
}

/** Languages that write the day of a month with a full stop: "am 3. Mai". */
const dotAfterDay = 'de da nb nn fi cs sk sl hr sr-Latn hu et lv is fo'.split(' ');
let months: Set<string> | undefined;

function startsWithMonth(next: string): boolean {
  months ??= monthNames();
  const word = /^\p{L}+/u.exec(next)?.[0];
  return word !== undefined && months.has(word.toLowerCase());
}

function monthNames(): Set<string> {
  const names = new Set<string>();
  for (const locale of dotAfterDay) {
    const format = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    });
    for (let month = 0; month < 12; month++) {
      const parts = format.formatToParts(Date.UTC(2024, month, 15));
      names.add((parts.find(({ type }) => type === 'month')?.value ?? '').toLowerCase());
    }
  }
  return names;
}
