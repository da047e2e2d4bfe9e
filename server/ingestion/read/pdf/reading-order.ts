import type { Segment } from './lines.ts';

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

/** What is drawn from top to bottom in one go. */
interface Flow {
  segments: Segment[];
  x0: number;
  x1: number;
  top: number;
  bottom: number;
}

/** Above it the order of drawing is kept: comparing all with all would take too long. */
const mostFlows = 2_000;
/** Lines that make a column rather than a label. */
const columnLines = 5;

const flowOf = (segment: Segment): Flow => ({
  segments: [segment],
  x0: segment.x0,
  x1: segment.x1,
  top: segment.y - segment.size,
  bottom: segment.y,
});

function flowsOf(segments: readonly Segment[]): Flow[] {
  const flows: Flow[] = [];
  let last: Segment | undefined;
  for (const segment of segments) {
    const flow = flows.at(-1);
    if (!flow || !last || segment.y < last.y - 0.5 * last.size) {
      flows.push(flowOf(segment));
    } else {
      flow.segments.push(segment);
      flow.x0 = Math.min(flow.x0, segment.x0);
      flow.x1 = Math.max(flow.x1, segment.x1);
      flow.top = Math.min(flow.top, segment.y - segment.size);
      flow.bottom = Math.max(flow.bottom, segment.y);
    }
    last = segment;
  }
  return flows;
}

/** What stands above comes first, and of two columns the left one. */
function precedes(flow: Flow, other: Flow): boolean {
  const sideBySide = flow.x1 <= other.x0 || other.x1 <= flow.x0;
  if (!sideBySide) return flow.bottom <= other.top;
  const shared = Math.min(flow.bottom, other.bottom) - Math.max(flow.top, other.top);
  const height = Math.min(flow.bottom - flow.top, other.bottom - other.top);
  const columns = Math.min(flow.segments.length, other.segments.length) >= columnLines;
  return columns && flow.x1 <= other.x0 && shared > height / 2;
}

/** Headers, boxes and columns are often drawn after what they precede. */
function sortFlows(flows: readonly Flow[]): Flow[] {
  if (flows.length > mostFlows) return [...flows];
  const sorted: Flow[] = [];
  for (const flow of flows) {
    const at = sorted.findIndex((placed) => precedes(flow, placed));
    sorted.splice(at === -1 ? sorted.length : at, 0, flow);
  }
  return sorted;
}

function angleOfMost(segments: readonly Segment[]): number {
  const lengths = new Map<number, number>();
  for (const { angle, text } of segments) {
    lengths.set(angle, (lengths.get(angle) ?? 0) + text.length);
  }
  return [...lengths].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/**
 * The segments of a page as they are read. The order of drawing is right on most pages, and better
 * than any guess in tables and forms; only what contradicts it plainly is moved. Text across the
 * page's own direction comes last.
 */
export function inReadingOrder(segments: readonly Segment[]): Segment[] {
  const angle = angleOfMost(segments);
  const along = segments.filter((segment) => segment.angle === angle);
  const across = segments.filter((segment) => segment.angle !== angle);
  const sorted = sortFlows(flowsOf(unweave(along)));
  return [...sorted.flatMap((flow) => flow.segments), ...across];
}
