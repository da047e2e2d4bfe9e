import { fold } from '../text/fold.ts';
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
/** Returns whether it has forms with other endings; short names of months begin other words. */
function inflects({ kind, name, isShort }: Name): boolean {
  if (/\p{sc=Hang}/u.test(name)) return name.length > 1;
  const least = kind === 'month' && /^\p{sc=Latn}/u.test(name) ? 6 : 4;
  return !isShort && kind !== 'relative' && name.length >= least && !name.includes(' ');
}

/** Returns an expression for all forms of a name: "środa" and "środę", "wtorek" and "wtorku", "июль" and "июля". */
function inflected(name: string): string {
  const last = name.length > 5 ? /\p{L}$/u : name.length > 4 ? /[aаьйяη]$/u : /[ьйя]$/u;
  const stem = name.replace(/([eеоъ])([kк])$/u, '$1?$2');
  return `${stem === name ? name.replace(last, '') : stem}[\\p{L}\\p{M}]{0,4}`;
}

function sourceOf(one: Name): string {
  const exact = one.name.replaceAll('.', '\\.');
  if (dense.test(exact)) return `(?<!\\p{N})(?:วัน)?(${exact})`;
  // Hebrew and Arabic write "and", "in" and "to" together with the name.
  return `(?<!${letter})[ובלמהכשوفبلك]{0,2}(${inflects(one) ? inflected(exact) : exact})(?!${letter})`;
}

function namesOf(language: string): Name[] {
  const names = new Map<string, Name>();
  const add = (kind: Name['kind'], value: number, shown: string, isShort = false) => {
    const name = plain(shown).replace(/\.$/, '');
    // A single letter, a number and "in 2 days" are no names.
    if (!/^\d{0,2}\D{2,}$|^\d{1,2}\p{L}$/u.test(name) || names.has(name)) return;
    const other = (isShort || isFunctionWord(name, language)) && !dense.test(name);
    names.set(name, { kind, value, name, isShort: other, isCapital: /^\p{Lu}/u.test(shown) });
  };
  for (const width of ['long', 'short'] as const) {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, {
        ...{ timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn', ...options },
      });
    const [weekdays, months] = [format({ weekday: width }), format({ month: width })];
    const dates = format({ month: width, day: 'numeric' });
    const isShort = width === 'short';
    for (let day = 0; day < 7; day++) {
      const name = weekdays.format(Date.UTC(2023, 0, day + 1)).replace(/^วัน|(?<=曜)日$/u, '');
      add('weekday', day, name, isShort);
      add('weekday', day, name.replace(/-\p{L}+$/u, ''), true);
    }
    for (let month = 1; month <= 12; month++) {
      const time = Date.UTC(2023, month - 1, 1);
      const inDate = dates.formatToParts(time).find(({ type }) => type === 'month');
      add('month', month, months.format(time), isShort);
      add('month', month, inDate?.value ?? '', isShort);
    }
  }
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (let days = 0; days < 3; days++) add('relative', days, relative.format(days, 'day'));
  // The longer one of two names that begin alike is tried first.
  return [...names.values()].sort((a, b) => b.name.length - a.name.length);
}

function makeNames(language: string) {
  const names = namesOf(language);
  const links = (['conjunction', 'disjunction'] as const).flatMap((type) =>
    new Intl.ListFormat(language, { type })
      .formatToParts(['1', '2'])
      .flatMap((part) => (part.type === 'literal' ? plain(part.value).trim() : [])),
  );
  return {
    /** Names in the order of their groups in the pattern, whose last group has the number of a day. */
    names,
    // eslint-disable-next-line no-restricted-syntax -- words and short endings, none of which repeats
    pattern: new RegExp([...names.map(sourceOf), number].join('|'), 'gu'),
    byName: new Map(names.map((one) => [one.name, one])),
    /** Words such as "and" and "or". */
    links: new Set(links),
  };
}

/** Names are made once for a language: it takes milliseconds. */
const known = new Map<string, ReturnType<typeof makeNames>>();

/** Returns the names of days and months in a language, a BCP 47 primary subtag that may be empty. */
export function dayNames(language: string) {
  const names = known.get(language) ?? makeNames(language || 'en');
  known.set(language, names);
  return names;
}
