import { lengthOf, type Piece } from './pieces.ts';
import { isQuestion } from './questions.ts';

/** Characters. */
export interface Sizes {
  size: number;
  overlap: number;
  minimum: number;
}

/** Returns the last pieces, at most `max` characters, but never all: the overlap would be a copy. */
function tail(pieces: readonly Piece[], max: number): Piece[] {
  let start = pieces.length;
  let length = 0;
  while (start > 1) {
    const added = (pieces[start - 1]?.text.length ?? 0) + (pieces[start]?.before.length ?? 0);
    if (length + added > max) break;
    length += added;
    start--;
  }
  return pieces.slice(start);
}

/** Whether a piece introduces the next: "Please bring:" a list, a question of its own its answer. */
const leadsIn = (piece: Piece | undefined, next: Piece) =>
  piece?.kind === 'paragraph' &&
  (next.kind === 'paragraph'
    ? next.before === '\n\n' && piece.before === '\n\n' && isQuestion(piece)
    : /[:：]$/.test(piece.text));

/** Moves pieces from the end of `full` until `last` has `minimum` characters. */
function balance(full: Piece[], last: Piece[], { size, minimum }: Sizes): void {
  const isOverlap = full.at(-1) === last[0];
  while (!isOverlap && full.length > 1 && lengthOf(last) < minimum) {
    const moved = full.slice(-1);
    if (lengthOf([...moved, ...last]) > size || lengthOf(full.slice(0, -1)) < minimum) return;
    last.unshift(...moved);
    full.pop();
  }
}

/** Fills chunks up to `size`; each begins with the end of the one before (`overlap`). */
export function pack(pieces: readonly Piece[], sizes: Sizes): Piece[][] {
  const { size, overlap } = sizes;
  const packed: Piece[][] = [];
  let current: Piece[] = [];
  let length = 0;
  for (const piece of pieces) {
    const added = piece.before.length + piece.text.length;
    if (current.length > 0 && length + added > size) {
      const led = current.length > 1 && leadsIn(current.at(-1), piece) ? current.slice(-1) : [];
      const moved = lengthOf([...led, piece]) <= size ? led : [];
      const full = current.slice(0, current.length - moved.length);
      packed.push(full);
      const max = Math.min(overlap, size - lengthOf([...moved, piece]) - 2);
      current = [...tail(full, max), ...moved];
      length = lengthOf(current);
    }
    length += current.length > 0 ? added : piece.text.length;
    current.push(piece);
  }
  const last = packed.at(-1);
  if (last) balance(last, current, sizes);
  if (current.length > 0) packed.push(current);
  return packed;
}
