import { headLength, statements, type Statement } from './answer-statements.ts';

/** Judgements of a reader. `closest`: pages are shown, and one of them says it. */
export const outcomes = [
  'good',
  'mediocre',
  'closest',
  'refused_right',
  'refused_wrong',
  'nonsense',
] as const;
export type Outcome = (typeof outcomes)[number];

export interface Expectation {
  /** Matches the statement that has to come first. */
  right?: RegExp | undefined;
  /** Match what the answer to a question with several parts has to say. */
  parts?: readonly RegExp[] | undefined;
  /** Matches what misleads beside the right statement. */
  wrong?: RegExp | undefined;
  /** Matches statements about it that do not answer the question. */
  near?: RegExp | undefined;
  /** Titles of the pages that say it; without any, the page that the right statement cites. */
  page: readonly string[];
  absent?: true | undefined;
  smallTalk?: string | undefined;
}

/** An answer as the visitor sees it. */
export interface Seen {
  text: string;
  /** Titles of the sources, by number. */
  sources: ReadonlyMap<number, string>;
  refused: boolean;
  /** Passages of the pages that are shown instead of an answer. */
  closest: readonly string[];
}

/** Characters and statements; a longer answer hides what was asked. */
const maxLength = 900;
const maxStatements = 14;

function gradeSmallTalk({ right }: Expectation, { text, sources, refused }: Seen): Outcome {
  if (sources.size > 0) return 'nonsense';
  if (refused) return 'refused_wrong';
  return right && !right.test(text) ? 'mediocre' : 'good';
}

const matches = (pattern: RegExp | undefined, parts: readonly Statement[]) =>
  pattern !== undefined && pattern.test(parts.map(({ text }) => text).join('\n'));

/** Returns the list or table that a statement is part of. */
function rowsAround(all: readonly Statement[], part: Statement): Statement[] {
  if (part.kind === 'sentence') return [part];
  const other = (each: Statement) => each.kind !== part.kind;
  const at = all.indexOf(part);
  const end = all.findIndex((each, index) => index > at && other(each));
  return all.slice(all.slice(0, at).findLastIndex(other) + 1, end < 0 ? all.length : end);
}

function gradeAnswer({ right, parts = [], wrong, near, page }: Expectation, seen: Seen): Outcome {
  const { text, sources } = seen;
  const all = statements(text);
  const length = headLength(all);
  const head = all.slice(0, length);
  const titlesOf = (parts: readonly Statement[]) =>
    parts.flatMap(({ cited }) => cited.flatMap((n) => sources.get(n) ?? []));
  const rightPages = page.length > 0 ? page : titlesOf(head);
  const onRightPage = (part: Statement) =>
    titlesOf([part]).some((title) => rightPages.includes(title));
  const isRight = (part: Statement) => matches(right, [part]);
  const belongs = (part: Statement) =>
    part.cited.length === 0 || onRightPage(part) || rowsAround(all, part).some(isRight);
  if (matches(right, head) && head.some(onRightPage)) {
    const isClean = all.slice(length).every(belongs);
    const isShort = text.length <= maxLength && all.length <= maxStatements;
    const isWhole = parts.every((part) => part.test(text)) && !wrong?.test(text);
    return isClean && isShort && isWhole ? 'good' : 'mediocre';
  }
  const says = all.some((part) => isRight(part) && part.cited.length > 0);
  if (says || matches(right, head)) return 'mediocre';
  return all.some((part) => matches(near, [part])) ? 'mediocre' : 'nonsense';
}

/**
 * Grades an answer as a reader would: the right statement comes first, with its page, and nothing that
 * belongs to another one beside it.
 */
export function grade(expected: Expectation, seen: Seen): Outcome {
  const { right, absent, smallTalk } = expected;
  if (smallTalk !== undefined) return gradeSmallTalk(expected, seen);
  const isAnswer = !seen.refused && seen.sources.size > 0;
  if (absent) return isAnswer ? 'nonsense' : 'refused_right';
  if (isAnswer) return gradeAnswer(expected, seen);
  return seen.closest.some((passage) => right?.test(passage)) ? 'closest' : 'refused_wrong';
}
