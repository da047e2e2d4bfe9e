import { fold } from '../text/fold.ts';
import { isOn, type Day, type DayRule } from './dates-calendar.ts';
import { holidayWords, type HolidayWords } from './dates-holidays.ts';
import { moreDayWords } from './dates-more-words.ts';
import { ordinalWords } from './dates-ordinals.ts';
import { dayWords, type DayWords } from './dates-words.ts';

/** Days that a phrase names. Weekdays count from 0, Sunday; months from 1. */
export type Named =
  | { kind: 'weekdays'; weekdays: readonly number[] }
  /** Days from today. */
  | { kind: 'relative'; days: number }
  | {
      kind: 'fixed';
      dates: readonly (readonly [month: number, day: number])[];
      isHoliday?: true;
    }
  /** Days that a rule tells: movable holidays. */
  | { kind: 'ruled'; rule: Exclude<DayRule, { kind: 'fixed' }>; isHoliday?: true }
  /** Public holidays in general; on these weekdays if there are some. */
  | { kind: 'holidays'; weekdays: readonly number[] }
  | { kind: 'month'; month: number }
  | { kind: 'except' }
  /** Which weekday of a month; -1 is the last. */
  | { kind: 'ordinal'; nth: number }
  /** A month in general: "of the month". */
  | { kind: 'anyMonth' }
  | { kind: 'none' };

export interface Phrase {
  tokens: readonly string[];
  /** The last token may have an ending. */
  isStem: boolean;
  /** An abbreviation that is also another word: it counts beside others of its kind. */
  isShort: boolean;
  named: Named;
}

/** A language's names, ready to be looked up. */
export interface DayNames {
  language: string;
  /** By the first letter of the first token; longest first. */
  phrases: ReadonlyMap<string, readonly Phrase[]>;
  range: ReadonlySet<string>;
  and: ReadonlySet<string>;
  /** Words beside a weekday that is not today. */
  next: ReadonlySet<string>;
  /** Letters that are written together with the next word. */
  prefixes: string;
  /** Finds names in a script without spaces; null for others. */
  unspaced: RegExp | null;
  isOrthodox: boolean;
  /** "Saturday first" instead of "first Saturday". */
  isOrdinalBehind: boolean;
  /** Words for public holidays in general, to be searched for. */
  holiday: string;
  /** Days that a date may be, such as `Christmas Eve`. */
  namedDays: readonly NamedDay[];
}

/** A day with a name; empty if the language's list has none. */
export interface NamedDay {
  rule: DayRule;
  name: string;
  isHoliday: boolean;
}

export const everyWeekday = [0, 1, 2, 3, 4, 5, 6] as const;
const token = /[\p{L}\p{M}]+|\p{Nd}+|\S/gu;
/** The first digit of each set of digits that the listed languages use. */
const zeros = [0x660, 0x6f0, 0x966, 0xe50];

/** Splits a text into folded words, numbers and single marks. */
export function tokensOf(text: string, unspaced: RegExp | null = null): string[] {
  const folded = fold(text)
    .replaceAll('’', "'")
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59]/g, (digit) =>
      String(digit.charCodeAt(0) - zeros.findLast((zero) => zero <= digit.charCodeAt(0))!),
    );
  const spaced = unspaced === null ? folded : folded.replace(unspaced, ' $& ');
  return spaced.match(token) ?? [];
}

const endings = /[aeiouаеиоуыэюяьйієїαεηιουω]{1,3}$/u;
const minStem = 4;

/** Returns the beginnings that a name's inflected forms have: `niedziela`, `niedzielę`; `piątek`, `piątki`. */
function stemsOf(word: string): string[] {
  const stem = word.replace(endings, '');
  if (word.endsWith('ek')) return [word, `${word.slice(0, -2)}k`];
  return [stem.length >= minStem ? stem : word];
}

const listOf = (phrases = '') =>
  phrases
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');

/** A week that begins with a Sunday, and a day in each month. */
const weekOf = everyWeekday.map((day) => new Date(Date.UTC(2023, 0, 1 + day)));
const monthsOf = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2023, month, 15)));

export const formatOf = (language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
    ...options,
  });

