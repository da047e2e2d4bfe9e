import { later, localDate } from '../runtime/local-date.ts';
import { runs } from '../text/tokenize.ts';
import { dayNames, plain, type Name } from './day-names.ts';

/** A day or month that a question names. */
export interface NamedDay {
  /** 0 is Sunday. */
  weekday: number | null;
  /** 1 to 12. */
  month: number | null;
  /** Its day of the month. */
  day: number | null;
}

interface Place {
  start: number;
  end: number;
}

interface Item extends Place {
  kind: Name['kind'] | 'number';
  value: number;
}

/** Weekdays, or days of a year as 100 × month + day; it may go round the week or the year. */
interface Span extends Place {
  from: number;
  to: number;
}

/** Text between the parts of a date, and between days that share a month: "24, 25 and 31 December". */
const dayAndMonth = /^ ?(?:\p{L}{1,3}[' ])?$/u;
const monthAndDay = /^\.? ?$/;
const daysOfMonth = /^\s*(?:[,、・&~〜–—-]|\p{L}{1,5})\s*$/u;
/** Characters that are read. */
const maxText = 1000;
/** Characters between a weekday and its date, between names of which one is short, and in a range. */
const near = { date: 6, name: 5, range: 12 };
/** Text behind a short name that heads a row: "Mon: closed". */
const headed = /^\.?\s*(?:[-–—:|(]|$)/;

/** Returns the text between two places. */
const gap = (text: string, one: Place, other: Place) =>
  text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start));

/** Joins spans with "to", "–" or "bis" between them, but not with "and" or a comma. */
function withRanges(spans: readonly Span[], text: string, links: ReadonlySet<string>): Span[] {
  const isRange = (between: string) => {
    if (between.trim().length > near.range || !/^[\p{L}\p{M}'./ ~〜–—-]*$/u.test(between))
      return false;
    const words = between.match(/[\p{L}\p{M}]+|[~〜–—-]/gu) ?? [];
    return words.length > 0 && words.length <= 2 && !words.some((word) => links.has(word));
  };
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && isRange(gap(text, last, span))) [last.to, last.end] = [span.to, span.end];
    else joined.push({ ...span });
  }
  return joined;
}

/** Returns names of days, and numbers, in order; without short names that are probably other words. */
function itemsIn(original: string, text: string, language: string): Item[] {
  const { pattern, nameOf } = dayNames(language);
  const found = Array.from(text.matchAll(pattern), (match) => {
    const [all, unspaced, spaced, number] = match;
    const [start, end] = [match.index, match.index + all.length];
    const word = unspaced ?? spaced;
    const name = word === undefined ? undefined : nameOf(word);
    if (!name) return { kind: 'number' as const, value: Number(number), start, end };
    // An ending counts as a word between two names: "keddtől vasárnapig".
    return { ...name, start, end: Math.min(end, end - word!.length + name.name.length) };
  });
  if (!found.some((item) => 'name' in item && item.isShort)) return found;
  const capitals = new Set(runs(original).flatMap((run) => (run.capital ? run.text : [])));
  return found.filter((item, at) => {
    if (!('name' in item) || !item.isShort) return true;
    if (item.isCapital && capitals.has(item.name)) return true;
    const [before, behind] = [text.slice(0, item.start), text.slice(item.end)];
    if (/^\.? ?\d/.test(behind) || (/^[\s|*]*$/.test(before) && headed.test(behind))) return true;
    return [found[at - 1], found[at + 1]].some((other) => {
      return other && gap(text, item, other).length <= near.name;
    });
  });
}

/** Returns the months of a text, or the days that it names of them. */
function datesIn(items: readonly Item[], text: string): Span[] {
  const used = new Set<Item>();
  const daysFrom = (at: number, step: 1 | -1, first: RegExp): Item[] => {
    const [item, next] = [items[at]!, items[at + step]];
    if (next?.kind !== 'number' || used.has(next) || !first.test(gap(text, item, next))) return [];
    used.add(next);
    return [next, ...daysFrom(at + step, step, daysOfMonth)];
  };
  return items.flatMap((item, at): Span[] => {
    if (item.kind !== 'month') return [];
    const before = daysFrom(at, -1, dayAndMonth).reverse();
    const days = before.length > 0 ? before : daysFrom(at, 1, monthAndDay);
    const month = 100 * item.value;
    if (days.length === 0) return [{ ...item, from: month + 1, to: month + 31 }];
    // The month is a part of the day beside it.
    const [first, last] = [days[0]!, days.at(-1)!];
    first.start = Math.min(first.start, item.start);
    last.end = Math.max(last.end, item.end);
    return days.map((day) => ({ ...day, from: month + day.value, to: month + day.value }));
  });
}

const isMonth = ({ from, to }: Span) => from % 100 === 1 && to % 100 === 31;

function read(source: string, language: string) {
  const { links } = dayNames(language);
  const original = source.slice(0, maxText);
  // "23 December 2026 to 2 January 2027" is a range, too.
  const text = plain(original).replace(/,? (?:19|20)\d\d(?!\d)/g, '');
  const items = itemsIn(original, text, language);
  const named = items.flatMap((item): Span[] =>
    item.kind === 'weekday' ? [{ ...item, from: item.value, to: item.value }] : [],
  );
  // Weekdays may stand between the days of a month: "Tuesday 29 and Wednesday 30 December".
  const bare = named.reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    text,
  );
  const others = items.filter(({ kind }) => kind !== 'weekday');
  const dates = withRanges(datesIn(others, bare), bare, links);
  const isOfDate = (weekday: Span) =>
    weekday.from === weekday.to &&
    dates.some((date) => !isMonth(date) && gap(text, date, weekday).length <= near.date);
  const weekdays = withRanges(named, text, links).filter((span) => !isOfDate(span));
  return { dates, weekdays, relative: items.find(({ kind }) => kind === 'relative') };
}

