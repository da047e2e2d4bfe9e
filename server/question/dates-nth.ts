import type { DayNames } from './dates-names.ts';
import {
  connection,
  endsClause,
  isNumber,
  ordinalMarks,
  type Mention,
  type Place,
} from './dates-tokens.ts';

/** A word such as "second", or one for a month: "of the month". */
export type Ordinal = Place & ({ kind: 'ordinal'; nth: number } | { kind: 'anyMonth' });

/** A mention whose name may be another word. */
export interface Candidate {
  mention: Mention;
  isShort: boolean;
}

/** Tokens between a weekday and its month: "of every calendar", "im". */
const maxBetween = 4;
const maxNth = 5;

/** The text that ordinals of weekdays are read from. */
interface Reading {
  names: DayNames;
  tokens: readonly string[];
  ordinals: readonly Ordinal[];
  candidates: readonly Candidate[];
}

interface Nths extends Place {
  nth: number[];
}

/** Returns the ordinal that begins or ends at a place: a word, or a number with its mark. */
function ordinalAt(
  { names, tokens, ordinals }: Reading,
  at: number,
  step: 1 | -1,
): (Place & { nth: number }) | null {
  const word = ordinals.find(({ from, to }) => (step === 1 ? from === at : to === at + 1));
  if (word) return word.kind === 'ordinal' ? word : null;
  const nth = Number(tokens[at]);
  const isMarked = ordinalMarks.has(tokens[at + 1] ?? '') || tokens[at - 1] === '第';
  if (!isNumber(tokens[at]) || nth < 1 || nth > maxNth) return null;
  return isMarked || names.unspaced !== null ? { nth, from: at, to: at + 1 } : null;
}

/** Reads ordinals from a place on in one direction: "first and third", "1. und 3.". */
function ordinalsFrom(reading: Reading, start: number, step: 1 | -1): Nths | null {
  const { names, tokens } = reading;
  const nth: number[] = [];
  let [from, to] = [Infinity, 0];
  for (let at = start; at >= 0 && at < tokens.length;) {
    const token = tokens[at]!;
    const ordinal = ordinalAt(reading, at, step);
    if (ordinal) {
      nth.push(ordinal.nth);
      from = Math.min(from, ordinal.from);
      to = Math.max(to, ordinal.to);
      at = step === 1 ? ordinal.to : ordinal.from - 1;
      continue;
    }
    const isMark = (ordinalMarks.has(token) && isNumber(tokens[at - 1])) || token === '第';
    const isBracket = step === 1 && nth.length === 0 && token === '(';
    const isJoin = token !== '.' && token !== '(' && connection(names, [token]) === 'list';
    if (!isMark && !isBracket && !isJoin) break;
    at += step;
  }
  return nth.length > 0 ? { nth, from, to } : null;
}

/** Returns the month that begins, or by -1 ends, near a place: its number, or 0 for any. */
function monthNear(
  { tokens, ordinals, candidates }: Reading,
  start: number,
  step: 1 | -1,
): number | null {
  const isHere = (at: number) => (each: Place) =>
    step === 1 ? each.from === at : each.to === at + 1;
  for (let at = start; Math.abs(at - start) < maxBetween; at += step) {
    const token = tokens[at];
    if (ordinals.some((each) => each.kind === 'anyMonth' && isHere(at)(each))) return 0;
    const month = candidates.find(
      ({ mention }) => mention.kind === 'month' && isHere(at)(mention),
    )?.mention;
    if (month?.kind === 'month') return month.month;
    if (token === undefined || endsClause.has(token) || isNumber(token)) return null;
    if (ordinals.some(isHere(at))) return null;
  }
  return null;
}

/** Returns the last of the weekdays that are listed from one on: "Saturday and Sunday". */
function listEnd({ names, tokens, candidates }: Reading, at: number): number {
  let end = at;
  for (;;) {
    const [{ mention }, next] = [candidates[end]!, candidates[end + 1]?.mention];
    if (next?.kind !== 'weekdays') return end;
    const gap = tokens.slice(mention.to, next.from);
    if (gap.length === 0 || connection(names, gap) !== 'list') return end;
    end++;
  }
}

/** Reads the ordinals of a weekday: "the first and third Saturday of the month", "Saturday (first of the month)". */
function nthOf(reading: Reading, at: number): (Nths & { month: number; end: number }) | null {
  const { names, tokens } = reading;
  const { mention } = reading.candidates[at]!;
  const before = ordinalsFrom(reading, mention.from - 1, -1);
  if (before) {
    const end = listEnd(reading, at);
    const own = monthNear(reading, mention.to, 1) ?? monthNear(reading, before.from - 1, -1);
    const found = own ?? monthNear(reading, reading.candidates[end]!.mention.to, 1);
    const isCounted = tokens[before.from]!.startsWith('第') || tokens[before.from - 1] === '第';
    if (found === null && !isCounted) return null;
    const { from } = before;
    return {
      ...{ nth: before.nth, month: found ?? 0, from, to: mention.to },
      end: own === null && found !== null ? end : at,
    };
  }
  const behind = ordinalsFrom(reading, mention.to, 1);
  const month = behind && monthNear(reading, behind.to, 1);
  // "Saturday, first of December" is a date in other languages.
  if (!behind || month === null || (month > 0 && !names.isOrdinalBehind)) return null;
  return { nth: behind.nth, month, from: mention.from, to: behind.to, end: at };
}

/** Joins weekdays with what tells which of a month they are. Without a month, "every second Friday" is another rhythm. */
export function withNth(reading: Reading): Candidate[] {
  const { candidates } = reading;
  const joined: Candidate[] = [];
  for (let at = 0; at < candidates.length; at++) {
    const candidate = candidates[at]!;
    const { mention } = candidate;
    const found = mention.kind === 'weekdays' ? nthOf(reading, at) : null;
    if (!found || mention.kind !== 'weekdays') {
      joined.push(candidate);
      continue;
    }
    const { nth, month, from, end } = found;
    const listed = candidates.slice(at, end + 1).map((each) => each.mention);
    const weekdays = listed.flatMap((each) => (each.kind === 'weekdays' ? each.weekdays : []));
    const to = Math.max(found.to, listed.at(-1)!.to);
    joined.push({ mention: { kind: 'nth', weekdays, nth, month, from, to }, isShort: false });
    at = end;
  }
  return joined;
}