function monthNames(language: string, month: Date): string[] {
  const inDate = (width: 'long' | 'short') =>
    formatOf(language, { month: width, day: 'numeric' })
      .formatToParts(month)
      .find(({ type }) => type === 'month')?.value ?? '';
  const alone = formatOf(language, { month: 'long' }).format(month);
  const names = [alone, inDate('long'), inDate('short')].map((name) => name.replace(/\.$/, ''));
  // Numbers are read with their signs: "24.12." is no name.
  const signs = ['月', '월'].map((sign) => `${month.getUTCMonth() + 1}${sign}`);
  return [...names.filter((name) => /\p{L}/u.test(name)), ...signs];
}

/** Languages whose short names of weekdays are words for nothing else. */
const distinctShort = new Set(['zh', 'th', 'vi']);

/** Reads a day of `HolidayWords`. */
function ruleOf(day: string): DayRule {
  const ofEaster = 'easter';
  if (day.startsWith(ofEaster)) {
    return { kind: 'easter', offset: Number(day.slice(ofEaster.length)) };
  }
  const [month = 0, weekday = 0, nth = 0] = day.split(' ').map(Number);
  if (day.includes(' ')) return { kind: 'nth', month, weekday, nth };
  const [inYear = 0, inMonth = 0] = day.split('-').map(Number);
  return { kind: 'fixed', date: 100 * inYear + inMonth };
}

function namedBy(rule: DayRule, isHoliday: boolean): Named {
  const holiday = isHoliday ? { isHoliday } : {};
  if (rule.kind !== 'fixed') return { kind: 'ruled', rule, ...holiday };
  return { kind: 'fixed', dates: [[Math.floor(rule.date / 100), rule.date % 100]], ...holiday };
}

const noHolidays: HolidayWords = { general: '', common: {} };

const namedDaysOf = (language: string, words: DayWords): NamedDay[] => {
  const { common } = holidayWords[language] ?? noHolidays;
  const own = [
    ['12-24', words.christmasEve],
    ['12-25', words.christmasDay],
    ['12-31', words.newYearsEve],
    ['1-1', words.newYearsDay],
  ] as const;
  const days = new Map([...Object.entries(common), ...own]);
  return [...days].map(([day, names]) => ({
    rule: ruleOf(day),
    name: listOf(names)[0]?.replace('*', '') ?? '',
    isHoliday: Object.hasOwn(common, day),
  }));
};

/** Returns the days with a name that a day is. */
export const namedDaysOn = (day: Day, { namedDays, isOrthodox }: DayNames): NamedDay[] =>
  namedDays.filter(({ rule }) => isOn(day, rule, isOrthodox));

function phrasesOf(language: string, words: DayWords): Phrase[] {
  const phrases: Phrase[] = [];
  const add = (text: string, named: Named, { isName = false, isShort = false } = {}) => {
    const tokens = tokensOf(text.replace('*', ''));
    const last = tokens.at(-1);
    if (last === undefined) return;
    const stems = isName && last.length >= minStem ? stemsOf(last) : [last];
    const isStem = (isName && last.length >= minStem) || text.endsWith('*');
    for (const stem of stems) {
      phrases.push({ tokens: [...tokens.slice(0, -1), stem], isStem, isShort, named });
    }
  };
  const addAll = (list: string | undefined, named: Named) => {
    for (const phrase of listOf(list)) add(phrase, named);
  };
  const fixed = (...dates: [number, number][]): Named => ({ kind: 'fixed', dates });
  addAll(words.today, { kind: 'relative', days: 0 });
  addAll(words.tomorrow, { kind: 'relative', days: 1 });
  addAll(words.afterTomorrow, { kind: 'relative', days: 2 });
  addAll(words.weekend, { kind: 'weekdays', weekdays: [6, 0] });
  addAll(words.weekdays, { kind: 'weekdays', weekdays: [1, 2, 3, 4, 5] });
  addAll(words.daily, { kind: 'weekdays', weekdays: everyWeekday });
  addAll(words.christmasEve, fixed([12, 24]));
  addAll(words.christmasDay, fixed([12, 25]));
  addAll(words.boxingDay, fixed([12, 26]));
  addAll(words.christmas, fixed([12, 24], [12, 25], [12, 26]));
  addAll(words.newYearsEve, fixed([12, 31]));
  addAll(words.newYearsDay, fixed([1, 1]));
  addAll(words.betweenYears, fixed([12, 27], [12, 28], [12, 29], [12, 30]));
  addAll(words.easter, { kind: 'ruled', rule: { kind: 'easter', offset: 0 } });
  const { general, common, local, others, not } = holidayWords[language] ?? noHolidays;
  addAll(general, { kind: 'holidays', weekdays: [] });
  for (const [isHoliday, days] of [
    [true, { ...common, ...local }] as const,
    [false, others] as const,
  ]) {
    for (const [day, names] of Object.entries(days ?? {})) {
      addAll(names, namedBy(ruleOf(day), isHoliday));
    }
  }
  addAll(not, { kind: 'none' });
  addAll(words.except, { kind: 'except' });
  addAll(words.not, { kind: 'none' });
  weekOf.forEach((date, weekday) => {
    const named: Named = { kind: 'weekdays', weekdays: [weekday] };
    const long = formatOf(language, { weekday: 'long' }).format(date);
    const short = formatOf(language, { weekday: 'short' }).format(date).replace(/\.$/, '');
    add(long, named, { isName: true });
    if (short !== long) add(short, named, { isShort: !distinctShort.has(language) });
    addAll(words.days?.split(';')[weekday], named);
  });
  monthsOf.forEach((date, at) => {
    for (const name of monthNames(language, date)) {
      add(name, { kind: 'month', month: at + 1 }, { isName: true });
    }
  });
  const ordinals = ordinalWords[language];
  ordinals?.ordinals.split(';').forEach((list, at) => {
    addAll(list, { kind: 'ordinal', nth: at < last ? at + 1 : -1 });
  });
  addAll(ordinals?.month, { kind: 'anyMonth' });
  return phrases;
}

