import { later, localDate } from '../runtime/local-date.ts';
import {
  dayOf,
  isNth,
  isOn,
  isSeason,
  isWithin,
  nextDate,
  nextThat,
  type Day,
} from './dates-calendar.ts';
import { dayNames, formatOf, namedDaysOn, tokensOf, type DayNames } from './dates-names.ts';
import { mentionsIn } from './dates-mentions.ts';
import { connection, endsClause, type Connection, type Mention } from './dates-tokens.ts';

/** Days that a question names. */
export interface Dates {
  /** Names to add to the search, in the question's language: `Monday`, `23 November`. */
  words: string[];
  days: Day[];
}

/** A day that a question names, and further names that a page may have for it. */
interface NamedDate {
  date: Date;
  words: string[];
  isHoliday?: true | undefined;
  namedBy?: Day['namedBy'];
}

/** Where and when a question mentions a day. */
interface Asked {
  today: Date;
  names: DayNames;
  tokens: readonly string[];
  mentions: readonly Mention[];
}

/** Returns the mentioned days, the next of each. */
function resolve(mention: Mention, { today, names, tokens, mentions }: Asked): NamedDate[] {
  const { language, isOrthodox } = names;
  const weekdayOf = (date: Date) => formatOf(language, { weekday: 'long' }).format(date);
  const dateOf = (date: Date) => formatOf(language, { day: 'numeric', month: 'long' }).format(date);
  switch (mention.kind) {
    case 'relative': {
      const date = later(today, mention.days);
      return [{ date, words: [weekdayOf(date), dateOf(date), ...namesOf(date, names)] }];
    }
    case 'weekdays': {
      // A question about every day is about none.
      if (mention.weekdays.length > 2) return [];
      const month = monthOf(mention, mentions, tokens);
      const isNext = [tokens[mention.from - 1], tokens[mention.to]].some((token) =>
        names.next.has(token ?? ''),
      );
      return mention.weekdays.flatMap((weekday) => {
        const isMonth = (day: Day) => month === undefined || day.month === month;
        const date = nextThat(
          isNext ? later(today, 1) : today,
          (day) => day.weekday === weekday && isMonth(day),
        );
        return date ? [{ date, words: [weekdayOf(date)], namedBy: 'weekday' as const }] : [];
      });
    }
    case 'dates':
      return mention.ranges.map(([first]) => {
        const date = nextDate(today, first);
        const named = mention.isNamed ? [] : namesOf(date, names);
        const words = [dateOf(date), ...named];
        return { date, words, isHoliday: mention.isHoliday, namedBy: 'date' };
      });
    case 'ruled': {
      const date = nextThat(today, (day) => isOn(day, mention.rule, isOrthodox));
      if (!date) return [];
      return [{ date, words: [dateOf(date)], isHoliday: mention.isHoliday, namedBy: 'date' }];
    }
    case 'nth': {
      const { weekdays, nth, month } = mention;
      const date = nextThat(
        today,
        (day) =>
          weekdays.includes(day.weekday) &&
          (month === 0 || day.month === month) &&
          nth.some((each) => isNth(day, each)),
      );
      return date ? [{ date, words: [weekdayOf(date), dateOf(date)], namedBy: 'date' }] : [];
    }
    case 'holidays':
    case 'month':
    case 'except':
      return [];
    default:
      return mention satisfies never;
  }
}

/** Tokens between a weekday and its month: "Saturdays in December". */
const maxGap = 2;

/** Returns the month beside a mention, its number. */
function monthOf(
  mention: Mention,
  mentions: readonly Mention[],
  tokens: readonly string[],
): number | undefined {
  const isBeside = ([first, last]: readonly [Mention, Mention]) =>
    last.from >= first.to &&
    last.from - first.to <= maxGap &&
    !tokens.slice(first.to, last.from).some((token) => endsClause.has(token));
  return mentions
    .filter((each) => each.kind === 'month')
    .find((each) => isBeside([mention, each]) || isBeside([each, mention]))?.month;
}