const inFull = (date: Date): NamedDay => ({
  weekday: date.getUTCDay(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
});

/**
 * Returns the days and months that a question names, of a range the first. Today and tomorrow, and with a time dates,
 * have their weekday; without one, today and tomorrow are none.
 *
 * @param language BCP 47 primary subtag; may be empty.
 * @param now Milliseconds.
 * @param timeZone IANA name or offset.
 */
export function daysIn(text: string, language: string, now?: number, timeZone = 'UTC'): NamedDay[] {
  const { dates, weekdays, relative } = read(text, language);
  const today = now === undefined ? null : localDate(now, timeZone);
  const dayOf = (span: Span): NamedDay => {
    const [month, day] = [Math.floor(span.from / 100), span.from % 100];
    if (isMonth(span)) return { weekday: null, month, day: null };
    if (!today) return { weekday: null, month, day };
    const inYear = (year: number) => new Date(Date.UTC(year, month - 1, day));
    const year = today.getUTCFullYear();
    return inFull(inYear(year) < today ? inYear(year + 1) : inYear(year));
  };
  const named = dates.map(dayOf);
  const weekly = weekdays.map(({ from }) => ({ weekday: from, month: null, day: null }));
  // "Saturdays in December" are one.
  if (weekly.length === 1 && named.length === 1 && named[0]!.day === null)
    return [{ ...named[0]!, weekday: weekly[0]!.weekday }];
  return [
    ...(relative && today ? [inFull(later(today, relative.value))] : []),
    ...named,
    ...weekly,
  ];
}

const includes = ({ from, to }: Pick<Span, 'from' | 'to'>, value: number) =>
  from <= to ? value >= from && value <= to : value >= from || value <= to;

/**
 * Returns how far a row or sentence is about a day: 3 names its date, 2 its weekday (or the month where only a month is
 * asked for), 1 a range or a month that includes it ("Tuesday to Sunday", "Mo–Fr"), 0 says nothing of days, -1 names
 * other days only.
 */
export function fitOfDay(
  text: string,
  language: string,
  { weekday, month, day }: NamedDay,
): number {
  const { dates, weekdays } = read(text, language);
  const weekly = weekdays.map((span) => {
    if (weekday === null) return 0;
    return !includes(span, weekday) ? -1 : span.from === span.to ? 2 : 1;
  });
  const yearly = dates.map((span) => {
    const isDate = span.from === span.to;
    // The season of a weekday is not known, but a row about a date is no row about a weekday.
    if (month === null) return isDate && weekday !== null ? -1 : 0;
    if (day !== null) return !includes(span, 100 * month + day) ? -1 : isDate ? 3 : 1;
    const wanted = { from: 100 * month + 1, to: 100 * month + 31 };
    if (!includes(span, wanted.from) && !includes(wanted, span.from)) return -1;
    return Math.floor(span.from / 100) === Math.floor(span.to / 100) ? 2 : 1;
  });
  const degrees = [...weekly, ...yearly].filter((degree) => degree !== 0);
  return degrees.length === 0 ? 0 : Math.max(...degrees);
}

/** Returns the names of the weekdays of days in full, such as tomorrow: pages say "Monday". */
export const weekdayNames = (days: readonly NamedDay[], language: string): string[] =>
  days.flatMap(({ weekday, day }) =>
    weekday === null || day === null ? [] : dayNames(language).weekdays[weekday]!,
  );
