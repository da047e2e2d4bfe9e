import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds. Real components on a busy machine take their time; a unit test has 20 s in all. */
const patience = process.env['ITIH_STACK'] ? 40_000 : 15_000;

/** Asks until the answer is true; for what another process or a timer does in its own time. */
export async function until(
  what: string,
  condition: () => Promise<boolean> | boolean,
  within = patience,
): Promise<void> {
  const end = Date.now() + within;
  for (let pause = 1; !(await condition()); pause = Math.min(50, 2 * pause)) {
    if (Date.now() > end) throw new Error(`Waited ${within} ms in vain: ${what}`);
    await sleep(pause);
  }
}
