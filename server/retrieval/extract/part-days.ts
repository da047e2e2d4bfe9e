import type { Day } from '../../question/dates-calendar.ts';
import { mentionsIn } from '../../question/dates-mentions.ts';
import { dayNames } from '../../question/dates-names.ts';
import { headingCovers, readDays, type DayReading } from '../../question/dates.ts';
import { tokenize } from '../../text/tokenize.ts';
import { leads, type Part } from './passage-parts.ts';

/** How a part is about the days that a question names. */
export interface PartDays {
  /** 1: about all of them; 2: bears their name; more: see `special`; -1: about others; 0: names none. */
  fit: number;
  /** A heading of months or days that include all of them. */
  inSeason: boolean;
}

/** Fits of what is no day of the week, by how it names a day: exceptions from these, and a season that has them. */
const special = { date: 2.5, nth: 2.4, holiday: 2.3, season: 1.9 };
/** From here on, a part names one of the dates. */
export const dated = special.date;
/** From here on, a part is about more than a usual day of the week. */
export const exceptional = 2.05;
/** "Every day except 24 December" is about that day, but says less than "24 December: closed". */
const exceptedLess = 0.2;

/** Compares the parts of a passage with days; the rows and lines under a heading of another season are about others. */
export function daysOf(
  parts: readonly Part[],
  language: string,
  days: readonly Day[],
  { asksOnlyDays }: { asksOnlyDays: boolean },
): PartDays[] {
  // A holiday has other hours than its weekday, and "What is there on 27 September?" asks for none.
  const isOwn = days.some(
    ({ isHoliday, namedBy }) => isHoliday === true || (asksOnlyDays && namedBy === 'date'),
  );
  let isOtherSeason = false;
  return parts.map((part) => {
    if (days.length === 0) return { fit: 0, inSeason: false };
    if (leads(part)) {
      const covered = days.map((day) => headingCovers(part.text, language, day));
      isOtherSeason = covered.includes(false);
      return {
        fit: fitOf(part, language, days, isOwn),
        inSeason: covered.every((each) => each === true),
      };
    }
    const fit = fitOf(part, language, days, isOwn);
    const isOther = isOtherSeason && part.role !== 'sentence' && fit < dated;
    return { fit: isOther ? -1 : fit, inSeason: false };
  });
}

/** @param isOwn The days are more than their weekdays. */
function fitOf(part: Part, language: string, days: readonly Day[], isOwn: boolean): number {
  const read = (text: string) => readDays(text, language, days);
  const all = read(part.text);
  const fits = Math.max(...all.map((each, at) => specialOf(each, days[at]!)));
  if (fits > 0) return fits;
  if (all.every(({ covers }) => covers === true)) {
    if (weeklyOf(part, language) < 0) return 0;
    if (isOwn) return 1;
    return read(nameOf(part)).every(({ covers }) => covers === true) ? 2 : 1;
  }
  return all.some(({ covers }) => covers === false) ? -1 : 0;
}

function specialOf({ covers, way }: DayReading, { namedBy }: Day): number {
  if (way === null || way === 'weekday') return 0;
  // Any such weekday is asked for.
  if (way === 'nth' && namedBy === 'weekday') return 0;
  return special[way] - (covers === false ? exceptedLess : 0);
}

/** Returns the words of a question that name its days. */
export function dayWords(question: string, language: string): ReadonlySet<string> {
  const { tokens, mentions } = mentionsIn(question, dayNames(language));
  const named = mentions.flatMap(({ from, to }) => tokens.slice(from, to));
  return new Set(named.flatMap((token) => tokenize(token)));
}

/** Returns 1 if a part names days of the week, -1 if it names dates: exceptions are about these. */
export function weeklyOf({ text }: Part, language: string): number {
  const kinds = new Set(mentionsIn(text, dayNames(language)).mentions.map(({ kind }) => kind));
  if (kinds.has('dates') || kinds.has('ruled')) return -1;
  return kinds.has('weekdays') || kinds.has('nth') ? 1 : 0;
}

/** Returns the first cell of a row, or what stands before the colon of a line. */
const nameOf = ({ role, text, cells }: Part): string =>
  role === 'line' ? text.slice(0, Math.max(0, text.indexOf(': '))) : (cells[0]?.value ?? '');
