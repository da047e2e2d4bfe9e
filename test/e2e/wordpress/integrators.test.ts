/** Ways in for programs and agents: the abilities, and the examples of docs/integrators.md as they stand. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  chatEvent,
  chatReply,
  chatRequest,
  clearHistoryReply,
  feedbackReply,
  historyReply,
  outcome,
  sessionReply,
} from '../../../server/contract/chat.ts';
import { askReply } from '../../../server/contract/chats.ts';
import { createDocumentsReply } from '../../../server/contract/knowledge.ts';
import type { RouteName } from '../../../server/contract/routes.ts';
import { searchReply, searchRequest } from '../../../server/contract/search.ts';
import { settingsDefaults } from '../../../server/contract/settings-defaults.ts';
import { examplesOf, tableOf } from '../../docs/pages.ts';
import { readFrames } from '../../fakes/shim.ts';
import {
  anonymous,
  createPost,
  debugLog,
  login,
  rest,
  runPhp,
  stack,
  trashPost,
  type Login,
  type Post,
} from '../../stack.ts';
import { instead, useSidecar } from './on-site.ts';
import { indexed, saveSettings } from './visitor.ts';

const sidecar = useSidecar({ database: 'mariadb', settings: { limits: { per_ip_max: 0 } } });
let post: Post;
let complaints: number;

beforeAll(async () => {
  complaints = debugLog().length;
  post = await createPost({
    title: 'Harbour',
    content: '<p>Opening hours: the harbour opens at nine. The fee is two crowns.</p>',
  });
  await indexed();
});
afterAll(() => trashPost(post.id));

describe('the examples', () => {
  /** A route of the contract, or the one of core that runs an ability. */
  type Example = RouteName | 'POST /wp-abilities/v1/abilities/itih/ask/run';

  const examples = examplesOf('docs/integrators.md', 'sh');
  const folder = mkdtempSync(join(tmpdir(), 'itih-curl-'));
  /** Variables of the shell: each example uses what earlier ones have answered. */
  const variables: Record<string, string> = {};

  beforeAll(() => {
    const { url, adminUser, appPassword } = stack();
    Object.assign(variables, { SITE: url, LOGIN: `${adminUser}:${appPassword}` });
    writeFileSync(join(folder, '.curlrc'), 'write-out = "%{stderr}%{http_code} %{content_type}"\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

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

  test('are all run, in their order', () => {
    expect([...examples.keys()]).toEqual(Object.keys(checks));
  });

  test.each(Object.entries(checks))('%s', (_route, check) => check());

  test('in PHP', async () => {
    const example = examplesOf('docs/integrators.md', 'php').get('itih/search') ?? '';
    const printed = await runPhp<string>(
      `wp_set_current_user( 1 ); ob_start(); ${example} return ob_get_clean();`,
    );
    expect(printed).toContain('Harbour: ');
  });
});

describe('the abilities', () => {
  interface Ability {
    name: string;
    input_schema: {
      properties: Record<string, { minLength?: number; maxLength?: number; maximum?: number }>;
      required: string[];
    };
    output_schema: { properties: { outcome?: { enum: string[] } } };
    meta: { annotations: Record<string, boolean> };
  }
  interface Refusal {
    code: string;
    message: string;
    data: { status: number; retry_after?: number; consent?: string; request_id?: string };
  }

  const root = '/wp-abilities/v1/abilities';
  const question = 'What is the fee of the harbour?';
  const search = (input: Record<string, string>, as = rest) => {
    const given = Object.entries(input).map(([name, value]) => [`input[${name}]`, value]);
    return as<object[]>('GET', `${root}/itih/search/run?${new URLSearchParams(given).toString()}`);
  };
  const ask = (input: unknown, as: typeof rest = rest) =>
    as<Refusal>('POST', `${root}/itih/ask/run`, { input });
  let subscriber: Login;
  beforeAll(async () => {
    subscriber = await login('subscriber');
  });

  test('are listed with the inputs that the documentation names and the limits of the contract', async () => {
    const { body } = await rest<Ability[]>('GET', `${root}?category=itih`);
    const meant = tableOf('docs/integrators.md', 'ability').map(([names = [], inputs = []]) => [
      names[0],
      inputs.filter((word) => !word.includes('.')),
    ]);
    const found = body.map(({ name, input_schema: schema }) => [
      name,
      Object.keys(schema.properties).map((field) =>
        schema.required.includes(field) ? field : `${field}?`,
      ),
    ]);
    expect(found).toEqual(meant);
    expect(body.map(({ meta }) => meta.annotations)).toEqual([
      { readonly: true, destructive: false, idempotent: true },
      { readonly: false, destructive: false, idempotent: false },
    ]);
    const [{ query, limit } = {}, { question: asked, page_url } = {}] = body.map(
      ({ input_schema }) => input_schema.properties,
    );
    expect(query?.maxLength).toBe(searchRequest.shape.query.maxLength);
    expect(limit).toMatchObject({ type: 'integer', minimum: 1, maximum: 20 });
    expect(asked?.maxLength).toBe(settingsDefaults.chat.max_message_chars);
    expect(page_url?.maxLength).toBe(chatRequest.shape.page_url.unwrap().maxLength);
    const told = body[1]?.output_schema.properties.outcome?.enum;
    expect(told).toEqual(outcome.options.filter((name) => name !== 'failed'));
  });

  test('give an administrator passages, and say where there is no answer', async () => {
    const { status, body } = await search({ query: 'fee of the harbour', limit: '1' });
    expect([status, body]).toEqual([
      200,
      [
        {
          title: 'Harbour',
          url: post.link,
          section: expect.any(String),
          passage: expect.stringContaining('two crowns'),
          score: expect.any(Number),
        },
      ],
    ]);
    expect(await search({ query: 'zzqx' })).toMatchObject({ status: 200, body: [] });
    const refused = await ask({ question: 'Who composed the opera about zinc?' });
    expect(refused.body).toEqual({ answer: expect.any(String), sources: [], outcome: 'refused' });
  });

  const refused = (status: number) => ({ status, body: { code: 'rest_ability_cannot_execute' } });

  test('let a subscriber ask, an editor not search, and nobody in without a login', async () => {
    expect(await ask({ question, page_url: post.link }, subscriber.rest)).toMatchObject({
      status: 200,
      body: { outcome: 'answered' },
    });
    const editor = await login('editor');
    expect(await search({ query: 'harbour' }, editor.rest)).toMatchObject(refused(403));
    expect(await ask({ question }, anonymous)).toMatchObject(refused(401));
    expect(await search({ query: 'harbour' }, anonymous)).toMatchObject(refused(401));
  });

  test.each([
    ['is switched off', { widget_enabled: false }, { widget_enabled: true }],
    ['is for others', { audience: 'logged_out' }, { audience: 'everyone' }],
  ])('let nobody ask while the chat %s', async (_case, changed, restored) => {
    await saveSettings({ general: changed });
    try {
      for (const as of [subscriber.rest, rest]) {
        expect(await ask({ question }, as)).toMatchObject(refused(403));
      }
    } finally {
      await saveSettings({ general: restored });
    }
  });

  test('let nobody ask where WordPress has AI switched off', async () => {
    const may = await runPhp<boolean[]>(`
      wp_set_current_user( 1 );
      $before = \\Itih\\RagChat\\may_ask();
      add_filter( 'wp_supports_ai', '__return_false' );
      return array( $before, \\Itih\\RagChat\\may_ask() );`);
    expect(may).toEqual([true, false]);
  });

  test.each<[string, Record<string, string>]>([
    ['no query', {}],
    ['a long query', { query: 'x'.repeat(4001) }],
    ['words for a number', { query: 'harbour', limit: 'many' }],
    ['an unknown field', { query: 'harbour', top_k: '3' }],
  ])('refuse %s', async (_case, input) => {
    const invalid = { status: 400, body: { code: 'ability_invalid_input' } };
    expect(await search(input)).toMatchObject(invalid);
    expect(await ask(input)).toMatchObject(invalid);
  });

  test('refuse blanks in the contract’s words', async () => {
    expect(await ask({ question: ' ' })).toMatchObject({
      status: 400,
      body: { code: 'empty_message' },
    });
  });

  test('count a question as one of a visitor, and need consent where the owner asks for it', async () => {
    const consent = 'Questions are kept for a week.';
    await saveSettings({ privacy: { consent_text: consent } });
    expect(await ask({ question })).toMatchObject({
      status: 403,
      body: { code: 'consent_required', data: { consent } },
    });
    expect((await ask({ question, consent: true })).status).toBe(200);
    await saveSettings({
      privacy: { consent_text: '' },
      limits: { per_ip_max: 1, per_ip_window_s: 60 },
    });
    const replies = [];
    for (let asked = 0; asked < 3; asked++) replies.push(await ask({ question }));
    expect(replies.at(-1)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(replies.at(-1)?.body.data.retry_after).toBeGreaterThan(0);
    await saveSettings({ limits: { per_ip_max: 0 } });
  });

  test('say that the sidecar is away, and only administrators what is wrong with it', async () => {
    await sidecar.stop();
    const away = {
      status: 503,
      body: {
        code: 'sidecar_unavailable',
        message: 'The chat is not available right now. Please try again later.',
        data: { request_id: expect.any(String) },
      },
    };
    expect(await search({ query: 'harbour' })).toMatchObject({
      status: 503,
      body: {
        code: 'sidecar_unavailable',
        message: expect.stringContaining('Nothing answers at'),
        data: { reason: 'unreachable', request_id: expect.any(String) },
      },
    });
    expect(await ask({ question }, subscriber.rest)).toMatchObject(away);
    const body = JSON.stringify({ code: 'invalid_signature', message: '', data: { status: 401 } });
    await instead(
      (_request, response) =>
        void response.writeHead(401, { 'content-type': 'application/json' }).end(body),
      async () => {
        expect(await ask({ question })).toMatchObject({
          status: 401,
          body: { code: 'invalid_signature', message: expect.stringContaining('another secret') },
        });
        expect(await ask({ question }, subscriber.rest)).toMatchObject(away);
      },
    );
  });

  test('are registered as core wants them', () => {
    const lines = debugLog().slice(complaints);
    expect(lines.filter((line) => line.includes('itih/'))).toEqual([]);
  });
});

describe('the document of the OAuth client', () => {
  const site = `
    add_filter( 'option_blogname', static fn() => 'Tea &amp; Books' );
    add_filter( 'option_home', static fn() => 'https://site.example' );
    add_filter( 'option_siteurl', static fn() => 'https://site.example' );`;

  test('is for everybody where there is HTTPS, says what a client needs, and no more', async () => {
    expect(await anonymous('GET', '/itih/v1/mcp/client')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    const found = await runPhp(`${site}
      $response = rest_do_request( new WP_REST_Request( 'GET', '/itih/v1/mcp/client' ) );
      return array( get_current_user_id(), $response->get_status(), rest_get_server()->response_to_data( $response, false ) );`);
    // All of it: a secret or a contact would be read by everybody.
    const document = {
      // The address of the document itself, letter for letter.
      client_id: 'https://site.example/wp-json/itih/v1/mcp/client',
      client_name: 'Tea & Books',
      client_uri: 'https://site.example',
      redirect_uris: [
        'https://site.example/wp-admin/admin.php?page=itih-rag-chat-settings&tab=mcp',
      ],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
    expect(found).toEqual([0, 200, document]);
    const plain = `${site} add_filter( 'option_permalink_structure', static fn() => '' );`;
    expect(await runPhp(`${plain} return \\Itih\\RagChat\\oauth_client_url();`)).toBe('');
  });

  test('is returned to at an address that keeps the refusal until it is read', async () => {
    const removable = await runPhp<string[][]>(`return array_map( function ( $query ) {
      parse_str( $query, $_GET );
      return wp_removable_query_args();
    }, array( 'page=itih-rag-chat-settings', 'page=itih-rag-chat-settings&state=1.x', 'page=other&state=1.x' ) );`);
    expect(removable.map((names) => names.includes('error'))).toEqual([true, false, true]);
  });
});
