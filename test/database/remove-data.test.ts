import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../server/config/config.ts';
import { openDatabase } from '../../server/composition/services.ts';
import { mariadb, secret, startSidecar } from './sidecar.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'itih-remove-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function tablesOf(url: string): Promise<string[]> {
  const site = { ITIH_SECRET: secret, ITIH_SITE_URL: 'http://site.test' };
  const database = openDatabase(readConfig({ ...site, ITIH_DATABASE_URL: url }));
  try {
    const tables = await database.query.introspection.getTables();
    return tables.map(({ name }) => name).filter((name) => name.startsWith(database.prefix));
  } finally {
    await database.close();
  }
}

describe.each([
  ['SQLite', () => `sqlite:${join(folder, 'site.sqlite')}`],
  ['MariaDB', mariadb],
])('on %s', (_name, databaseUrl) => {
  test('the data is deleted, and the process stays idle', async () => {
    const url = databaseUrl();
    const sidecar = await startSidecar(url);
    try {
      await sidecar.publish(1, 'Harbour', '<p>The harbour is lit by violet lamps.</p>');
      expect(await tablesOf(url)).not.toEqual([]);
      const call = (role: 'admin' | 'system') =>
        sidecar.shim.call<{ deleted?: boolean; code?: string }>('DELETE', '/data', {
          role,
          body: { settings: {} },
        });
      expect((await call('admin')).status).toBe(403);
      // The plugin is gone by then, and with it the bridge.
      sidecar.site.failWith = 404;
      const { status, body } = await call('system');
      expect([status, body.deleted]).toEqual([200, true]);
      expect(await tablesOf(url)).toEqual([]);
      expect((await fetch(`${sidecar.url}/healthz`)).status).toBe(503);
      const refused = await sidecar.shim.call('POST', '/events', {
        role: 'system',
        body: { events: [{ type: 'post_changed', post_id: 1 }] },
      });
      expect(refused.status).toBe(503);
    } finally {
      await sidecar.stop();
    }
    expect(await tablesOf(url)).toEqual([]);
    // The texts are not left readable in the file.
    if (url.startsWith('sqlite:')) expect(statSync(url.slice(7)).size).toBeLessThanOrEqual(4096);
  });
});
