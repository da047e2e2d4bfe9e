import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until the answer is true; for what another process or a timer does in its own time. */
export async function until(
  what: string,
  condition: () => Promise<boolean> | boolean,
  within = 15_000,
): Promise<void> {
  const end = Date.now() + within;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Waited ${within} ms in vain: ${what}`);
    await sleep(50);
  }
}
