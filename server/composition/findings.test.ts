import { expect, test } from '@jest/globals';
import type { StatusReply } from '../contract/admin.ts';
import { findingsOf } from './findings.ts';

const calm = { waited: 0, turned_away: [], failures: [], stood_in: { builtin: 0, other: 0 } };
const status: StatusReply = {
  ...{ ok: true, version: '0.1.0', plugin_version: '0.1.0', update: 'none', uptime_s: 60 },
  database: { ok: true, engine: 'MariaDB', version: '11.8.6' },
  bridge: { ok: true, message: '' },
  queue: { queued: 0, processing: 0, failed: 0, paused: false, waiting_s: 0 },
  index: { embedder: 'local:m', dimensions: 384, building: null },
  vector_store: {
    ...{ engine: 'relational', mode: 'memory', reason: '', warnings: [], vectors: 3 },
    memory_mb: 1,
  },
  guests: { access: 'open', reason: '', withheld: 0, stopped: null },
  today: calm,
};

test('nothing is said against a sidecar that works', () => {
  for (const finding of Object.values(findingsOf(status))) {
    expect(finding).toMatchObject({ status: 'good', next: '', page: '' });
  }
});

test.each<[keyof ReturnType<typeof findingsOf>, Partial<StatusReply>, string, RegExp]>([
  [
    'bridge',
    { bridge: { ok: false, message: 'No.' } },
    'critical',
    /not reach.*nothing new\. No\./,
  ],
  ['queue', { queue: { ...status.queue, paused: true } }, 'recommended', /paused/],
  [
    'queue',
    { queue: { ...status.queue, queued: 3, waiting_s: 4000 } },
    'critical',
    /stands still.*3 documents wait.*for 66 minutes/,
  ],
  [
    'queue',
    { queue: { ...status.queue, failed: 2 } },
    'recommended',
    /could not be.*2 have failed/,
  ],
  [
    'guests',
    { guests: { ...status.guests!, stopped: { looks: 9, turned: 7 } } },
    'critical',
    /7 of 9 pages/,
  ],
  [
    'guests',
    { guests: { ...status.guests!, access: 'unreachable', reason: 'HTTP 403.' } },
    'recommended',
    /as a guest.*HTTP 403\./,
  ],
  [
    'database',
    { database: { ...status.database, ok: false, problem: 'disk_full' } },
    'critical',
    /is full/,
  ],
  [
    'database',
    { database: { ok: false, engine: '', version: '', problem: 'unreachable' } },
    'critical',
    /not reach its database/,
  ],
  [
    'index',
    { vector_store: { ...status.vector_store, mode: 'table', reason: 'Too big.' } },
    'recommended',
    /slower.*Too big\./,
  ],
  [
    'index',
    { index: { ...status.index, replaced: { before: 384, now: 512 } } },
    'recommended',
    /Another model.*512 dimensions/,
  ],
  [
    'visitors',
    { today: { ...calm, waited: 1, turned_away: [{ reason: 'relayed', count: 12 }] } },
    'recommended',
    /turned away.*12 questions were turned away today\. 1 visitor waited, and was answered/,
  ],
  [
    'visitors',
    { today: { ...calm, failures: [{ provider: 'openai', failure: 'key', count: 2 }] } },
    'recommended',
    /failed visitors.*2 calls failed today: openai/,
  ],
])('%s: %j is told', (part, changes, expected, words) => {
  const found = findingsOf({ ...status, ...changes })[part];
  expect(found.status).toBe(expected);
  expect(`${found.label}. ${found.says}`).toMatch(words);
  expect(found.next).not.toBe('');
});
