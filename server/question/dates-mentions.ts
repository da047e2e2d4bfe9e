import type { YearDay } from './dates-calendar.ts';
import { tokensOf, type DayNames, type Phrase } from './dates-names.ts';
import { withNth, type Candidate, type Ordinal } from './dates-nth.ts';
import {
  connection,
  fillers,
  isDayNumber,
  isMonthNumber,
  isNumber,
  isYear,
  ordinalMarks,
  rangeSigns,
  units,
  type Connection,
  type Mention,
  type Place,
} from './dates-tokens.ts';

const maxEnding = 5;

function matches(phrase: Phrase, tokens: readonly string[], at: number, first: string): boolean {
  const last = phrase.tokens.length - 1;
  return phrase.tokens.every((word, index) => {
    const token = index === 0 ? first : tokens[at + index];
    if (token === undefined) return false;
    if (index < last || !phrase.isStem) return token === word;
    return token.startsWith(word) && token.length <= word.length + maxEnding;
  });
}

function phraseAt(names: DayNames, tokens: readonly string[], at: number): Phrase | undefined {
  const token = tokens[at]!;
  const bare = names.prefixes.includes(token[0]!) ? [token.slice(1)] : [];
  for (const first of [token, ...bare]) {
    const phrases = names.phrases.get(first.slice(0, 1)) ?? [];
    const found = phrases.find((phrase) => matches(phrase, tokens, at, first));
    if (found) return found;
  }
  return undefined;
}

type Dates = Extract<Mention, { kind: 'dates' }>;

/** Reads `24.12.`, `24/12`, `12/24`, `2026-12-24`. */
function numericDate(tokens: readonly string[], at: number, language: string): Dates | null {
  const [first, sign, second, end, fourth] = tokens.slice(at, at + 5);
  const found = (month = '', day = '', size: number, year = '0'): Dates | null => {
    if (!isMonthNumber(month) || !isDayNumber(day)) return null;
    const date = 10_000 * Number(year) + 100 * Number(month) + Number(day);
    return { kind: 'dates', from: at, to: at + size, ranges: [[date, date]] };
  };
  if (isYear(first) && sign === '-' && end === '-') return found(second, fourth, 5, first);
  if (!isNumber(first) || !isNumber(second) || tokens[at - 1] === ':') return null;
  const year = end === sign && isYear(fourth) ? fourth : undefined;
  const hasYear = year !== undefined;
  if (sign === '.') {
    const isClosed = end === '.' || end === undefined || end === '?';
    return isClosed ? found(second, first, hasYear ? 5 : end === '.' ? 4 : 3, year) : null;
  }
  if (sign === '-') return hasYear ? found(second, first, 5, year) : null;
  const isAlways = first === '24' && second === '7';
  const isFraction = first!.length + second!.length < 3;
  if (sign !== '/' || isAlways || (isFraction && !hasYear)) return null;
  const monthFirst = ['en', 'zh', 'ja', 'ko'].includes(language) && Number(first) <= 12;
  const size = hasYear ? 5 : 3;
  return monthFirst ? found(first, second, size, year) : found(second, first, size, year);
}

/** Reads the numbers of days from `at` on in one direction, with what connects them. */
function dayNumbers(names: DayNames, tokens: readonly string[], at: number, step: 1 | -1) {
  const days: number[] = [];
  const joins: Connection[] = [];
  let end = at;
  let between: string[] = [];
  for (let next = at; next >= 0 && next < tokens.length; next += step) {
    const token = tokens[next]!;
    if (isDayNumber(token)) {
      const beside = [tokens[next - 1] ?? '', tokens[next + 1] ?? ''];
      const isMinutes = beside[0] === ':' && isNumber(tokens[next - 2]);
      if (units.has(beside[1]!) || isMinutes) break;
      const join = connection(names, between);
      if (days.length > 0 && (join === null || between.length === 0)) break;
      if (days.length > 0) joins.push(join);
      days.push(Number(token));
      between = [];
      end = next + (step === 1 ? 1 : 0);
    } else if (!ordinalMarks.has(token)) {
      const isBetween = connection(names, [token]) !== null && !fillers.has(token);
      if (!isBetween || days.length === 0) break;
      between.push(token);
    }
  }
  return step === 1 ? { days, joins, end } : { days: days.reverse(), joins: joins.reverse(), end };
}

/** Where single weekdays are, by each of their tokens. */
type Weekdays = ReadonlyMap<number, Place>;

/** Returns the weekday at a place, behind marks and small words. */
function weekdayFrom(
  tokens: readonly string[],
  weekdays: Weekdays,
  at: number,
  step: 1 | -1,
): Place | undefined {
  let next = at;
  const isSmall = (token: string) => token === ',' || fillers.has(token) || ordinalMarks.has(token);
  while (!weekdays.has(next) && isSmall(tokens[next] ?? '?')) next += step;
  return weekdays.get(next);
}