/** Place of the last of a month among the ordinals. */
const last = 4;
const prefixes: Record<string, string> = { ar: 'وفبل', he: 'ובלהמש' };
const withoutSpaces = new Set(['zh', 'ja', 'th', 'ko']);

function unspacedOf(phrases: readonly Phrase[], connectives: Iterable<string>): RegExp {
  const names = phrases.map(({ tokens }) => tokens.join(''));
  const all = [...new Set([...names, ...connectives, '月', '월'])]
    .filter((name) => /^[\p{L}\p{M}\p{N}]+$/u.test(name))
    .sort((a, b) => b.length - a.length);
  // eslint-disable-next-line no-restricted-syntax -- an alternation of words is linear
  return new RegExp(all.join('|'), 'gu');
}

function compile(language: string): DayNames {
  const words = dayWords[language] ?? moreDayWords[language] ?? noWords;
  const phrases = phrasesOf(language, words);
  const byLetter = new Map<string, Phrase[]>();
  for (const phrase of phrases) {
    const letter = phrase.tokens[0]!.slice(0, 1);
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), phrase]);
  }
  const size = ({ tokens }: Phrase) => tokens.length * 100 + tokens.join('').length;
  for (const list of byLetter.values()) list.sort((a, b) => size(b) - size(a));
  const setOf = (list: string) => new Set(listOf(list).flatMap((phrase) => tokensOf(phrase)));
  const [range, and] = [setOf(words.range), setOf(words.and)];
  return {
    language,
    phrases: byLetter,
    range,
    and,
    next: setOf(words.next ?? ''),
    prefixes: prefixes[language] ?? '',
    unspaced: withoutSpaces.has(language) ? unspacedOf(phrases, [...range, ...and]) : null,
    isOrthodox: words.isOrthodox === true,
    isOrdinalBehind: ordinalWords[language]?.isBehind === true,
    holiday: listOf(holidayWords[language]?.general)[0]?.replace('*', '') ?? '',
    namedDays: namedDaysOf(language, words),
  };
}

/** A language without a list has the names of `Intl`. */
const noWords: DayWords = {
  ...{ today: '', tomorrow: '', weekend: '', christmasEve: '', christmasDay: '', christmas: '' },
  ...{ newYearsEve: '', newYearsDay: '', easter: '', daily: '', weekdays: '' },
  ...{ range: '', and: '', except: '' },
};

const known = new Map<string, DayNames>();

/** Returns the names of a language, a BCP 47 primary subtag; of English when `Intl` does not know it. */
export function dayNames(language: string): DayNames {
  const isKnown =
    /^[a-z]{2,3}$/.test(language) && Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  const name = isKnown ? language : 'en';
  const found = known.get(name) ?? compile(name);
  known.set(name, found);
  return found;
}
