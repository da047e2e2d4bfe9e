import type { SourcePassage } from './extract.ts';
import { leads, type Part } from './passage-parts.ts';
import type { Hit } from './rank-parts.ts';

export interface Nearest {
  /** The passage's number. */
  n: number;
  /** The best part with what is around it. */
  text: string;
  score: number;
}

/** Characters of a text that shows a part with its surroundings. */
const maxAround = 400;

/** Returns the best part of each passage, best first. */
export function nearestOf(
  hits: readonly Hit[],
  passages: readonly SourcePassage[],
  parts: readonly Part[][],
): Nearest[] {
  const found = [...Map.groupBy(hits, ({ passage }) => passage).values()];
  return found.map((own) => {
    const { passage, at, score } = own[0]!;
    const scores = new Map(own.map((hit) => [hit.at, hit.score]));
    return { n: passages[passage]!.n, text: around(parts[passage]!, at, scores), score };
  });
}

/**
 * Returns a part with its neighbours, the better one first, while there is room: the answer is often beside the part
 * that names it. A heading inside the passage comes last, and another question not at all.
 */
function around(all: readonly Part[], at: number, scores: ReadonlyMap<number, number>): string {
  const isShown = (index: number) => all[index] !== undefined && all[index].role !== 'heading';
  let start = isShown(at - 1) && leads(all[at - 1]!) ? at - 1 : at;
  let end = at + 1;
  let length = all.slice(start, end).reduce((sum, { text }) => sum + text.length, 0);
  const fits = (index: number) => isShown(index) && length + all[index]!.text.length < maxAround;
  const isNext = () => fits(end) && all[end]!.role !== 'question';
  const isBefore = () => fits(start - 1) && all[start]!.role !== 'question';
  while (isNext() || isBefore()) {
    const isBetter = (scores.get(start - 1) ?? 0) > (scores.get(end) ?? 0);
    length += all[isBefore() && (isBetter || !isNext()) ? --start : end++]!.text.length + 1;
  }
  while (leads(all[end - 1]!)) end--;
  return joined(all.slice(start, end));
}

/** Joins sentences of one paragraph by spaces, other parts by line ends. */
const joined = (parts: readonly Part[]): string =>
  parts
    .flatMap((part, at) => {
      const before = parts[at - 1];
      if (!before) return saidOf(part);
      const goesOn = [before, part].every(({ role }) => role === 'sentence');
      return [goesOn && before.block === part.block ? ' ' : '\n', saidOf(part)];
    })
    .join('');

/** Returns a row as "Family: €28.00, 2 adults", other parts as they are. */
function saidOf({ text, cells: [name, ...values] }: Part): string {
  return name ? `${name.value}: ${values.map(({ value }) => value).join(', ')}` : text;
}