/** Reads further numbers that have a weekday each: `Tuesday 29 and Wednesday 30 December`. */
function numbersOfWeekdays(
  names: DayNames,
  tokens: readonly string[],
  weekdays: Weekdays,
  start: number,
  step: 1 | -1,
) {
  const found: { day: number; join: Connection; at: number }[] = [];
  const isMark = (token: string) =>
    token === ')' || (ordinalMarks.has(token) && connection(names, [token]) === null);
  for (let at = start; ;) {
    const weekday = weekdayFrom(tokens, weekdays, at, step);
    if (!weekday) return found;
    const behind = step === 1 ? weekday.to : weekday.from - 1;
    let next = behind;
    while (next >= 0 && next < tokens.length && !isNumber(tokens[next])) next += step;
    const gap = step === 1 ? tokens.slice(behind, next) : tokens.slice(next + 1, behind + 1);
    const joining = gap.filter((token) => !isMark(token));
    const join = connection(names, joining);
    const isJoined =
      join !== null && joining.some((token) => names.and.has(token) || !fillers.has(token));
    // Without a weekday of its own, the number may be a time.
    const isDay = isDayNumber(tokens[next]) && !units.has(tokens[next + 1] ?? '');
    if (!isJoined || !isDay || !weekdayFrom(tokens, weekdays, next + step, step)) return found;
    found.push({ day: Number(tokens[next]), join, at: next });
    at = next + step;
  }
}

/** Reads the days beside a month's name in one direction. */
function daysBeside(
  names: DayNames,
  tokens: readonly string[],
  weekdays: Weekdays,
  at: number,
  step: 1 | -1,
) {
  const near = dayNumbers(names, tokens, at, step);
  if (near.days.length === 0) return near;
  const start = step === 1 ? near.end : near.end - 1;
  const further = numbersOfWeekdays(names, tokens, weekdays, start, step);
  const last = further.at(-1);
  if (!last) return near;
  const [days, joins] = [further.map(({ day }) => day), further.map(({ join }) => join)];
  return step === 1
    ? { days: [...near.days, ...days], joins: [...near.joins, ...joins], end: last.at + 1 }
    : {
        days: [...days.reverse(), ...near.days],
        joins: [...joins.reverse(), ...near.joins],
        end: last.at,
      };
}

/** Reads the days beside a month's name: `24, 25 and 31 December`, `December 24`. */
function daysOfMonth(
  names: DayNames,
  tokens: readonly string[],
  weekdays: Weekdays,
  { from, to, month }: Place & { month: number },
): Mention {
  const before = daysBeside(names, tokens, weekdays, from - 1, -1);
  const isBefore = before.days.length > 0;
  const { days, joins, end } = isBefore ? before : daysBeside(names, tokens, weekdays, to, 1);
  if (days.length === 0) return { kind: 'month', month, from, to };
  const at = isBefore ? to : end;
  const past = behindYear(tokens, at);
  const year = past > at ? tokens[past - 1] : tokens[from - 1] === '年' ? tokens[from - 2] : '';
  const ranges: [YearDay, YearDay][] = [];
  days.forEach((day, index) => {
    const date = 10_000 * (isYear(year) ? Number(year) : 0) + 100 * month + day;
    if (joins[index - 1] === 'range') ranges.at(-1)![1] = date;
    else ranges.push([date, date]);
  });
  return {
    kind: 'dates',
    ranges,
    from: isBefore ? end : from,
    to: past,
  };
}

/** Returns the place behind the year of a date that ends at `at`: nothing else may be between two dates of a range. */
function behindYear(tokens: readonly string[], at: number): number {
  const next = tokens[at] ?? '';
  const year = next === ',' || fillers.has(next) ? at + 1 : at;
  return isYear(tokens[year]) ? year + 1 : at;
}

function mentionOf(
  names: DayNames,
  tokens: readonly string[],
  weekdays: Weekdays,
  { named, from, to }: Found,
): Mention | null {
  const place = { from, to };
  switch (named.kind) {
    case 'none':
    case 'ordinal':
    case 'anyMonth':
      return null;
    case 'month':
      return daysOfMonth(names, tokens, weekdays, { ...place, month: named.month });
    case 'fixed': {
      const ranges = named.dates.map(([month, day]): [YearDay, YearDay] => {
        const date = 100 * month + day;
        return [date, date];
      });
      const holiday = named.isHoliday && { isHoliday: named.isHoliday };
      return { kind: 'dates', ranges, isNamed: true, ...holiday, ...place };
    }
    case 'weekdays':
    case 'relative':
    case 'ruled':
    case 'holidays':
    case 'except':
      return { ...named, ...place };
    default:
      return named satisfies never;
  }
}

