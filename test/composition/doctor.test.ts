import { createServer } from 'node:http';
import { expect, test } from '@jest/globals';
import type { StatusReply } from '../../server/contract/admin.ts';
import { examine } from '../../server/composition/doctor/examine.ts';
import { findingsOf } from '../../server/composition/findings.ts';
import { AppError } from '../../server/errors/app-error.ts';
import { MachineFault } from '../../server/errors/machine-fault.ts';
import { statusOf } from '../admin/fake-server.ts';
import { listen } from '../fakes/listen.ts';
import { fakeSite } from '../fakes/shim.ts';

type Part = Parameters<typeof examine>[0];

interface Given {
  status?: Partial<StatusReply>;
  port?: number;
  reader?: () => void;
}

/** Examines parts of which WordPress does not answer. */
async function examined({ status: given = {}, port = 1, reader = () => {} }: Given = {}) {
  const status = { ...statusOf(), ...given };
  const { engine, version, problem } = status.database;
  let refreshed = 0;
  const vectors = () => (refreshed > 0 ? 10 : 0);
  const parts = {
    config: {
      host: '127.0.0.1',
      port,
      database: { dialect: 'mysql' },
      search: { folder: null },
      notices: ['A variable is ignored.'],
    },
    site: { get: () => Promise.resolve({ ...fakeSite, secret: 's'.repeat(32), address: '' }) },
    reader: { extract: () => Promise.resolve().then(reader) },
    database: {
      version: () =>
        engine === '' ? Promise.reject(new Error('down')) : Promise.resolve(`${engine} ${version}`),
    },
    readiness: { problem: () => Promise.resolve(problem ?? null) },
    documents: {
      counts: () => Promise.resolve({ by_status: {} }),
      longestWait: () => Promise.resolve(0),
    },
    bridge: { settings: () => Promise.reject(new Error('WordPress did not answer.')) },
    queue: { isPaused: () => Promise.resolve(false) },
    indexReport: { status: () => Promise.resolve(status.index) },
    vectorIndex: {
      refresh: () => Promise.resolve(void refreshed++),
      status: () => Promise.resolve({ ...status.vector_store, vectors: vectors() }),
    },
    guestsStatus: () => Promise.reject(new Error('unknown')),
    lateModels: { list: () => [] },
    dayCounts: { today: () => '2026-01-01', between: () => Promise.reject(new Error('none')) },
  } as unknown as Part;
  const { findings } = await examine(parts);
  return (check: string) => findings.find((found) => found.check === check);
}

test('of one that runs, its own index is told', async () => {
  const running = statusOf();
  const server = createServer((request, response) => {
    const isAsked = request.url === '/itih/v1/status' && request.headers['x-itih-signature'];
    response.writeHead(isAsked ? 200 : 401, { 'content-type': 'application/json' });
    const vector_store = { ...running.vector_store, vectors: 321 };
    const reply = { ...running, version: '9.8.7', vector_store };
    response.end(JSON.stringify({ ...reply, findings: findingsOf(reply) }));
  });
  const { port, close } = await listen(server);
  const found = await examined({ port });
  await close();
  expect(found('sidecar')).toMatchObject({ result: 'ok', says: expect.stringContaining('9.8.7') });
  expect(found('index')?.says).toContain(': 321.');
});

const says = (pattern: RegExp) => expect.stringMatching(pattern);
const replaced = { before: 576, now: 640 };
const index = { ...statusOf().index, embedder: 'ollama:tiny', replaced };
const database = { ok: false, engine: 'MariaDB', version: '11.8', problem: 'disk_full' as const };

test.each<[string, Given, string, object]>([
  ['a note', {}, 'configuration', { result: 'warn', says: 'A variable is ignored.' }],
  [
    'a model that was replaced',
    { status: { index } },
    'index',
    {
      result: 'warn',
      says: says(/ollama:tiny has 640 dimensions now, and had 576/),
      next: says(/former model/),
    },
  ],
  [
    'a full disk',
    { status: { database } },
    'database',
    { result: 'fail', says: says(/disk .* is full/), next: says(/room/) },
  ],
  [
    'a reader that cannot start',
    {
      reader: () => {
        const cause = new MachineFault('x', { cause: new Error('spawn ENOENT') });
        throw new AppError('sidecar_unavailable', { message: 'It cannot start.', cause });
      },
    },
    'reader',
    { result: 'fail', says: says(/spawn ENOENT/) },
  ],
])('%s is told', async (_case, given, check, finding) => {
  expect((await examined(given))(check)).toMatchObject(finding);
});

test('with the database down nothing that needs it is said to be well', async () => {
  const database = { ok: false, engine: '', version: '' };
  const found = await examined({ status: { database } });
  expect(found('database')).toMatchObject({
    result: 'fail',
    next: expect.stringContaining('Start'),
  });
  for (const check of ['queue', 'index']) expect(found(check)?.result).toBe('skip');
});
