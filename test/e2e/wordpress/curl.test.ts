/** The examples of docs/integrators.md, run by curl one after the other as they stand. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  chatEvent,
  chatReply,
  clearHistoryReply,
  feedbackReply,
  historyReply,
  sessionReply,
} from '../../../server/contract/chat.ts';
import { askReply } from '../../../server/contract/chats.ts';
import { createDocumentsReply } from '../../../server/contract/knowledge.ts';
import type { RouteName } from '../../../server/contract/routes.ts';
import { searchReply } from '../../../server/contract/search.ts';
import { examplesOf } from '../../docs/pages.ts';
import { readFrames } from '../../fakes/shim.ts';
import {
  createPost,
  stack,
  startSidecar,
  trashPost,
  type Post,
  type Sidecar,
} from '../../stack.ts';
import { indexed } from './visitor.ts';

/** A route of the contract, or the one of core that runs an ability. */
type Example = RouteName | 'POST /wp-abilities/v1/abilities/itih/ask/run';

const examples = examplesOf('docs/integrators.md', 'sh');
const folder = mkdtempSync(join(tmpdir(), 'itih-curl-'));
/** Variables of the shell: each example uses what earlier ones have answered. */
const variables: Record<string, string> = {};

let sidecar: Sidecar;
let post: Post;

beforeAll(async () => {
  const { url, adminUser, appPassword } = stack();
  Object.assign(variables, { SITE: url, LOGIN: `${adminUser}:${appPassword}` });
  writeFileSync(join(folder, '.curlrc'), 'write-out = "%{stderr}%{http_code} %{content_type}"\n');
  sidecar = await startSidecar({ database: 'mariadb' });
  post = await createPost({
    title: 'Harbour',
    content: '<p>Opening hours: the harbour opens at nine. The fee is two crowns.</p>',
  });
  await indexed();
});
afterAll(async () => {
  await sidecar.stop();
  await trashPost(post.id);
  rmSync(folder, { recursive: true });
});

/** Runs the example of a route in a shell. */
async function curl(route: Example) {
  const script = examples.get(route) ?? '';
  const env = { PATH: process.env['PATH'], CURL_HOME: folder, ...variables };
  const { stdout, stderr } = await promisify(execFile)('sh', ['-euc', script], { env });
  const [status, type] = stderr.split(' ');
  return { status: Number(status), type: type?.split(';')[0], body: stdout };
}

async function json(route: Example, expected = 200): Promise<unknown> {
  const { status, type, body } = await curl(route);
  expect([status, type, body]).toEqual([expected, 'application/json', expect.any(String)]);
  return JSON.parse(body);
}

async function events(route: Example) {
  const { status, type, body } = await curl(route);
  expect([status, type]).toEqual([200, 'text/event-stream']);
  const frames = [];
  for await (const frame of readFrames(new Response(body), 0)) frames.push(frame);
  for (const { event, data } of frames) expect(chatEvent.parse(data).type).toBe(event);
  return frames.map(({ id, data }) => ({ id, ...data }));
}

/** The promise of each example. */
const checks: Partial<Record<Example, () => Promise<void>>> = {
  async 'GET /session'() {
    variables['NONCE'] = sessionReply.parse(await json('GET /session')).nonce;
  },

  async 'POST /chat'() {
    const all = await events('POST /chat');
    expect(all.map(({ id }) => id)).toEqual(all.map((_event, index) => index + 1));
    const [meta] = all;
    if (meta?.type !== 'meta') throw new Error('The first event is not meta');
    expect(all.at(-1)).toMatchObject({ type: 'done', finish_reason: 'stop' });
    const text = all.map((event) => (event.type === 'delta' ? event.content : '')).join('');
    expect(text).toContain('nine');
    Object.assign(variables, {
      SESSION: meta.session_id,
      SECRET: meta.session_secret,
      QUESTION: String(meta.message_id),
    });
  },

  async 'POST /chat/sync'() {
    const reply = chatReply.parse(await json('POST /chat/sync'));
    expect(reply).toMatchObject({ session_id: variables['SESSION'] });
    expect(reply.reply).toContain('two crowns');
    variables['MESSAGE'] = String(reply.message_id);
  },

  async 'POST /feedback'() {
    expect(feedbackReply.parse(await json('POST /feedback'))).toEqual({ updated: 1 });
  },

  async 'GET /history'() {
    const { turns } = historyReply.parse(await json('GET /history'));
    expect(turns.map(({ role, feedback }) => [role, feedback])).toEqual([
      ['user', null],
      ['assistant', null],
      ['user', null],
      ['assistant', 'up'],
    ]);
  },

  async 'GET /chat/<id>/events'() {
    const rest = await events('GET /chat/<id>/events');
    expect([rest[0]?.id, rest.at(-1)?.type]).toEqual([3, 'done']);
  },

  async 'DELETE /history'() {
    expect(clearHistoryReply.parse(await json('DELETE /history'))).toEqual({ deleted: 4 });
  },

  async 'POST /ask'() {
    const { reply, outcome } = askReply.parse(await json('POST /ask'));
    expect([reply, outcome]).toEqual([expect.stringContaining('nine'), 'answered']);
  },

  async 'POST /search'() {
    const { chunks, candidates } = searchReply.parse(await json('POST /search'));
    expect(chunks[0]).toMatchObject({ title: 'Harbour', url: post.link });
    expect(candidates[0]?.outcome).toBe('used');
  },

  async 'POST /documents'() {
    const { documents } = createDocumentsReply.parse(await json('POST /documents', 201));
    expect(documents).toMatchObject([{ title: 'Tide table' }]);
  },

  async 'PUT /settings'() {
    expect(await json('PUT /settings')).toMatchObject({
      settings: { appearance: { theme: 'ocean' }, chat: { starters: ['When are you open?'] } },
    });
  },

  async 'POST /wp-abilities/v1/abilities/itih/ask/run'() {
    expect(await json('POST /wp-abilities/v1/abilities/itih/ask/run')).toEqual({
      answer: expect.stringContaining('nine'),
      sources: [{ n: 1, title: 'Harbour', url: post.link }],
      outcome: 'answered',
    });
  },
};

describe('the examples', () => {
  test('are all run, in their order', () => {
    expect([...examples.keys()]).toEqual(Object.keys(checks));
  });

  test.each(Object.entries(checks))('%s', (_route, check) => check());
});