const namesOf = (date: Date, names: DayNames): string[] =>
  namedDaysOn(dayOf(date), names).flatMap(({ name }) => name || []);

/** A weekday's usual hours are asked for, though the next one is a holiday. */
const isHolidayIn = ({ date, isHoliday, namedBy }: NamedDate, names: DayNames): boolean =>
  namedBy !== 'weekday' &&
  (isHoliday === true || namedDaysOn(dayOf(date), names).some((each) => each.isHoliday));

/** A question that names more has the first of them looked up: each takes a fraction of a millisecond. */
const maxMentions = 10;

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
  const asked = ` ${tokens.join(' ')} `;
  const words = new Set<string>();
  const days = new Map<number, Day>();
  for (const mention of withoutWeekdaysOfDates(mentions, tokens, names).slice(0, maxMentions)) {
    for (const found of resolve(mention, { today, names, tokens, mentions })) {
      const { date, namedBy } = found;
      const isHoliday = isHolidayIn(found, names);
      for (const word of [...found.words, ...(isHoliday ? [names.holiday] : [])]) {
        const said = tokensOf(word, names.unspaced).join(' ');
        if (!asked.includes(` ${said} `)) words.add(word);
      }
      days.set(date.getTime(), {
        ...dayOf(date),
        ...(isHoliday && { isHoliday }),
        ...(namedBy && { namedBy }),
      });
    }
  }
  return { words: [...words], days: [...days.values()] };
}

/** Leaves out the weekday of a date: "Thursday, 24 December", "24 December (Thursday)" is no other Thursday. */
function withoutWeekdaysOfDates(
  mentions: readonly Mention[],
  tokens: readonly string[],
  names: DayNames,
): Mention[] {
  return mentions.filter((mention, index) => {
    const [before, next] = [mentions[index - 1], mentions[index + 1]];
    if (mention.kind === 'weekdays' && before?.kind === 'dates' && !before.isNamed) {
      const gap = tokens.slice(before.to, mention.from).filter((token) => token !== '日');
      if (gap.length === 1 && gap[0] === '(' && tokens[mention.to] === ')') return false;
    }
    if (mention.kind !== 'weekdays' || next?.kind !== 'dates' || next.isNamed) return true;
    const between = tokens.slice(mention.to, next.from);
    const isJoined = between.some((token) => names.and.has(token));
    return isJoined || connection(names, between) !== 'list';
  });
}

/** How a statement names days, the most special way last. */
const ways = ['weekday', 'season', 'holiday', 'nth', 'date'] as const;
type Way = (typeof ways)[number];

/** Days that a statement names together, and the months that it restricts them to. */
interface Span {
  from: number;
  to: number;
  way: Way;
  includes: (day: Day) => boolean;
  months: number[];
  isException: boolean;
  /** Spans of one list or range have the same number. */
  group: number;
}

function includes(mention: Mention, isOrthodox: boolean): Pick<Span, 'includes' | 'way'> | null {
  switch (mention.kind) {
    case 'weekdays':
      return { way: 'weekday', includes: ({ weekday }) => mention.weekdays.includes(weekday) };
    case 'dates':
      return {
        way: mention.ranges.every(isSeason) ? 'season' : 'date',
        includes: (day) => mention.ranges.some((range) => isWithin(day, range)),
      };
    case 'ruled':
      return { way: 'date', includes: (day) => isOn(day, mention.rule, isOrthodox) };
    case 'holidays': {
      const { weekdays } = mention;
      const isOne = ({ weekday }: Day) => weekdays.length === 0 || weekdays.includes(weekday);
      return { way: 'holiday', includes: (day) => day.isHoliday === true && isOne(day) };
    }
    case 'nth': {
      const isOne = (day: Day) => mention.nth.some((nth) => isNth(day, nth));
      return {
        way: 'nth',
        includes: (day) =>
          mention.weekdays.includes(day.weekday) && (day.namedBy === 'weekday' || isOne(day)),
      };
    }
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
    const ranges = [...from.ranges.slice(0, -1), range, ...to.ranges.slice(1)];
    return { kind: 'dates', ranges, ...place };
  }
  return null;
}

