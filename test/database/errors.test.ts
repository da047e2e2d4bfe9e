import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorBody } from '../../server/contract/errors.ts';
import { signatureHeaders, signedHeaders } from '../../server/wordpress/signature.ts';
import { fakeSite } from '../fakes/shim.ts';
import { oneDatabase, secret, startSidecar, type Sidecar } from './sidecar.ts';

describe.each(oneDatabase)('bad input on %s', (_name, databaseUrl) => {
  let sidecar: Sidecar;

  beforeAll(async () => {
    sidecar = await startSidecar(databaseUrl(), {
      ITIH_FIRST_TOKEN_SECONDS: '3',
      ITIH_IDLE_SECONDS: '0.5',
    });
    await sidecar.shim.admin('PUT', '/settings', {
      body: { limits: { per_ip_max: 0 }, chat: { strict: false } },
    });
  });
  afterAll(async () => sidecar.stop());

  /** The process stays up, and stays useful. Small talk would not reach the search or a model. */
  const stillAnswers = async () =>
    expect((await sidecar.shim.chat('When does the museum open?')).frames.at(-1)?.event).toBe(
      'done',
    );

  test.each([
    ['an empty message', { message: '   ' }, 400, 'empty_message'],
    ['a long message', { message: 'x'.repeat(4001) }, 400, 'message_too_long'],
    ['one megabyte', { message: 'x'.repeat(1024 * 1024) }, 413, 'too_large'],
    ['no JSON', '{"message":', 400, 'invalid_request'],
    ['a list', '[]', 400, 'invalid_request'],
    ['a number for a message', { message: 7 }, 400, 'invalid_request'],
    ['no message', {}, 400, 'invalid_request'],
    ['an object for a session', { message: 'Hi', session_id: {} }, 400, 'invalid_request'],
  ])('%s is answered with the contract’s error', async (_case, body, status, code) => {
    for (const path of ['/chat', '/chat/sync']) {
      const answer = await sidecar.shim.call('POST', path, { body });
      expect(errorBody.parse(answer.body)).toMatchObject({ code, data: { status } });
      expect(answer.status).toBe(status);
    }
    await stillAnswers();
  });

  test('each wrong field is named', async () => {
    const { body } = await sidecar.shim.call('POST', '/chat', { body: { message: 7 } });
    expect(body).toMatchObject({ data: { fields: { message: expect.any(String) } } });
  });

  test('unknown fields of a chat are ignored', async () => {
    const body = { message: 'Hello', history: [{ role: 'user', content: 'x' }], stream: 1 };
    expect((await sidecar.shim.call('POST', '/chat/sync', { body })).status).toBe(200);
  });

  test.each([
    ['GET', '/nothing', 404, 'not_found'],
    ['PATCH', '/chat', 404, 'not_found'],
    ['GET', '/documents/999999', 404, 'not_found'],
    ['GET', '/documents/abc', 404, 'not_found'],
    ['DELETE', '/documents/999999', 404, 'not_found'],
    ['POST', '/documents/999999/process', 404, 'not_found'],
  ])('%s %s is answered %i %s', async (method, path, status, code) => {
    const answer = await sidecar.shim.admin(method, path);
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
  });

  test.each(['/documents', '/settings', '/dashboard', '/status'])(
    'a visitor may not read %s',
    async (path) => {
      const answer = await sidecar.shim.call('GET', path);
      expect([answer.status, answer.body['code']]).toEqual([403, 'rest_forbidden']);
    },
  );

  test('only the shim itself sends events', async () => {
    const body = { events: [{ type: 'settings_changed' }] };
    expect((await sidecar.shim.admin('POST', '/events', { body })).status).toBe(403);
  });

  describe('signatures', () => {
    const call = () => sidecar.shim.signed('POST', '/chat/sync', { body: { message: 'Hello' } });
    const refused = async (init: RequestInit & { url: string }) => {
      const response = await fetch(init.url, init);
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        401,
        'invalid_signature',
      ]);
    };
    const withHeaders = (change: Record<string, string>) => {
      const init = call();
      return { ...init, headers: { ...(init.headers as Record<string, string>), ...change } };
    };

    test('an unsigned call is refused', () => refused({ ...call(), headers: {} }));
    test('another body is refused', () => refused({ ...call(), body: '{"message":"Bye"}' }));
    test('another query is refused', () => refused({ ...call(), url: call().url + '?a=1' }));
    test('another identity is refused', () =>
      refused(withHeaders({ [signatureHeaders.identity]: 'role=admin&user_id=1&ip=&locale=' })));

    test('a write can be sent once', async () => {
      const init = call();
      expect((await fetch(init.url, init)).status).toBe(200);
      await refused(init);
    });

    test('two minutes later a signature is worth nothing', () => {
      const init = call();
      const headers = signedHeaders(
        {
          method: 'POST',
          route: '/itih/v1/chat/sync',
          identity: { role: 'visitor', user_id: 0, ip: '192.0.2.1', locale: 'en_US' },
          body: init.body as string,
        },
        { ...fakeSite, secret },
        Date.now() - 120_000,
      );
      return refused({ ...init, headers });
    });
  });

  describe('a vendor that fails', () => {
    beforeAll(async () => sidecar.useOpenAi());

    test.each([
      ['unauthorised', 'provider_error', false],
      ['rate-limited', 'overloaded', true],
      ['out-of-credit', 'provider_error', false],
      ['server-error', 'provider_error', true],
      ['hang', 'provider_timeout', true],
      ['hang-after-headers', 'provider_timeout', true],
      ['garbage', 'provider_error', true],
      ['html', 'provider_error', true],
      ['reset', 'provider_error', true],
    ])('%s: an error event %s, and the question is kept', async (behaviour, code, retryable) => {
      const { frames, session } = await sidecar.shim.chat(`Tell me [[fake:${behaviour}]]`);
      const events = frames.map(({ data }) => data);
      expect(events.map(({ type }) => type)).toEqual(['meta', 'status', 'error', 'done']);
      expect(events[2]).toMatchObject({ code, retryable });
      expect(JSON.stringify(events)).not.toMatch(/fake-key|org-fake|platform\.openai/);
      const { body } = await sidecar.shim.call<{ turns: { content: string }[] }>(
        'GET',
        '/history',
        {
          query: { session_id: session?.id ?? '' },
          headers: { 'x-itih-secret': session?.secret ?? '' },
        },
      );
      expect(body.turns[0]?.content).toContain('Tell me');
    });

    test.each(['stall', 'cut', 'error-frame'])(
      '%s: what came before is kept',
      async (behaviour) => {
        const { frames, text, session } = await sidecar.shim.chat(`Tell me [[fake:${behaviour}]]`);
        expect(text).toContain('This answer');
        expect(frames.at(-2)?.event).toBe('error');
        expect(frames.at(-1)?.data).toMatchObject({ type: 'done', finish_reason: 'error' });
        const { body } = await sidecar.shim.call<{ turns: { content: string }[] }>(
          'GET',
          '/history',
          {
            query: { session_id: session?.id ?? '' },
            headers: { 'x-itih-secret': session?.secret ?? '' },
          },
        );
        expect(body.turns[1]?.content).toContain('This answer');
      },
    );

    test('a cap on tokens stops before the vendor is called', async () => {
      const limits = (daily_tokens: number) =>
        sidecar.shim.admin('PUT', '/settings', { body: { limits: { daily_tokens } } });
      await limits(10);
      const calls = sidecar.openai.requests.length;
      const body = { message: 'Tell me everything' };
      const { status, body: refused } = await sidecar.shim.call('POST', '/chat/sync', { body });
      expect([status, refused['code']]).toEqual([429, 'budget_exhausted']);
      expect(sidecar.openai.requests).toHaveLength(calls);
      await limits(0);
    });

    test('the synchronous chat answers with the status', async () => {
      const body = { message: 'Tell me [[fake:server-error]]' };
      const answer = await sidecar.shim.call('POST', '/chat/sync', { body });
      expect([answer.status, answer.body['code']]).toEqual([502, 'provider_error']);
    });
  });

  test('the limit for one address holds, and says when to come back', async () => {
    await sidecar.shim.admin('PUT', '/settings', {
      body: { limits: { per_ip_max: 2, per_ip_window_s: 3600 }, llm: { provider: 'builtin' } },
    });
    const ask = async (ip: string) =>
      sidecar.shim.call('POST', '/chat/sync', { ip, body: { message: 'Hello' } });
    // Both are one subscriber's network.
    expect((await ask('2001:db8:1:2::1')).status).toBe(200);
    expect((await ask('2001:db8:1:2:ffff::9')).status).toBe(200);
    const third = await ask('2001:db8:1:2::1');
    expect([third.status, third.body['code']]).toEqual([429, 'rate_limited']);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('2001:db8:1:3::1')).status).toBe(200);
  });
});
