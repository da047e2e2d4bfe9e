import {
  dayOf,
  easter,
  later,
  localDate,
  nextDate,
  nextEaster,
  type Day,
  type YearDay,
} from './dates-calendar.ts';
import { dayNames, formatOf, tokensOf, type DayNames } from './dates-names.ts';
import { connection, mentionsIn, type Connection, type Mention } from './dates-mentions.ts';

/** Days that a question names. */
export interface Dates {
  /** Names to add to the search, in the question's language: `Monday`, `23 November`. */
  words: string[];
  days: Day[];
}

/** Returns the mentioned days, the next of each, and the names that a page may have for them. */
function resolve(
  mention: Mention,
  today: Date,
  names: DayNames,
): { date: Date; words: string[] }[] {
  const { language } = names;
  const weekdayOf = (date: Date) => formatOf(language, { weekday: 'long' }).format(date);
  const dateOf = (date: Date) => formatOf(language, { day: 'numeric', month: 'long' }).format(date);
  switch (mention.kind) {
    case 'relative': {
      const date = later(today, mention.days);
      return [{ date, words: [weekdayOf(date), dateOf(date)] }];
    }
    case 'weekdays':
      // A question about every day is about none.
      if (mention.weekdays.length > 2) return [];
      return mention.weekdays.map((weekday) => {
        const date = later(today, (weekday - today.getUTCDay() + 7) % 7);
        return { date, words: [weekdayOf(date)] };
      });
    case 'dates':
      return mention.ranges.map(([first]) => {
        const date = nextDate(today, first);
        const holiday = names.holidays.get(`${Math.floor(first / 100)}-${first % 100}`);
        return {
          date,
          words: mention.isHoliday || !holiday ? [dateOf(date)] : [dateOf(date), holiday],
        };
      });
    case 'easter': {
      const date = nextEaster(today, names.isOrthodox);
      return [{ date, words: [dateOf(date)] }];
    }
    case 'month':
    case 'except':
      return [];
    default:
      return mention satisfies never;
  }
}

/**
 * Finds the days that a question names, and says which they are.
 *
 * @param language BCP 47 primary subtag; empty: English.
 * @param now Milliseconds.
 * @param timeZone The site's: IANA name or an offset such as `+02:00`.
 */
export function datesIn(question: string, language: string, now: number, timeZone: string): Dates {
  const names = dayNames(language);
  const { tokens, mentions } = mentionsIn(question, names);
  if (mentions.length === 0) return { words: [], days: [] };
  const today = localDate(now, timeZone);
  const found = withoutWeekdaysOfDates(mentions, tokens, names).flatMap((mention) =>
    resolve(mention, today, names),
  );
  const asked = ` ${tokens.join(' ')} `;
  const words = found
    .flatMap((each) => each.words)
    .filter((word) => !asked.includes(` ${tokensOf(word, names.unspaced).join(' ')} `));
  const days = new Map(found.map(({ date }) => [date.getTime(), dayOf(date)]));
  return { words: [...new Set(words)], days: [...days.values()] };
}

/** Leaves out the weekday of a date: "Thursday, 24 December", "24 December (Thursday)" is no other Thursday. */
function withoutWeekdaysOfDates(
  mentions: readonly Mention[],
  tokens: readonly string[],
  names: DayNames,
): Mention[] {
  return mentions.filter((mention, index) => {
    const [before, next] = [mentions[index - 1], mentions[index + 1]];
    if (mention.kind === 'weekdays' && before?.kind === 'dates' && !before.isHoliday) {
      const gap = tokens.slice(before.to, mention.from).filter((token) => token !== '日');
      if (gap.length === 1 && gap[0] === '(' && tokens[mention.to] === ')') return false;
    }
    if (mention.kind !== 'weekdays' || next?.kind !== 'dates' || next.isHoliday) return true;
    const between = tokens.slice(mention.to, next.from);
    const isJoined = between.some((token) => names.and.has(token));
    return isJoined || connection(names, between) !== 'list';
  });
}

/** Days that a statement names together, and the months that it restricts them to. */
interface Span {
  from: number;
  to: number;
  includes: (day: Day) => boolean;
  months: number[];
  isException: boolean;
  /** Spans of one list or range have the same number. */
  group: number;
}

const yearDay = ({ month, day }: Day): YearDay => 100 * month + day;

/** Both ends of a range may be in different years: 24 December to 2 January. */
const within = (date: YearDay, [from, to]: readonly [YearDay, YearDay]): boolean =>
  from <= to ? date >= from && date <= to : date >= from || date <= to;

function includes(mention: Mention, isOrthodox: boolean): Span['includes'] | null {
  switch (mention.kind) {
    case 'weekdays':
      return ({ weekday }) => mention.weekdays.includes(weekday);
    case 'dates':
      return (day) => mention.ranges.some((range) => within(yearDay(day), range));
    case 'easter':
      return (day) =>
        day.year !== undefined && yearDay(day) === yearDay(dayOf(easter(day.year, isOrthodox)));
    case 'relative':
    case 'month':
    case 'except':
      return null;
    default:
      return mention satisfies never;
  }
}