/** Whether a short name is one: before a time, or connected with another weekday. */
function isMeant(
  names: DayNames,
  tokens: readonly string[],
  mention: Mention,
  beside: readonly (Mention | undefined)[],
): boolean {
  if (isNumber(tokens[mention.from - 1])) return false;
  const [next, after, last] = tokens
    .slice(mention.to, mention.to + 6)
    .filter((token) => token !== '.');
  if (next === ':' || (isNumber(next) && units.has(after ?? ''))) return true;
  if (isNumber(next) && rangeSigns.has(after ?? '') && isNumber(last)) return true;
  return beside.some((other) => {
    if (other?.kind !== 'weekdays') return false;
    const [start, end] = other.from < mention.from ? [other, mention] : [mention, other];
    const between = tokens.slice(start.to, end.from);
    return between.some((token) => token !== '.') && connection(names, between) !== null;
  });
}

/** UTF-16 code units. A statement is shorter, and days are compared with each other. */
const maxText = 1000;

/** A phrase that was found, with its place. */
type Found = Place & Pick<Phrase, 'named' | 'isShort'>;

/** Finds the phrases and the dates in numbers of a text. */
function scan(names: DayNames, tokens: readonly string[]): (Found | Dates)[] {
  const found: (Found | Dates)[] = [];
  for (let at = 0; at < tokens.length;) {
    const numeric = /^\d/.test(tokens[at]!) ? numericDate(tokens, at, names.language) : null;
    const phrase = numeric ? undefined : phraseAt(names, tokens, at);
    const to = numeric?.to ?? at + (phrase?.tokens.length ?? 1);
    if (numeric) found.push(numeric);
    if (phrase) found.push({ named: phrase.named, isShort: phrase.isShort, from: at, to });
    at = to;
  }
  return found;
}

function weekdaysOf(found: readonly (Found | Dates)[]): Weekdays {
  const weekdays = new Map<number, Place>();
  for (const each of found) {
    if ('kind' in each || each.named.kind !== 'weekdays' || each.named.weekdays.length > 1)
      continue;
    for (let at = each.from; at < each.to; at++) weekdays.set(at, each);
  }
  return weekdays;
}

/** Joins a weekday to the public holidays that it follows: "bank holiday Mondays". */
function withWeekdaysOfHolidays(mentions: readonly Mention[]): Mention[] {
  const joined: Mention[] = [];
  for (const mention of mentions) {
    const before = joined.at(-1);
    const isOne = mention.kind === 'weekdays' && mention.weekdays.length === 1;
    if (isOne && before?.kind === 'holidays' && before.to === mention.from) {
      joined.splice(-1, 1, { ...before, weekdays: mention.weekdays, to: mention.to });
    } else joined.push(mention);
  }
  return joined;
}

/** Returns the mentions among what was found; a date has the numbers and weekdays beside its month. */
function candidatesOf(
  names: DayNames,
  tokens: readonly string[],
  scanned: readonly (Found | Dates)[],
): Candidate[] {
  const weekdays = weekdaysOf(scanned);
  const found: Candidate[] = [];
  for (const each of scanned) {
    if (each.from < (found.at(-1)?.mention.to ?? 0)) continue;
    const mention = 'kind' in each ? each : mentionOf(names, tokens, weekdays, each);
    if (!mention) continue;
    while (found.length > 0 && found.at(-1)!.mention.from >= mention.from) found.pop();
    found.push({ mention, isShort: 'kind' in each ? false : each.isShort });
  }
  return found;
}

const ordinalsOf = (scanned: readonly (Found | Dates)[]): Ordinal[] =>
  scanned.flatMap((each) => {
    if ('kind' in each) return [];
    const { named, from, to } = each;
    return named.kind === 'ordinal' || named.kind === 'anyMonth' ? [{ ...named, from, to }] : [];
  });

/** Finds the days that the beginning of a text names, in order. */
export function mentionsIn(text: string, names: DayNames) {
  const tokens = tokensOf(text.slice(0, maxText), names.unspaced);
  const scanned = scan(names, tokens);
  const candidates = candidatesOf(names, tokens, scanned);
  const found = withNth({ names, tokens, ordinals: ordinalsOf(scanned), candidates });
  const mentions = found.flatMap(({ mention, isShort }, index) => {
    const beside = [found[index - 1]?.mention, found[index + 1]?.mention];
    return isShort && !isMeant(names, tokens, mention, beside) ? [] : [mention];
  });
  return { tokens, mentions: names.unspaced ? mentions : withWeekdaysOfHolidays(mentions) };
}
