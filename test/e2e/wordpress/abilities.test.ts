/** The abilities that the plugin registers with WordPress, run as programs and agents would. */
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chatRequest, outcome } from '../../../server/contract/chat.ts';
import { searchRequest } from '../../../server/contract/search.ts';
import { settingsDefaults } from '../../../server/contract/settings-defaults.ts';
import { examplesOf, tableOf } from '../../docs/pages.ts';
import {
  anonymous,
  createPost,
  debugLog,
  login,
  pluginComplaints,
  rest,
  runPhp,
  stack,
  startSidecar,
  trashPost,
  type Login,
  type Post,
  type Sidecar,
} from '../../stack.ts';
import { indexed, saveSettings } from './visitor.ts';

interface Ability {
  name: string;
  input_schema: {
    properties: Record<string, { minLength?: number; maxLength?: number; maximum?: number }>;
    required: string[];
  };
  output_schema: { properties: { outcome?: { enum: string[] } } };
  meta: { annotations: Record<string, boolean> };
}
interface Passage {
  title: string;
  url: string;
  section: string;
  passage: string;
  score: number;
}
interface Answer {
  answer: string;
  sources: { n: number; title: string; url: string }[];
  outcome: string;
}
interface Refusal {
  code: string;
  message: string;
  data: { status: number; retry_after?: number; consent?: string; request_id?: string };
}

const root = '/wp-abilities/v1/abilities';
const question = 'What does it cost to climb the windmill?';
const searched = (input: Record<string, string>) =>
  `${root}/itih/search/run?${new URLSearchParams(
    Object.entries(input).map(([name, value]) => [`input[${name}]`, value]),
  ).toString()}`;

const search = <Reply = Passage[]>(input: Record<string, string>, as = rest) =>
  as<Reply>('GET', searched(input));
const ask = <Reply = Answer>(input: unknown, as: typeof rest = rest) =>
  as<Reply>('POST', `${root}/itih/ask/run`, { input });

const conversations = () =>
  runPhp<number>(
    'global $wpdb; return (int) $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->prefix}rag_chat_sessions" );',
  );

let sidecar: Sidecar;
let post: Post;
let subscriber: Login;
let complaints: number;

beforeAll(async () => {
  complaints = debugLog().length;
  sidecar = await startSidecar({ database: 'mariadb', settings: { limits: { per_ip_max: 0 } } });
  post = await createPost({
    title: 'Visiting the windmill',
    content:
      '<h2>Fees</h2><p>The windmill opens at eight. Climbing the windmill costs four crowns.</p>',
  });
  await createPost({ title: 'The windmill keeper', content: '<p>The keeper feeds gulls.</p>' });
  await indexed();
  subscriber = await login('subscriber');
});
afterAll(async () => {
  await sidecar.stop();
  await trashPost(post.id);
});

describe('the list', () => {
  const listed = async () =>
    new Map(
      (await rest<Ability[]>('GET', `${root}?category=itih`)).body.map((item) => [item.name, item]),
    );

  test('has both, with the inputs that the documentation names', async () => {
    const meant = tableOf('docs/integrators.md', 'ability').map(([names = [], inputs = []]) => [
      names[0],
      inputs.filter((word) => !word.includes('.')),
    ]);
    const found = [...(await listed()).values()].map(({ name, input_schema: schema }) => [
      name,
      Object.keys(schema.properties).map((field) =>
        schema.required.includes(field) ? field : `${field}?`,
      ),
    ]);
    expect(found).toEqual(meant);
  });

  test('has the limits of the contract', async () => {
    const abilities = await listed();
    const { query, limit } = abilities.get('itih/search')?.input_schema.properties ?? {};
    expect(query?.maxLength).toBe(searchRequest.shape.query.maxLength);
    expect(limit).toMatchObject({ type: 'integer', minimum: 1, maximum: 20 });
    const { question: asked, page_url } = abilities.get('itih/ask')?.input_schema.properties ?? {};
    expect(asked?.maxLength).toBe(settingsDefaults.chat.max_message_chars);
    expect(page_url?.maxLength).toBe(chatRequest.shape.page_url.unwrap().maxLength);
    const told = abilities.get('itih/ask')?.output_schema.properties.outcome?.enum;
    expect(told).toEqual(outcome.options.filter((name) => name !== 'failed'));
  });

  test('says that searching changes nothing, and that asking does', async () => {
    const annotations = [...(await listed()).values()].map(({ meta }) => meta.annotations);
    expect(annotations).toEqual([
      { readonly: true, destructive: false, idempotent: true },
      { readonly: false, destructive: false, idempotent: false },
    ]);
  });
});

