import type { Segment } from './lines.ts';

/** Lines of a column; fewer may be a table. */
const minLines = 4;
/** Characters. */
const minLineLength = 15;
/** Share of the column's width that its lines fill: prose fills nearly all, table cells little. */
const fill = 0.8;
const bins = 200;

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

const extent = (segments: readonly Segment[]) => ({
  x0: segments.reduce((min, { x0 }) => Math.min(min, x0), Infinity),
  x1: segments.reduce((max, { x1 }) => Math.max(max, x1), -Infinity),
});

/** Returns the x that the fewest segments cross, away from the edges. */
function gutterOf(segments: readonly Segment[]): number {
  const { x0, x1 } = extent(segments);
  const width = (x1 - x0) / bins;
  // A prefix sum over differences takes one step per segment, however wide it is.
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
  if (segments.length < minLines) return false;
  const widths = segments.map(({ x0, x1 }) => x1 - x0);
  const lengths = segments.map(({ text }) => text.length);
  return (
    percentile(lengths, 0.5) >= minLineLength &&
    percentile(widths, 0.5) >= fill * percentile(widths, 0.9)
  );
}

/**
 * Separates columns that were drawn line by line across the page: prose on both sides of a gutter, drawn in
 * alternation. Segments that cross the gutter divide the page into bands.
 */
function unweave(segments: readonly Segment[]): Segment[] {
  if (segments.length < 2 * minLines) return [...segments];
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

/** Segments that were drawn from top to bottom without a jump back. */
interface Flow {
  segments: Segment[];
  x0: number;
  x1: number;
  top: number;
  bottom: number;
}

/** Pages with more keep the order of drawing: sorting takes quadratic time. */
const maxFlows = 2_000;
/** Lines from which on a flow is a column, not a label. */
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

/** Whether a flow is read before another: it is above, or the left one of two columns. */
function precedes(flow: Flow, other: Flow): boolean {
  const sideBySide = flow.x1 <= other.x0 || other.x1 <= flow.x0;
  if (!sideBySide) return flow.bottom <= other.top;
  const shared = Math.min(flow.bottom, other.bottom) - Math.max(flow.top, other.top);
  const height = Math.min(flow.bottom - flow.top, other.bottom - other.top);
  const columns = Math.min(flow.segments.length, other.segments.length) >= columnLines;
  return columns && flow.x1 <= other.x0 && shared > height / 2;
}

/** Sorts flows: headers, boxes and columns are often drawn too late. */
function sortFlows(flows: readonly Flow[]): Flow[] {
  if (flows.length > maxFlows) return [...flows];
  const sorted: Flow[] = [];
  for (const flow of flows) {
    const at = sorted.findIndex((placed) => precedes(flow, placed));
    sorted.splice(at === -1 ? sorted.length : at, 0, flow);
  }
  return sorted;
}

function mainAngle(segments: readonly Segment[]): number {
  const lengths = new Map<number, number>();
  for (const { angle, text } of segments) {
    lengths.set(angle, (lengths.get(angle) ?? 0) + text.length);
  }
  return [...lengths].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/**
 * Returns the segments of a page in reading order. The order of drawing is right on most pages and better
 * than a guess in tables and forms, so segments move only for clear reasons. Text in other directions than
 * the page's main one comes last.
 */
export function inReadingOrder(segments: readonly Segment[]): Segment[] {
  const angle = mainAngle(segments);
  const along = segments.filter((segment) => segment.angle === angle);
  const across = segments.filter((segment) => segment.angle !== angle);
  const sorted = sortFlows(flowsOf(unweave(along)));
  return [...sorted.flatMap((flow) => flow.segments), ...across];
}