/** Fills a range between two mentions of a kind: "Tuesday to Sunday". */
function between(from: Mention, to: Mention): Mention | null {
  const place = { from: from.from, to: to.to };
  if (from.kind === 'weekdays' && to.kind === 'weekdays') {
    const [first, last] = [from.weekdays.at(-1)!, to.weekdays[0]!];
    const length = ((last - first + 7) % 7) + 1;
    const days = Array.from({ length }, (_, index) => (first + index) % 7);
    return { kind: 'weekdays', weekdays: [...from.weekdays, ...days, ...to.weekdays], ...place };
  }
  if (from.kind === 'dates' && to.kind === 'dates') {
    const range = [from.ranges.at(-1)![0], to.ranges[0]![1]] as const;
    return { kind: 'dates', ranges: [...from.ranges, range, ...to.ranges], ...place };
  }
  return null;
}

/** Returns the months of a range: November to February are four. */
const monthsBetween = (first: number, last: number): number[] =>
  Array.from(
    { length: ((last - first + 12) % 12) + 1 },
    (_, index) => ((first - 1 + index) % 12) + 1,
  );

const endsClause = new Set(['.', ';', '!', '?', '|', '(', ')', '。', '；', '।']);

/** Months that a text names together. */
interface Months {
  from: number;
  to: number;
  months: number[];
}

function spansOf(text: string, names: DayNames): { spans: Span[]; months: Months[] } {
  const { tokens, mentions } = mentionsIn(text, names);
  const spans: Span[] = [];
  const months: Months[] = [];
  let last: Mention | null = null;
  let isException = false;
  let group = 0;
  for (const mention of withoutWeekdaysOfDates(mentions, tokens, names)) {
    const gap = tokens.slice(last?.to ?? 0, mention.from);
    const join: Connection = last && connection(names, gap);
    if (join === null || (join === 'list' && gap.some((each) => endsClause.has(each)))) group++;
    if (mention.kind === 'except') isException = true;
    else if (last?.kind !== 'except' && join === null) isException = false;
    const isRange: boolean = join === 'range' && last !== null;
    const whole: Mention = (isRange && between(last!, mention)) || mention;
    if (mention.kind === 'month') {
      const before = join !== null && last?.kind === 'month' ? months.at(-1) : undefined;
      const added =
        isRange && last?.kind === 'month' ? monthsBetween(last.month, mention.month) : [];
      if (before) Object.assign(before, { to: mention.to });
      if (before) before.months.push(mention.month, ...added);
      else months.push({ from: mention.from, to: mention.to, months: [mention.month] });
    }
    const found = includes(whole, names.isOrthodox);
    const { from, to } = whole;
    if (found) spans.push({ from, to, includes: found, months: [], isException, group });
    last = whole.kind === 'relative' ? last : { ...whole, from: mention.from };
  }
  for (const each of months) restrict(spans, each, tokens);
  return { spans, months };
}

/** Restricts the nearest days of the clause to months: "every day in July and August". */
function restrict(
  spans: readonly Span[],
  { from, to, months }: Months,
  tokens: readonly string[],
): void {
  const distances = spans.map((span) => {
    const gap = span.to <= from ? [span.to, from] : [to, span.from];
    const isApart = tokens.slice(...gap).some((token) => endsClause.has(token));
    return isApart ? Infinity : gap[1]! - gap[0]!;
  });
  const least = Math.min(...distances);
  if (!Number.isFinite(least)) return;
  const nearest = spans[distances.indexOf(least)]!;
  for (const span of spans) if (span.group === nearest.group) span.months.push(...months);
}

/**
 * Returns whether the days that a statement names include a day: weekdays, dates, lists and ranges of them.
 * Null when it names none.
 *
 * @param language The statement's: BCP 47 primary subtag; empty: English.
 */
export function covers(text: string, language: string, day: Day): boolean | null {
  return coveredBy(spansOf(text, dayNames(language)).spans, day);
}

/** As `covers`, for the heading of a table or list: months without a day are a season, "April to October". */
export function headingCovers(text: string, language: string, day: Day): boolean | null {
  const { spans, months } = spansOf(text, dayNames(language));
  const covered = coveredBy(spans, day);
  if (covered !== null || months.length === 0) return covered;
  return months.some((each) => each.months.includes(day.month));
}

function coveredBy(spans: readonly Span[], day: Day): boolean | null {
  if (spans.length === 0) return null;
  const hit = ({ months, ...span }: Span) =>
    span.includes(day) && (months.length === 0 || months.includes(day.month));
  if (spans.some((span) => span.isException && hit(span))) return false;
  const named = spans.filter((span) => !span.isException);
  return named.length === 0 || named.some(hit);
}
