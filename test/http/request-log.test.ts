import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { AppError } from '../../server/errors/app-error.ts';
import { createLog } from '../../server/runtime/log.ts';
import type { Passage } from '../../server/storage/chunks.ts';
import { startApp } from './app-server.ts';

const words = 'example-words-of-a-visitor';

let folder: string;
/** Stays open: the log may write to it after the last line that a test waits for. */
let file: number;
let app: Awaited<ReturnType<typeof startApp>> | undefined;
const written = () => readFileSync(join(folder, 'log'), 'utf8');

/** The log writes in the background. */
async function lineWith(phrase: string): Promise<string> {
  for (;;) {
    const line = written()
      .split('\n')
      .find((each) => each.includes(phrase));
    if (line !== undefined) return line;
    await sleep(20);
  }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'itih-log-'));
  file = openSync(join(folder, 'log'), 'a');
});
afterEach(async () => {
  await app?.close();
  rmSync(folder, { recursive: true });
});

test('2,000 bad requests of strangers write nothing into the log', async () => {
  app = await startApp({}, () => true, createLog('info', file));
  const { url } = app;
  const bad = [
    () => fetch(`${url}/nothing/here`),
    () => fetch(`${url}/itih/v1/documents`, { method: 'POST', body: '{' }),
    () => fetch(`${url}/itih/v1/chat`, { method: 'POST', body: words }),
    () => fetch(`${url}/itih/v1/history`, { headers: { 'x-itih-signature': words } }),
  ];
  for (let sent = 0; sent < 2000; sent += 40) {
    const requests = Array.from({ length: 40 }, (_, at) => bad[at % bad.length]!());
    for (const answer of await Promise.all(requests)) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      await answer.arrayBuffer();
    }
  }
  app.services.log.info('the end');
  await lineWith('the end');
  expect(written().trim().split('\n')).toHaveLength(1);
}, 60_000);

test('a refused request is told in one short line to those who want to know', async () => {
  app = await startApp({}, () => true, createLog('debug', file));
  await fetch(`${app.url}/nothing/here`);
  const line = await lineWith('refused');
  expect(JSON.parse(line)).toMatchObject({
    code: 'not_found',
    method: 'GET',
    path: '/nothing/here',
    requestId: expect.any(String),
  });
  expect(line).not.toContain('stack');
});

test('a request that fails by an error of the database tells neither statement nor values', async () => {
  app = await startApp({}, () => true, createLog('debug', file));
  const refused = Object.assign(new Error('Lock wait timeout exceeded'), {
    errno: 1205,
    sqlState: 'HY000',
    sql: `insert into wp_rag_documents values ('${words}')`,
  });
  app.services.documents.get = () => Promise.reject(refused);
  const answer = await app.shim.admin('GET', '/documents/1');
  expect(answer.status).toBe(503);
  const failed = await lineWith('request failed');
  expect(JSON.parse(failed)).toMatchObject({ err: { errno: 1205, sqlState: 'HY000' } });
  expect(written()).not.toContain(words);
});

test("a vendor's failure is a warning, only the sidecar's own is an error", async () => {
  app = await startApp({}, () => true, createLog('debug', file));
  app.services.documents.get = () => Promise.reject(new AppError('provider_error'));
  await app.shim.admin('GET', '/documents/1');
  const vendors = JSON.parse(await lineWith('request failed')) as Record<string, unknown>;
  expect(vendors).toMatchObject({ level: 40, code: 'provider_error' });
});

test('a crowd that is refused, and probes of tables that are newer, are one line without a stack each', async () => {
  let isNewer = false;
  const ready = () => {
    if (isNewer) throw new AppError('newer_database');
    return true;
  };
  app = await startApp({}, ready, createLog('info', file));
  const { shim, services, url } = app;
  services.documents.get = () => {
    throw new AppError('overloaded', { turnedAway: 'relayed' });
  };
  for (let each = 0; each < 20; each++) {
    expect((await shim.admin('GET', '/documents/1')).status).toBe(503);
  }
  isNewer = true;
  for (let each = 0; each < 20; each++) expect((await fetch(`${url}/healthz`)).status).toBe(503);
  services.log.info('the end');
  await lineWith('the end');
  const lines = written().trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[0]!)).toMatchObject({ code: 'overloaded', reason: 'relayed' });
  expect(lines[0]).not.toContain('stack');
  expect(lines[1]).toContain('newer_database');
});

test('with WordPress hanging, visitors add a line a minute', async () => {
  app = await startApp({}, () => true, createLog('info', file));
  const { shim, services, site } = app;
  await shim.call('POST', '/chat/sync', { body: { message: 'Hello' } });
  site.failWith = 500;
  const passage = { documentId: 1, postId: 1, attachmentId: null } as unknown as Passage;
  services.visibility.distrust();
  for (let each = 0; each < 20; each++) {
    const settings = await services.settings.get();
    await services.visibility.onlyPublic([passage], settings).catch(() => []);
  }
  services.log.info('the end');
  await lineWith('the end');
  const told = written().match(/which sources are public/g);
  expect(told).toHaveLength(1);
});
