import { languageIn } from '../language/languages.ts';
import { fold } from '../language/fold.ts';
import { isFunctionWord } from '../text/word-weight.ts';

export interface Name {
  kind: 'weekday' | 'month' | 'relative';
  /** Sunday is 0, January 1, today 0. */
  value: number;
  /** Folded. */
  name: string;
  /** Abbreviations, "terça" of "terça-feira" and "May" are other words, too. */
  isShort: boolean;
  isCapital: boolean;
}

/** Folds a text, with one sign for all apostrophes. */
export const plain = (text: string) => fold(text).replace(/[ʼ’`]/g, "'");

const dense = /[\p{sc=Han}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const letter = '[\\p{L}\\p{M}\\p{N}]';
/** The number of a day, none of those of "10:30". */
const number = '(?<![\\d:.,])(\\d{1,2})(?!\\d|[:.,]\\d)(?:st|nd|rd|th|er|[日号일.ºª])?';
/** Letters of an ending. */
const maxEnding = 4;

/**
 * Returns the beginnings of all forms of a name: of "środa" and "środę", "wtorek" and "wtorku", "июль" and "июля".
 * None if it has one form.
 */
function stemsOf({ kind, name, isShort }: Name): string[] {
  if (/\p{sc=Hang}/u.test(name)) return name.length > 1 ? [name] : [];
  // "Junior" and "maggiore" are no forms of months.
  const isFixed = kind === 'month' && /^(?:\p{sc=Latn}{0,5}|\p{sc=Latn}+[eo])$/u.test(name);
  if (isShort || kind === 'relative' || isFixed || !/^[^ .-]{4,}$/u.test(name)) return [];
  if (/[eеоъ][kк]$/u.test(name)) return [name, name.slice(0, -2) + name.slice(-1)];
  const last = name.length > 5 ? /\p{L}$/u : name.length > 4 ? /[aаьйяη]$/u : /[ьйя]$/u;
  return [name.replace(last, '')];
}

const formatOf = (language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, {
    ...{ timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn', ...options },
  });

/** Returns the names of the weekdays, from Sunday on. */
const weekdaysOf = (language: string, weekday: 'long' | 'short'): string[] => {
  const format = formatOf(language, { weekday });
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2023, 0, day + 1)));
};

function namesOf(language: string): Name[] {
  const { dayBeginning = '', dayEnding = '' } = languageIn(language);
  const names = new Map<string, Name>();
  const add = (kind: Name['kind'], value: number, shown: string, isShort = false) => {
    const name = plain(shown).replace(/\.$/, '');
    // A single letter, a number and "in 2 days" are no names.
    if (!/^\d{0,2}\D{2,}$|^\d{1,2}\p{L}$/u.test(name) || names.has(name)) return;
    const other = (isShort || isFunctionWord(name, language)) && !dense.test(name);
    names.set(name, { kind, value, name, isShort: other, isCapital: /^\p{Lu}/u.test(shown) });
  };
  for (const width of ['long', 'short'] as const) {
    const isShort = width === 'short';
    const weekdays = weekdaysOf(language, width);
    weekdays.forEach((shown, day) => {
      const name = shown.replace(dayBeginning, '');
      const isLong = name !== dayEnding && name.endsWith(dayEnding);
      add('weekday', day, isLong ? name.slice(0, name.length - dayEnding.length) : name, isShort);
      if (shown.includes('-')) add('weekday', day, shown.replace(/-.*/, ''), true);
    });
    const alone = formatOf(language, { month: width });
    const inDate = formatOf(language, { month: width, day: 'numeric' });
    for (let month = 1; month <= 12; month++) {
      const time = Date.UTC(2023, month - 1, 1);
      const part = inDate.formatToParts(time).find(({ type }) => type === 'month');
      add('month', month, alone.format(time), isShort);
      add('month', month, part?.value ?? '', isShort);
    }
  }
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (let days = 0; days < 3; days++) add('relative', days, relative.format(days, 'day'));
  return [...names.values()];
}

function makeNames(language: string) {
  const names = namesOf(language);
  const byName = new Map(names.map((one) => [one.name, one]));
  // The longer one of two that begin alike is tried first.
  const stems = names
    .flatMap((name) => stemsOf(name).map((stem) => ({ stem, name })))
    .sort((a, b) => b.stem.length - a.stem.length);
  const anyOf = (texts: readonly string[]) =>
    `(?:${texts.map((text) => text.replaceAll('.', '\\.')).join('|') || '(?!)'})`;
  const longest = [...byName.keys()].sort((a, b) => b.length - a.length);
  const begin = anyOf(stems.map(({ stem }) => stem));
  const spaced = `${anyOf(longest.filter((name) => !dense.test(name)))}|${begin}[\\p{L}\\p{M}]{0,${maxEnding}}`;
  const unspaced = anyOf(longest.filter((name) => dense.test(name)));
  const links = (['conjunction', 'disjunction'] as const).flatMap((type) =>
    new Intl.ListFormat(language, { type })
      .formatToParts(['1', '2'])
      .flatMap((part) => (part.type === 'literal' ? plain(part.value).trim() : [])),
  );
  const source = [
    `(?<!\\p{N})(?:${languageIn(language).dayBeginning ?? ''})?(${unspaced})`,
    // Hebrew and Arabic write "and", "in" and "to" together with the name.
    `(?<!${letter})[ובלמהכשوفبلك]{0,2}(${spaced})(?!${letter})`,
    number,
  ];
  return {
    /** Finds names in any form, and in its last group the number of a day. */
    // eslint-disable-next-line no-restricted-syntax -- words and short endings, none of which repeats
    pattern: new RegExp(source.join('|'), 'gu'),
    /** Returns the name of which a word is a form. */
    nameOf: (word: string) =>
      byName.get(word) ?? stems.find(({ stem }) => word.startsWith(stem))?.name,
    /** Words such as "and" and "or". */
    links: new Set(links),
    /** From Sunday on, as pages write them. */
    weekdays: weekdaysOf(language, 'long'),
  };
}

/** Names are made once for a language: it takes milliseconds. */
const known = new Map<string, ReturnType<typeof makeNames>>();

/** Returns the names of days and months in a language, a BCP 47 primary subtag; in English if `Intl` has none. */
export function dayNames(language: string) {
  const isTag = /^[a-z]{2,3}$/.test(language);
  const isKnown = isTag && Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  const own = isKnown ? language : 'en';
  const names = known.get(own) ?? makeNames(own);
  known.set(own, names);
  return names;
}