describe('an administrator', () => {
  test('searches', async () => {
    const { status, body } = await search({ query: 'climbing the windmill' });
    expect(status).toBe(200);
    expect(body[0]).toEqual({
      title: 'Visiting the windmill',
      url: post.link,
      section: expect.stringContaining('Fees'),
      passage: expect.stringContaining('four crowns'),
      score: expect.any(Number),
    });
  });

  test('gets as many passages as asked for', async () => {
    expect((await search({ query: 'windmill' })).body.length).toBeGreaterThan(1);
    expect((await search({ query: 'windmill', limit: '1' })).body).toHaveLength(1);
  });

  test('finds nothing where there is nothing', async () => {
    expect(await search({ query: 'zzqx' })).toMatchObject({ status: 200, body: [] });
  });

  test('asks', async () => {
    const before = await conversations();
    expect(await ask({ question, page_url: post.link })).toMatchObject({
      status: 200,
      body: {
        answer: expect.stringContaining('four crowns'),
        sources: [{ n: 1, title: 'Visiting the windmill', url: post.link }],
        outcome: 'answered',
      },
    });
    expect(await conversations()).toBe(before + 1);
  });

  test('is told that there is no answer', async () => {
    const { body } = await ask({ question: 'Who composed the opera about zinc?' });
    expect(body).toEqual({ answer: expect.any(String), sources: [], outcome: 'refused' });
  });

  test('searches in PHP as the documentation shows', async () => {
    const example = examplesOf('docs/integrators.md', 'php').get('itih/search') ?? '';
    const printed = await runPhp<string>(
      `wp_set_current_user( 1 ); ob_start(); ${example.replace('opening hours', 'windmill')} return ob_get_clean();`,
    );
    expect(printed).toContain('Visiting the windmill: ');
  });

  test('cannot search by POST or ask by GET', async () => {
    const wrong = { status: 405, body: { code: 'rest_ability_invalid_method' } };
    expect(await rest('POST', `${root}/itih/search/run`, { input: {} })).toMatchObject(wrong);
    expect(await rest('GET', `${root}/itih/ask/run?input[question]=x`)).toMatchObject(wrong);
  });
});

describe('who may', () => {
  const refused = (status: number) => ({ status, body: { code: 'rest_ability_cannot_execute' } });

  test('a subscriber asks, and does not search', async () => {
    expect(await ask({ question, page_url: post.link }, subscriber.rest)).toMatchObject({
      status: 200,
      body: { outcome: 'answered' },
    });
    expect(await search({ query: 'windmill' }, subscriber.rest)).toMatchObject(refused(403));
    const editor = await login('editor');
    expect(await search({ query: 'windmill' }, editor.rest)).toMatchObject(refused(403));
  });

  test('nobody without a login', async () => {
    expect((await anonymous('GET', root)).status).toBe(401);
    expect(await ask({ question }, anonymous)).toMatchObject(refused(401));
    expect(await search({ query: 'windmill' }, anonymous)).toMatchObject(refused(401));
  });

  test.each([
    ['is switched off', { widget_enabled: false }, { widget_enabled: true }],
    ['is for others', { audience: 'logged_out' }, { audience: 'everyone' }],
  ])('nobody asks while the chat %s', async (_case, changed, restored) => {
    await saveSettings({ general: changed });
    try {
      for (const as of [subscriber.rest, rest]) {
        expect(await ask({ question }, as)).toMatchObject(refused(403));
      }
      expect((await search({ query: 'windmill' })).status).toBe(200);
    } finally {
      await saveSettings({ general: restored });
    }
  });

  test('nobody asks where WordPress has AI switched off', async () => {
    const may = await runPhp<boolean[]>(`
      wp_set_current_user( 1 );
      $before = \\Itih\\RagChat\\may_ask();
      add_filter( 'wp_supports_ai', '__return_false' );
      return array( $before, \\Itih\\RagChat\\may_ask() );`);
    expect(may).toEqual([true, false]);
  });
});

