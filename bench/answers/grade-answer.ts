import type { Expectation } from '../parts/sites.ts';

/**
 * Judgements of a reader. `good`: the quotation answers. `closest`: it does not, or there is none, but a page that is
 * shown or named does. `soft`: pages are named for a question that the site does not answer.
 */
export const outcomes = [
  'good',
  'mediocre',
  'closest',
  'refused_right',
  'soft',
  'refused_wrong',
  'nonsense',
] as const;
export type Outcome = (typeof outcomes)[number];

/** A page that is named, with what is shown of it. */
export interface SeenPage {
  title: string;
  text: string;
}

/** An answer as the visitor sees it. */
export interface Seen {
  text: string;
  /** The source of a quotation. */
  source: SeenPage | null;
  refused: boolean;
  pages: readonly SeenPage[];
}

const bold = /\*\*(.+?)\*\*/g;

/** Returns the marked texts of a quotation. */
const markedIn = (text: string): string =>
  Array.from(text.slice(text.indexOf('\n>')).matchAll(bold), ([, marked]) => marked).join('\n');

function gradeSmallTalk({ right }: Expectation, { text, source, refused, pages }: Seen): Outcome {
  if (source) return 'nonsense';
  if (refused) return pages.length > 0 ? 'soft' : 'refused_wrong';
  return right && !right.test(text) ? 'mediocre' : 'good';
}

/** Grades an answer as a reader would who looks for what is expected, and for nothing else. */
export function grade(expected: Expectation, seen: Seen): Outcome {
  const { right, parts = [], wrong, page, absent, smallTalk } = expected;
  const { text, source, refused, pages } = seen;
  if (smallTalk !== undefined) return gradeSmallTalk(expected, seen);
  const isAnswer = !refused && source !== null;
  if (absent) return isAnswer ? 'nonsense' : pages.length > 0 ? 'soft' : 'refused_right';
  const isRightPage = ({ title }: SeenPage) => page.length === 0 || page.includes(title);
  const says = (each: SeenPage) =>
    isRightPage(each) && [right, ...parts].every((part) => part?.test(each.text) !== false);
  const isPointed = pages.some((each) => (page.length > 0 ? isRightPage(each) : says(each)));
  if (!isAnswer) return isPointed ? 'closest' : 'refused_wrong';
  if (says({ title: source.title, text: `${source.text}\n${text}` })) {
    const marked = markedIn(text);
    return wrong?.test(marked) && !right?.test(marked) ? 'mediocre' : 'good';
  }
  return isPointed || (page.length > 0 && isRightPage(source)) ? 'closest' : 'nonsense';
}

/** Whether the quotation, or what is shown of a further page, answers. */
export function isShown(expected: Expectation, { text, source, pages }: Seen): boolean {
  const { right, parts = [], page, absent, smallTalk } = expected;
  if (absent || smallTalk !== undefined) return false;
  const shown = [
    ...(source ? [{ title: source.title, text: `${source.text}\n${text}` }] : []),
    ...pages,
  ];
  return shown.some(
    (each) =>
      (page.length === 0 || page.includes(each.title)) &&
      [right, ...parts].every((part) => part?.test(each.text) !== false),
  );
}
