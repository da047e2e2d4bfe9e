import type { Segment } from './segment.ts';

/** Lines of a column; fewer may be a table. */
const fewestLines = 4;
const shortestLine = 15;
/** Share of the column's width that its lines fill: of prose nearly all, of table cells hardly any. */
const fill = 0.8;
const bins = 200;

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

const extent = (segments: readonly Segment[]) => ({
  x0: segments.reduce((least, { x0 }) => Math.min(least, x0), Infinity),
  x1: segments.reduce((most, { x1 }) => Math.max(most, x1), -Infinity),
});

/** The x that the fewest segments cross, away from the edges. */
function gutterOf(segments: readonly Segment[]): number {
  const { x0, x1 } = extent(segments);
  const width = (x1 - x0) / bins;
  // Sums of differences: one step for each segment, however wide it is.
  const steps = new Int32Array(bins + 2);
  for (const segment of segments) {
    steps[Math.floor((segment.x0 - x0) / width)]!++;
    steps[Math.ceil((segment.x1 - x0) / width)]!--;
  }
  let crossing = 0;
  let best = { crossing: Infinity, from: 0, to: 0 };
  for (let bin = 0; bin < bins * 0.85; bin++) {
    crossing += steps[bin]!;
    if (bin < bins * 0.15) continue;
    if (crossing < best.crossing) best = { crossing, from: bin, to: bin };
    else if (crossing === best.crossing && best.to === bin - 1) best.to = bin;
  }
  return x0 + ((best.from + best.to + 1) / 2) * width;
}

function isProse(segments: readonly Segment[]): boolean {
  if (segments.length < fewestLines) return false;
  const widths = segments.map(({ x0, x1 }) => x1 - x0);
  const lengths = segments.map(({ text }) => text.length);
  return (
    percentile(lengths, 0.5) >= shortestLine &&
    percentile(widths, 0.5) >= fill * percentile(widths, 0.9)
  );
}

/**
 * Some programs draw columns line by line across the page. Where prose stands on both sides of a
 * gutter and the order of drawing changes sides all the time, the columns are read one after another.
 * What crosses the gutter divides the page into bands.
 */
export function unweave(segments: readonly Segment[]): Segment[] {
  if (segments.length < 2 * fewestLines) return [...segments];
  const gutter = gutterOf(segments);
  const sides = segments.map(({ x0, x1 }) => (x1 <= gutter ? 'left' : x0 >= gutter ? 'right' : ''));
  const on = (side: string) => segments.filter((_, index) => sides[index] === side);
  const columns = sides.filter((side) => side !== '');
  const changes = columns.filter((side, index) => index > 0 && side !== columns[index - 1]).length;
  const woven = changes >= columns.length / 2 && columns.length >= sides.length * 0.7;
  if (!woven || !isProse(on('left')) || !isProse(on('right'))) return [...segments];

  const crossing = on('').sort((a, b) => a.y - b.y);
  const ends = [...crossing.map(({ y }) => y), Infinity];
  let top = -Infinity;
  return ends.flatMap((end, index) => {
    const within = ({ y }: Segment) => y > top && y <= end;
    const band = [...unweave(on('left').filter(within)), ...unweave(on('right').filter(within))];
    top = end;
    return [...band, ...crossing.slice(index, index + 1)];
  });
}