describe('an input that does not fit', () => {
  const invalid = { status: 400, body: { code: 'ability_invalid_input' } };

  test.each<[string, Record<string, string>]>([
    ['no query', {}],
    ['an empty query', { query: '' }],
    ['a long query', { query: 'x'.repeat(4001) }],
    ['no passages', { query: 'windmill', limit: '0' }],
    ['too many passages', { query: 'windmill', limit: '21' }],
    ['words for a number', { query: 'windmill', limit: 'many' }],
    ['an unknown field', { query: 'windmill', top_k: '3' }],
  ])('%s', async (_case, input) => {
    expect(await search(input)).toMatchObject(invalid);
  });

  test.each([
    ['no question', {}],
    ['a question that is a list', { question: ['x'] }],
    ['a long question', { question: 'x'.repeat(4001) }],
    ['a long address', { question, page_url: 'x'.repeat(2049) }],
    ['an unknown field', { question, session_id: 'x' }],
    ['nothing', null],
  ])('%s', async (_case, input) => {
    expect(await ask(input)).toMatchObject(invalid);
  });

  test('blanks are refused by the sidecar, in the contract’s words', async () => {
    expect(await ask({ question: ' ' })).toMatchObject({
      status: 400,
      body: { code: 'empty_message' },
    });
    expect(await search({ query: ' ' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  });
});

describe('a question counts as one of a visitor', () => {
  test('the limit of an address holds', async () => {
    await saveSettings({ limits: { per_ip_max: 1, per_ip_window_s: 60 } });
    try {
      const replies = [];
      for (let asked = 0; asked < 3; asked++) replies.push(await ask<Refusal>({ question }));
      const last = replies.at(-1);
      expect(last).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(last?.body.data.retry_after).toBeGreaterThan(0);
    } finally {
      await saveSettings({ limits: { per_ip_max: 0 } });
    }
  });

  test('it needs the user’s consent where the owner asks for it', async () => {
    const consent = 'Questions are kept for a week.';
    await saveSettings({ privacy: { consent_text: consent } });
    try {
      expect(await ask({ question })).toMatchObject({
        status: 403,
        body: { code: 'consent_required', data: { consent } },
      });
      expect((await ask({ question, consent: false })).status).toBe(403);
      expect((await ask({ question, consent: true })).status).toBe(200);
    } finally {
      await saveSettings({ privacy: { consent_text: '' } });
    }
  });
});

describe('without a sidecar', () => {
  beforeAll(() => sidecar.stop());

  const away = {
    status: 503,
    body: {
      code: 'sidecar_unavailable',
      message: 'The chat is not available right now. Please try again later.',
      data: { request_id: expect.any(String) },
    },
  };

  test('both say that it is away', async () => {
    expect(await search({ query: 'windmill' })).toMatchObject(away);
    expect(await ask({ question })).toMatchObject(away);
    expect(await ask({ question }, subscriber.rest)).toMatchObject(away);
  });

  test('only administrators learn what is wrong with the installation', async () => {
    const body = JSON.stringify({ code: 'invalid_signature', message: '', data: { status: 401 } });
    const server = createServer((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' }).end(body);
    });
    await new Promise<void>((done) => server.listen(stack().sidecarPort, '127.0.0.1', done));
    try {
      expect(await ask({ question })).toMatchObject({
        status: 401,
        body: { code: 'invalid_signature', message: expect.stringContaining('another secret') },
      });
      expect(await ask({ question }, subscriber.rest)).toMatchObject(away);
    } finally {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }
  });
});

test('WordPress complains of nothing', () => {
  expect(pluginComplaints()).toEqual([]);
  expect(
    debugLog()
      .slice(complaints)
      .filter((line) => line.includes('itih/')),
  ).toEqual([]);
});
