import { isUnspaced } from './join-lines.ts';
import { bullet, dash, isMark, numeral } from './list-marks.ts';
import { isCutShort, type Margins } from './margins.ts';
import type { Line } from './segment.ts';
import { endsSentence, type Typography } from './typography.ts';

/** A paragraph or list item that may go on. */
export interface OpenText {
  kind: 'paragraph' | 'item';
  lines: Line[];
}

const startsWithin = (text: string) => /^[\p{Pi}\p{Ps}"']?\p{Ll}/u.test(text);

/** Font sizes from the baseline of one line to that of the next. */
const stepOf = (line: Line, next: Line) => (next.y - line.y) / Math.max(line.size, next.size);

/** Whether a line begins a list item, given what is open before it. */
export function beginsItem(
  line: Line,
  open: OpenText | undefined,
  margins: Margins,
  body: Typography,
): boolean {
  const { text } = line;
  if (bullet.test(text)) return true;
  if (!dash.test(text) && !numeral.test(text)) return false;
  const last = open?.lines.at(-1);
  // In the middle of a sentence it is a dash, or the number of a day.
  return (
    !open ||
    !last ||
    last.page !== line.page ||
    open.kind === 'item' ||
    endsSentence(last.text) ||
    isCutShort(last, line, margins) ||
    Math.abs(stepOf(last, line)) > body.leading * 1.25 ||
    Math.abs(line.start - last.start) > line.size
  );
}

/** After a jump to another column or page only a sentence that goes on tells. */
function continuesAfterJump(last: Line, line: Line, margins: Margins): boolean {
  if (endsSentence(last.text) || isCutShort(last, line, margins)) return false;
  return startsWithin(line.text) || last.text.endsWith('\u00ad') || isUnspaced(line.text[0] ?? '');
}

/** Whether a line that begins further right than the one before goes on with it. */
function continuesIndented(open: OpenText, line: Line, next: Line | undefined): boolean {
  const [first] = open.lines as [Line];
  if (open.lines.length > 1)
    return open.kind === 'item' && line.start - first.start < 5 * line.size;
  if (open.kind === 'item') return true;
  // A hanging indent goes on; that of a first line does not.
  return next !== undefined && Math.abs(next.start - line.start) < 0.3 * line.size;
}

/**
 * Whether a line goes on with what is open.
 *
 * @param next - the line after it on its page
 * @param marginsBefore - of the page of what is open
 */
export function continues(
  open: OpenText,
  line: Line,
  next: Line | undefined,
  marginsBefore: Margins,
  body: Typography,
): boolean {
  const last = open.lines.at(-1)!;
  if (open.lines.length === 1 && isMark(last.text)) return last.page === line.page;
  const size = Math.max(last.size, line.size);
  if (Math.abs(last.size - line.size) > 0.12 * size) return false;
  const step = stepOf(last, line);
  const apart = line.start > last.end + size || line.end < last.start - size;
  if (last.page !== line.page || step < -0.5 || step > 4 || (apart && step > 0.3)) {
    return continuesAfterJump(last, line, marginsBefore);
  }
  const within = startsWithin(line.text) && !endsSentence(last.text);
  if (step > body.leading * 1.25 + 0.1) return within && step < body.leading * 1.8;
  if (last.bold !== line.bold || last.mono !== line.mono) return within;
  const indent = (line.start - last.start) / size;
  const cut = isCutShort(last, line, marginsBefore);
  if (indent > 0.8) return within || (!cut && continuesIndented(open, line, next));
  if (indent < -0.8)
    return within || (!cut && open.kind === 'paragraph' && open.lines.length === 1);
  return within || !cut;
}