/** Returns the months of a range: November to February are four. */
const monthsBetween = (first: number, last: number): number[] =>
  Array.from(
    { length: ((last - first + 12) % 12) + 1 },
    (_, index) => ((first - 1 + index) % 12) + 1,
  );

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
    if (found) spans.push({ from, to, ...found, months: [], isException, group });
    last = whole.kind === 'relative' ? last : { ...whole, from: mention.from };
  }
  for (const each of months) restrict(spans, each, tokens, names);
  return { spans, months };
}

/** Restricts the nearest days of the clause to months: "every day in July and August". */
function restrict(
  spans: readonly Span[],
  { from, to, months }: Months,
  tokens: readonly string[],
  names: DayNames,
): void {
  const distances = spans.map((span) => {
    const gap = span.to <= from ? [span.to, from] : [to, span.from];
    // "On public holidays and in August" names both.
    const isApart = tokens
      .slice(...gap)
      .some((token) => endsClause.has(token) || (span.way === 'holiday' && names.and.has(token)));
    return isApart ? Infinity : gap[1]! - gap[0]!;
  });
  const least = Math.min(...distances);
  if (!Number.isFinite(least)) return;
  const nearest = spans[distances.indexOf(least)]!;
  for (const span of spans) if (span.group === nearest.group) span.months.push(...months);
}

/** How a statement is about a day. */
export interface DayReading {
  /** Whether the days that it names include the day; null if it names none. */
  covers: boolean | null;
  /** How it names the day, also as an exception; null if it does not. */
  way: Way | null;
}

/** "Mondays in December" says more of such a Monday than "Monday". */
const wayOfSpan = ({ way, months }: Pick<Span, 'way' | 'months'>): Way =>
  way === 'weekday' && months.length > 0 ? 'nth' : way;

/** Returns the most special way in which spans name a day. */
function wayOf(spans: readonly Span[], day: Day): Way | null {
  const named = spans.filter(
    ({ months, isException, ...span }) =>
      // "Mondays except the first of the month" still names Mondays.
      span.includes(isException ? { ...day, namedBy: undefined } : day) &&
      (months.length === 0 || months.includes(day.month)),
  );
  return ways.findLast((way) => named.some((span) => wayOfSpan(span) === way)) ?? null;
}

function readingOf(spans: readonly Span[], day: Day): DayReading {
  // Which days are public holidays differs from place to place: others are not excluded.
  const told = spans.filter((span) => span.way !== 'holiday' || span.includes(day));
  if (told.length === 0) return { covers: null, way: null };
  const excepted = wayOf(
    told.filter(({ isException }) => isException),
    day,
  );
  if (excepted !== null) return { covers: false, way: excepted };
  const named = told.filter(({ isException }) => !isException);
  const way = wayOf(named, day);
  return { covers: named.length === 0 || way !== null, way };
}

/**
 * Reads how a statement is about days: weekdays, dates, public holidays, lists and ranges of them.
 *
 * @param language The statement's: BCP 47 primary subtag; empty: English.
 */
export function readDays(text: string, language: string, days: readonly Day[]): DayReading[] {
  const { spans } = spansOf(text, dayNames(language));
  return days.map((day) => readingOf(spans, day));
}

/** As `readDays`, for the heading of a table or list: months without a day are a season, "April to October". */
export function headingCovers(text: string, language: string, day: Day): boolean | null {
  const { spans, months } = spansOf(text, dayNames(language));
  const { covers, way } = readingOf(spans, day);
  // Below "Public holidays", each row names its own.
  if (way === 'holiday') return null;
  if (covers !== null || months.length === 0) return covers;
  return months.some((each) => each.months.includes(day.month));
}
