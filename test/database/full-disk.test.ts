import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { shimFor } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { startWordPressSite, type WordPressSite } from '../fakes/wordpress-site.ts';
import { freePort, spawnSidecar } from './process.ts';
import { secret } from './sidecar.ts';

const folder = mkdtempSync(join(tmpdir(), 'itih-full-'));
const ballast = join(folder, 'ballast');
let site: WordPressSite;
let sidecar: Awaited<ReturnType<typeof spawnSidecar>>;
let shim: ReturnType<typeof shimFor>;

beforeAll(async () => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]);
  site = await startWordPressSite(secret);
  for (let id = 1; id <= 5; id++) {
    site.put({ id, title: `Swans ${id}`, html: `<p>The ${id} swans are fed at noon.</p>` });
  }
  sidecar = await spawnSidecar({
    ITIH_PORT: String(await freePort()),
    ITIH_SITE_URL: site.url,
    ITIH_DATABASE_URL: `sqlite:${join(folder, 'itih.sqlite')}`,
  });
  shim = shimFor(sidecar.url, secret);
  await until('the first answer', async () =>
    (await shim.chat('When are the swans fed?')).text.includes('noon'),
  );
});
afterAll(async () => {
  sidecar.child.kill('SIGTERM');
  await once(sidecar.child, 'exit');
  await site.close();
  execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true });
});

/** Writes until nothing fits: the database may take some of the room that was free at first. */
function fill(): void {
  const { blocks, bsize } = statfsSync(folder);
  const write = () => writeFileSync(ballast, Buffer.alloc(blocks * bsize));
  expect(write).toThrow('ENOSPC');
}

const ready = async () => {
  const answer = await fetch(`${sidecar.url}/readyz`);
  return { status: answer.status, body: (await answer.json()) as unknown };
};

// Only root can mount a small disk.
const asRoot = process.getuid?.() === 0 ? test : test.skip;
asRoot(
  'on a full disk (needs root) visitors are answered, the owner is told why, and can search and delete',
  async () => {
    expect(await ready()).toEqual({ status: 200, body: { ok: true, failing: [] } });
    const { session } = await shim.chat('When are the swans fed?');
    fill();
    // SQLite's journal has some room left.
    await until('the disk is full', async () => (await ready()).status === 503);
    expect((await ready()).body).toEqual({ ok: false, failing: ['disk_full'] });
    expect((await fetch(`${sidecar.url}/healthz`)).status).toBe(200);
    const status = await shim.admin('GET', '/status');
    expect(status.body).toMatchObject({ ok: false, database: { ok: false, problem: 'disk_full' } });

    for (const given of [undefined, session!]) {
      const { text, frames } = await shim.chat('When are the swans fed?', { session: given! });
      expect(text).toContain('noon');
      expect(frames.at(-1)?.data).toMatchObject({ type: 'done', message_id: 0 });
    }
    const found = await shim.admin('POST', '/search', { body: { query: 'swans' } });
    expect(found.status).toBe(200);
    const { body } = await shim.admin<{ id: number }[]>('GET', '/documents');
    const removed = await shim.admin('DELETE', `/documents/${body[0]!.id}`);
    expect(removed.status).toBe(200);
    expect(sidecar.log()).not.toContain('cannot rollback');

    rmSync(ballast);
    await until('there is room', async () => (await ready()).status === 200);
    const { frames } = await shim.chat('When are the swans fed?');
    expect(frames.at(-1)?.data).toMatchObject({ message_id: expect.any(Number) });
    expect(frames.at(-1)?.data).not.toMatchObject({ message_id: 0 });
  },
);
