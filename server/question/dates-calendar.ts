import { later } from '../runtime/local-date.ts';

/** A day of a calendar: weekday 0 (Sunday) to 6, month 1 to 12. */
export interface Day {
  weekday: number;
  month: number;
  day: number;
  year?: number | undefined;
  /** A question names a public holiday, or a day that is one where its language is spoken. */
  isHoliday?: true;
  /** A question names it by its weekday, which any such day may be meant by, or by its date. */
  namedBy?: 'weekday' | 'date' | undefined;
}

/** A date as 10000 × year + 100 × month + day, the order of a calendar; without a year, it is one of any year. */
export type YearDay = number;

/** Returns the year of a date, 0 if it has none. */
const yearOf = (date: YearDay): number => Math.floor(date / 10_000);
const inYear = (year: number, date: YearDay): YearDay => 10_000 * year + (date % 10_000);

/** Whether a day is in a range; both ends may be in different years: 24 December to 2 January. */
export function isWithin(day: Day, [from, to]: readonly [YearDay, YearDay]): boolean {
  const date = yearDay(day);
  const [first, last] = [from % 10_000, to % 10_000];
  const years = first <= last ? 0 : 1;
  const known = yearOf(from) || yearOf(to);
  if (known === 0 || day.year === undefined) {
    return years === 0 ? date >= first && date <= last : date >= first || date <= last;
  }
  const begin = inYear(yearOf(from) || yearOf(to) - years, first);
  const end = inYear(yearOf(to) || yearOf(from) + years, last);
  const dated = inYear(day.year, date);
  return dated >= begin && dated <= end;
}

export const dayOf = (date: Date): Day => ({
  weekday: date.getUTCDay(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
  year: date.getUTCFullYear(),
});

/** Days; a longer range is a season, and no exception from one. */
const maxException = 62;

export function isSeason([from, to]: readonly [YearDay, YearDay]): boolean {
  const monthOf = (date: YearDay) => Math.floor((date % 10_000) / 100);
  const months = (monthOf(to) - monthOf(from) + 12) % 12;
  return 31 * months + (to % 100) - (from % 100) > maxException;
}

/** Returns a date of a year; one of any year is in this year, or in the next one if it is over. */
export function nextDate(today: Date, date: YearDay): Date {
  const at = (year: number) =>
    new Date(Date.UTC(year, Math.floor((date % 10_000) / 100) - 1, date % 100));
  if (yearOf(date) > 0) return at(yearOf(date));
  const found = at(today.getUTCFullYear());
  return found < today ? at(today.getUTCFullYear() + 1) : found;
}

/** A day that every year has. */
export type DayRule =
  | { kind: 'fixed'; date: YearDay }
  /** Days from Easter Sunday. */
  | { kind: 'easter'; offset: number }
  /** The first weekday of a month is 1, the last -1. */
  | { kind: 'nth'; month: number; weekday: number; nth: number };

/** Whether a day is the first, second, … or, by -1, the last of its weekday in its month. */
export function isNth({ day, month, year }: Day, nth: number): boolean {
  if (nth > 0) return Math.ceil(day / 7) === nth;
  // A leap year is assumed where there is none.
  return day + 7 > new Date(Date.UTC(year ?? 2024, month, 0)).getUTCDate();
}

export const yearDay = ({ month, day }: Day): YearDay => 100 * month + day;

export function isOn(day: Day, rule: DayRule, isOrthodox: boolean): boolean {
  switch (rule.kind) {
    case 'fixed':
      return yearDay(day) === rule.date;
    case 'easter':
      return (
        day.year !== undefined &&
        yearDay(day) === yearDay(dayOf(later(easter(day.year, isOrthodox), rule.offset)))
      );
    case 'nth':
      return day.month === rule.month && day.weekday === rule.weekday && isNth(day, rule.nth);
    default:
      return rule satisfies never;
  }
}

/** More than a year. */
const maxSearched = 400;

/** Returns the first day from today on that fits; null if none does within a year. */
export function nextThat(today: Date, fits: (day: Day) => boolean): Date | null {
  for (let days = 0; days < maxSearched; days++) {
    const date = later(today, days);
    if (fits(dayOf(date))) return date;
  }
  return null;
}

/** Returns Easter Sunday. Western: the anonymous Gregorian algorithm; Orthodox: Meeus' Julian one. */
export function easter(year: number, isOrthodox: boolean): Date {
  const a = year % 19;
  if (isOrthodox) {
    const d = (19 * a + 15) % 30;
    const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
    const sum = d + e + 114;
    // The Julian calendar is 13 days behind until 2099.
    return later(new Date(Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)), 13);
  }
  const [b, c] = [Math.floor(year / 100), year % 100];
  const f = Math.floor((b + 8) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - f + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const sum = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114;
  return new Date(Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1));
}
