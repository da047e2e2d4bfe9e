import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatDeletion } from '../../server/contract/chats.ts';
import type { BenchSidecar } from '../parts/sidecar.ts';
import type { Figures } from '../run.ts';

/** Milliseconds between the end of a request and the next one. */
const rest = 5;

/**
 * Deletes the conversations of some days in the background, and asks for its progress all the time: that needs one row,
 * so that a request takes as long as it waits for a step of the deletion.
 */
export async function measureDeletion(
  sidecar: BenchSidecar,
  filter: { from: string; to: string },
): Promise<Figures> {
  const progress = async () => {
    const response = await sidecar.call('GET', '/chats/deletion', undefined, 'admin');
    return ((await response.json()) as { deletion: ChatDeletion | null }).deletion;
  };
  const started = performance.now();
  const begun = await sidecar.call('POST', '/chats/delete', { filter }, 'admin');
  if (begun.status !== 202) throw new Error(`The deletion answered ${begun.status}.`);
  const waited: number[] = [];
  let latest: ChatDeletion | null;
  do {
    await sleep(rest);
    const asked = performance.now();
    latest = await progress();
    waited.push(performance.now() - asked);
  } while (!latest?.ended_at);
  const seconds = (performance.now() - started) / 1000;
  waited.sort((a, b) => a - b);
  const share = (part: number) => waited[Math.floor((waited.length - 1) * part)] ?? 0;
  return {
    deleted: latest.deleted,
    deleted_per_second: latest.deleted / seconds,
    wait_p50_ms: share(0.5),
    wait_p99_ms: share(0.99),
    wait_longest_ms: share(1),
  };
}
