import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../fakes/wait.ts';
import { startIndexedSite, type IndexedSite } from './indexed-site.ts';
import { oneDatabase } from './sidecar.ts';
import { isFull } from '../full-runs.ts';

const posts = isFull ? 300 : 24;
/** Documents that are done when the process is killed: random once, the same in every run. */
const kills = isFull ? [7, 61, 118, 196, 283] : [5, 12];

describe.each(oneDatabase)('a sidecar killed while it indexes on %s', (name, databaseUrl) => {
  const folder = mkdtempSync(join(tmpdir(), 'itih-kill-'));
  let indexed: IndexedSite;

  beforeAll(async () => {
    const file = `sqlite:${join(folder, 'itih.sqlite')}`;
    indexed = await startIndexedSite(posts, name === 'SQLite' ? file : databaseUrl());
  });
  afterAll(async () => {
    await indexed.stop();
    rmSync(folder, { recursive: true });
  });

  test('loses nothing and doubles nothing', async () => {
    for (const done of kills) {
      const sidecar = await indexed.start();
      await until(`${done} documents`, async () => (await indexed.completed()) >= done, 60_000);
      await sidecar.kill();
    }
    expect(await indexed.completed()).toBeLessThan(posts);
    await indexed.start();
    await until('all documents', async () => (await indexed.completed()) === posts, 60_000);
    await indexed.expectWhole();
  }, 180_000);
});
