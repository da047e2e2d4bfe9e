import type { Segment } from './segment.ts';
import { unweave } from './columns.ts';

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
