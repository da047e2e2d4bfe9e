import type { YearDay } from './dates-calendar.ts';
import type { DayNames, Named } from './dates-names.ts';

/** Days that a text names at one place: tokens `from` to `to`, without the latter. */
export type Mention = { from: number; to: number } & (
  | Exclude<Named, { kind: 'fixed' | 'none' | 'ordinal' | 'anyMonth' }>
  /** Dates; from, to. */
  | {
      kind: 'dates';
      ranges: readonly (readonly [YearDay, YearDay])[];
      /** By a name such as "Christmas Eve". */
      isNamed?: true;
      isHoliday?: true;
    }
  /** The first, second, … such weekdays; -1: the last. Of a month if it is not 0. */
  | { kind: 'nth'; weekdays: readonly number[]; nth: readonly number[]; month: number }
);

/** Tokens `from` to `to`, without the latter. */
export interface Place {
  from: number;
  to: number;
}

export const endsClause = new Set(['.', ';', '!', '?', '|', '(', ')', '。', '；', '।']);

export type Connection = 'range' | 'list' | null;

/** Signs between the ends of a range, and between the members of a list, in every language. */
export const rangeSigns = new Set(['-', '–', '—', '~', '〜', '‐', '−']);
const listSigns = new Set([',', '&', '/', '+', '、', '،', '・', '，']);
/** Words that stand before a name and connect nothing. */
export const fillers = new Set(
  (
    '. ( the on at of also in from le la les el los las il i lo gli am an den der die dem det de du des ' +
    "het l jusqu ' o os na no w we v ve в с з по την τη το τις από από"
  ).split(' '),
);
/** Marks of an ordinal number, and words between a day and its month. */
export const ordinalMarks = new Set(
  '. st nd rd th er re e o a ª º of de d di the ב 일 日 号 號 ngay'.split(' '),
);
/** Tokens behind a number that is a time or an amount. */
export const units = new Set([
  ':',
  'am',
  'pm',
  'h',
  'uhr',
  '€',
  '%',
  'kr',
  'zl',
  '時',
  '点',
  '시',
  '年',
]);

export const isNumber = (token: string | undefined) =>
  token !== undefined && /^\d{1,2}$/.test(token);
export const isDayNumber = (token: string | undefined) =>
  isNumber(token) && Number(token) >= 1 && Number(token) <= 31;
export const isMonthNumber = (token: string | undefined) =>
  isNumber(token) && Number(token) >= 1 && Number(token) <= 12;
export const isYear = (token: string | undefined) => token !== undefined && /^20\d\d$/.test(token);

/** Returns how the tokens between two names connect them; null if they do not. */
export function connection(names: DayNames, tokens: readonly string[]): Connection {
  let found: Connection = 'list';
  for (const token of tokens) {
    if (names.range.has(token) || rangeSigns.has(token)) found = 'range';
    else if (!names.and.has(token) && !listSigns.has(token) && !fillers.has(token)) return null;
  }
  return found;
}
