import { createConnection, type Connection } from 'mysql2/promise';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mariadb, startSidecar, type Sidecar } from './sidecar.ts';

let sidecar: Sidecar;
let other: Connection;
const url = mariadb();
const prefix = `${new URL(url).searchParams.get('prefix')}rag_`;

beforeAll(async () => {
  sidecar = await startSidecar(url);
  await sidecar.shim.admin('PUT', '/settings', {
    body: { limits: { per_ip_max: 0, answers_per_ip: 0, answers_total: 0 } },
  });
  await sidecar.publish(1, 'Swans', '<p>The swans are fed at noon.</p>');
  const { hostname, port, username, password, pathname } = new URL(url);
  other = await createConnection({
    ...{ host: hostname, port: Number(port), user: username, password },
    database: pathname.slice(1),
  });
});
afterAll(async () => {
  await other.end();
  await sidecar.stop();
});

const question = 'When are the swans fed?';

async function timed<Value>(work: Promise<Value>): Promise<{ value: Value; ms: number }> {
  const started = performance.now();
  return { value: await work, ms: performance.now() - started };
}

test('a dump that locks the tables lets questions fail in five seconds and holds up no read', async () => {
  const tables = ['chats', 'chat_sessions', 'state'].map((name) => `\`${prefix}${name}\` read`);
  await other.query(`lock tables ${tables.join(', ')}`);
  try {
    const asked = Array.from({ length: 12 }, (_, at) =>
      timed(
        sidecar.shim.call('POST', '/chat/sync', {
          ip: `192.0.2.${at}`,
          body: { message: question },
        }),
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    const read = await timed(sidecar.shim.admin('GET', '/documents'));
    expect(read.value.status).toBe(200);
    expect(read.ms).toBeLessThan(1000);
    for (const { value, ms } of await Promise.all(asked)) {
      expect([value.status, value.body['code']]).toEqual([
        503,
        expect.stringMatching(/^(overloaded|sidecar_unavailable)$/),
      ]);
      // Five seconds for a lock, two for a question that waited to be started.
      const wait = value.headers.get('retry-after');
      if (value.body['code'] === 'overloaded') expect(['5', '2']).toContain(wait);
      expect(ms).toBeLessThan(5000);
    }
  } finally {
    await other.query('unlock tables');
  }
  expect((await sidecar.shim.chat(question)).text).toContain('noon');
});

test('a row that a frozen connection holds lets the next question of its conversation fail in five seconds', async () => {
  const { session } = await sidecar.shim.chat(question);
  await other.beginTransaction();
  await other.query(`select * from \`${prefix}chat_sessions\` for update`);
  const [followUp, read] = await Promise.all([
    timed(sidecar.shim.chat('When?', { session: session! })),
    timed(sidecar.shim.admin('GET', '/documents')),
  ]);
  await other.rollback();
  expect(followUp.value.status).toBe(503);
  expect(followUp.ms).toBeLessThan(5000);
  expect(read.value.status).toBe(200);
  expect((await sidecar.shim.chat(question)).text).toContain('noon');
});

test('an answer that ends while the table is locked is stored once when it is free', async () => {
  const { session } = await sidecar.shim.chat(question);
  const { url: address, ...init } = sidecar.shim.signed('POST', '/chat', {
    body: { message: question, session_id: session!.id },
    headers: { 'x-itih-secret': session!.secret },
  });
  await other.query(`lock tables \`${prefix}chat_figures\` read`);
  const response = await fetch(address, init);
  const text = response.text();
  await new Promise((resolve) => setTimeout(resolve, 2500));
  await other.query('unlock tables');
  expect(await text).toMatch(/event: done\ndata: \{"type":"done","message_id":[1-9]/);
  const { body } = await sidecar.shim.call('GET', '/history', {
    query: { session_id: session!.id },
    headers: { 'x-itih-secret': session!.secret },
  });
  expect((body['turns'] as { content: string }[]).map(({ content }) => content)).toEqual([
    question,
    expect.stringContaining('noon'),
    question,
    expect.stringContaining('noon'),
  ]);
});
