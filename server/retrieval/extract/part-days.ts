import type { Day } from '../../question/dates-calendar.ts';
import { mentionsIn } from '../../question/dates-mentions.ts';
import { dayNames } from '../../question/dates-names.ts';
import { covers, headingCovers } from '../../question/dates.ts';
import { tokenize } from '../../text/tokenize.ts';
import { leads, type Part } from './passage-parts.ts';

/** How a part is about the days that a question names. */
export interface PartDays {
  /** 1: about all of them; 2: bears their name; 2.5: names one of their dates; -1: about others; 0: names none. */
  fit: number;
  /** A heading of months or days that include all of them. */
  inSeason: boolean;
}

/** A weekday that no text names. */
const noDay = -1;

/** Compares the parts of a passage with days; the rows and lines under a heading of another season are about others. */
export function daysOf(parts: readonly Part[], language: string, days: readonly Day[]): PartDays[] {
  let isOtherSeason = false;
  return parts.map((part) => {
    if (days.length === 0) return { fit: 0, inSeason: false };
    if (leads(part)) {
      const covered = days.map((day) => headingCovers(part.text, language, day));
      isOtherSeason = covered.includes(false);
      return { fit: fitOf(part, language, days), inSeason: covered.every((each) => each === true) };
    }
    const isOther = isOtherSeason && part.role !== 'sentence';
    return { fit: isOther ? -1 : fitOf(part, language, days), inSeason: false };
  });
}

function fitOf(part: Part, language: string, days: readonly Day[]): number {
  const coveredBy = (text: string) => days.map((day) => covers(text, language, day));
  // A date is an exception from what the days of the week say.
  const isDated = days.some(
    (day) => covers(part.text, language, { ...day, weekday: noDay }) === true,
  );
  if (isDated) return 2.5;
  const covered = coveredBy(part.text);
  if (covered.every((each) => each === true)) {
    if (weeklyOf(part, language) < 0) return 0;
    return coveredBy(nameOf(part)).every((each) => each === true) ? 2 : 1;
  }
  return covered.includes(false) ? -1 : 0;
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
  if (kinds.has('dates') || kinds.has('easter')) return -1;
  return kinds.has('weekdays') ? 1 : 0;
}

/** Returns the first cell of a row, or what stands before the colon of a line. */
const nameOf = ({ role, text, cells }: Part): string =>
  role === 'line' ? text.slice(0, Math.max(0, text.indexOf(': '))) : (cells[0]?.value ?? '');
