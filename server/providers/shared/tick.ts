/** Milliseconds between two ticks. */
const interval = 10;

let count = 0;
let timer: NodeJS.Timeout | undefined;
const waiting = new Map<number, (() => void)[]>();

/**
 * A moment at least so many milliseconds from now, the same for all who ask for about the same: what many do at
 * once costs a good deal less than what they do one after the other, each on a turn of the event loop of its own.
 */
export function tick(ms: number): Promise<void> {
  timer ??= setInterval(next, interval);
  const due = count + Math.ceil(ms / interval);
  const others = waiting.get(due) ?? [];
  waiting.set(due, others);
  return new Promise((resolve) => others.push(resolve));
}

function next(): void {
  for (const resolve of waiting.get(++count) ?? []) resolve();
  waiting.delete(count);
  if (waiting.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}
