import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AppError } from '../../../server/errors/app-error.ts';
import { chatCompletions } from '../../../server/providers/openai/chat-completions.ts';
import type { ModelEvent, ModelRequest } from '../../../server/providers/language-model.ts';
import type { OpenAiConnection } from '../../../server/providers/openai/connection.ts';
import { collect, groundedRequest, questions, textOf } from '../../conformance/language-model.ts';
import { expectAppError } from '../../conformance/vendor.ts';
import { patient } from '../../conformance/patience.ts';
import { answer, type Answer, apiError } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, type OpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';
import { type CompletionChunk, usageOf } from '../../../server/providers/openai/chat-reader.ts';

describe('chat completions', () => {
  // The first call loads the SDK, which no time limit of these tests should have to allow for.
  beforeAll(async () => void (await import('openai')));

  let server: OpenAiServer;
  beforeEach(async () => {
    server = await startOpenAiServer({ models: { local: 0 } });
  });
  afterEach(() => server.close());

  const request: ModelRequest = groundedRequest(questions.hours);

  function model(options: Partial<OpenAiConnection & { model: string }> = {}) {
    return chatCompletions({
      provider: 'openai',
      apiKey: fakeApiKey,
      baseUrl: server.url,
      model: 'gpt-4o-mini',
      timeouts: patient,
      ...options,
    });
  }

  const ask = (options: Partial<OpenAiConnection & { model: string }> = {}, asked = request) =>
    collect(model(options), asked);
  /** How many pieces the network has made of a text does not matter. */
  const joined = (events: readonly ModelEvent[]) =>
    events.reduce<ModelEvent[]>((all, event) => {
      const last = all.at(-1);
      const goesOn = last && 'text' in last && 'text' in event && last.type === event.type;
      if (!goesOn) return [...all, event];
      return [...all.slice(0, -1), { type: last.type, text: last.text + event.text }];
    }, []);
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => error as AppError,
    );

  describe('what it tells', () => {
    const cases: [string, Omit<Answer, 'kind'>, object[]][] = [
      [
        'reasoning apart from the answer, as DeepSeek and vLLM name it',
        { reasoning: ['Let me ', 'think.'], text: ['Yes.'] },
        [
          { type: 'reasoning', text: 'Let me think.' },
          { type: 'text', text: 'Yes.' },
          { type: 'finish', reason: 'stop' },
        ],
      ],
      [
        'reasoning as Groq and OpenRouter name it',
        { reasoning: ['Hm.'], reasoningField: 'reasoning', text: ['Yes.'] },
        [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'text', text: 'Yes.' },
          { type: 'finish', reason: 'stop' },
        ],
      ],
      [
        'reasoning that a model writes into its answer',
        { text: ['<thi', 'nk>Hm.</', 'think>\n\nYes.'] },
        [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'text', text: 'Yes.' },
          { type: 'finish', reason: 'stop' },
        ],
      ],
      [
        'that the answer is too long',
        { text: ['This is'], finish: 'length' },
        [
          { type: 'text', text: 'This is' },
          { type: 'finish', reason: 'length' },
        ],
      ],
      [
        'that the model declines',
        { refusal: 'I cannot.' },
        [
          { type: 'text', text: 'I cannot.' },
          { type: 'finish', reason: 'refusal' },
        ],
      ],
      [
        'that the answer was filtered',
        { text: ['Well, '], finish: 'content_filter' },
        [
          { type: 'text', text: 'Well, ' },
          { type: 'finish', reason: 'refusal' },
        ],
      ],
      [
        'an answer without a word',
        { text: [], finish: 'length' },
        [{ type: 'finish', reason: 'length' }],
      ],
      [
        'an unknown reason to stop as a stop',
        { text: ['Yes.'], finish: 'eos' },
        [
          { type: 'text', text: 'Yes.' },
          { type: 'finish', reason: 'stop' },
        ],
      ],
    ];
    test.each(cases)('%s', async (_name, behaviour, expected) => {
      server.script(answer({ ...behaviour, usage: 'none' }));
      expect(joined(await ask())).toEqual(expected);
    });

    test.each(['documented', 'every chunk', 'x_groq'] as const)(
      'the usage once, before the finish: %s',
      async (usage) => {
        server.script(answer({ text: ['12345678'], usage }));
        const [, counted, finish] = await ask();
        expect(counted).toMatchObject({ type: 'usage', usage: { completion_tokens: 2 } });
        expect(counted).not.toHaveProperty('usage.total_tokens');
        expect(finish).toEqual({ type: 'finish', reason: 'stop' });
      },
    );

    test.each([1, 2, 3, 7])(
      'characters that are split over writes of %i bytes',
      async (writeBytes) => {
        const text = 'Größe: 5 m² — 日本語 👩‍🚀 é';
        server.script(answer({ text, writeBytes, comments: true }));
        expect(textOf(await ask())).toBe(text);
      },
    );

    const whole = (message: object, finish_reason: string) => {
      const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };
      const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }];
      const body = JSON.stringify({ object: 'chat.completion', choices, usage }, null, 2);
      server.script({ kind: 'raw', contentType: 'application/json; charset=utf-8', body });
    };
    const usage = { prompt_tokens: 9, completion_tokens: 3 };

    test('an answer that comes as a whole although a stream was asked for', async () => {
      whole({ content: 'At seven.', reasoning_content: 'Hm.' }, 'length');
      expect(await ask({ provider: 'openai_compatible', model: 'local' })).toEqual([
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'At seven.' },
        { type: 'usage', usage },
        { type: 'finish', reason: 'length' },
      ]);
    });

    test('calls in such an answer, and text in parts', async () => {
      const call = { id: 'call_1', type: 'function', function: { name: 'stock', arguments: '{}' } };
      whole({ content: [{ type: 'text', text: 'I look.' }], tool_calls: [call] }, 'tool_calls');
      expect(await ask({ provider: 'openai_compatible', model: 'local' })).toEqual([
        { type: 'text', text: 'I look.' },
        { type: 'tool_call', call: { id: 'call_1', name: 'stock', input: {} } },
        { type: 'usage', usage },
        { type: 'finish', reason: 'tool_calls' },
      ]);
    });

    test('a complete answer, though its usage never comes', async () => {
      const head = '{"object":"chat.completion.chunk","choices":[{"index":0,';
      const frames = `data: ${head}"delta":{"content":"Yes."},"finish_reason":"stop"}]}\n\n`;
      const silent = http.createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(frames);
      });
      await once(silent.listen(0, '127.0.0.1'), 'listening');
      const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      try {
        expect(await ask({ baseUrl })).toEqual([
          { type: 'text', text: 'Yes.' },
          { type: 'finish', reason: 'stop' },
        ]);
      } finally {
        silent.closeAllConnections();
        silent.close();
      }
    });

    test.each(['data: 5\n\n', 'data: null\n\n', 'data: {"choices":null}\n\n', ': hello\n\n', ''])(
      'nonsense as an error: %j',
      async (body) => {
        server.script({ kind: 'raw', contentType: 'text/event-stream', body });
        const error = await failure(ask());
        expectAppError(error, { code: 'provider_error', retryable: true }, fakeApiKey);
      },
    );
  });

  describe('what it asks for', () => {
    const sent = () => server.requests.at(-1)?.body;
    const efforts = { ...request, reasoningEffort: 'low' as const };

    test('the messages, a stream and its usage', async () => {
      await ask();
      expect(sent()).toEqual({
        model: 'gpt-4o-mini',
        messages: request.messages,
        stream: true,
        stream_options: { include_usage: true },
        max_completion_tokens: 500,
        temperature: 0,
      });
    });

    test('of a reasoning model no temperature, and room to reason', async () => {
      await ask({ model: 'gpt-5-mini' }, efforts);
      expect(sent()).toMatchObject({ max_completion_tokens: 500 + 4096, reasoning_effort: 'low' });
      expect(sent()).not.toHaveProperty('temperature');
      await ask({ model: 'o3-mini' });
      expect(sent()).toMatchObject({ max_completion_tokens: 500 + 4096, reasoning_effort: 'low' });
      expect(server.requests).toHaveLength(2);
    });

    test('of a model that does not reason no effort', async () => {
      await ask({}, efforts);
      expect(sent()).not.toHaveProperty('reasoning_effort');
      expect(server.requests).toHaveLength(1);
    });

    test('of a compatible server the names that old ones know', async () => {
      await ask({ provider: 'openai_compatible', model: 'local' });
      expect(sent()).toMatchObject({ max_tokens: 500, temperature: 0 });
      expect(sent()).not.toHaveProperty('max_completion_tokens');
    });

    test('not again what a server has refused', async () => {
      await server.close();
      const refuses = ['stream_options', 'temperature', 'reasoning_effort', 'max_tokens'];
      server = await startOpenAiServer({ models: { local: 0 }, refuses });
      const compatible = model({ provider: 'openai_compatible', model: 'local' });
      await collect(compatible, efforts);
      expect(server.requests).toHaveLength(5);
      expect(sent()).toEqual({
        model: 'local',
        messages: request.messages,
        stream: true,
        max_completion_tokens: 500,
      });
      await collect(compatible, efforts);
      expect(server.requests).toHaveLength(6);
    });

    test('no less when a value is refused', async () => {
      server.script(
        apiError(400, {
          message: 'max_tokens is too large: 900000. This model supports at most 16384.',
          param: 'max_completion_tokens',
          code: 'invalid_value',
        }),
      );
      const error = await failure(ask());
      expectAppError(error, { code: 'provider_error', retryable: false }, fakeApiKey);
      expect(server.requests).toHaveLength(1);
    });

    test('nothing of the environment', async () => {
      const before = { ...process.env };
      process.env['OPENAI_ORG_ID'] = 'org-other';
      process.env['OPENAI_API_KEY'] = 'other-key';
      try {
        await ask({ provider: 'openai_compatible', apiKey: '', model: 'local' }).catch(
          () => undefined,
        );
      } finally {
        process.env = before;
      }
      expect(server.requests).toHaveLength(1);
      expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
      expect(server.requests[0]?.headers).not.toHaveProperty('openai-organization');
    });
  });

  describe('when it is told to wait', () => {
    const limited = (retryAfter: string) =>
      apiError(
        429,
        { message: 'Rate limit reached.', code: 'rate_limit_exceeded' },
        { 'retry-after': retryAfter },
      );

    test('waits as long as the vendor asks', async () => {
      server.script(limited('1'));
      const started = performance.now();
      expect(textOf(await ask())).toContain('seven');
      expect(performance.now() - started).toBeGreaterThan(990);
    });

    test.each(['6', new Date(Date.now() + 60_000).toUTCString()])('but not %s', async (value) => {
      server.script(limited(value));
      const error = await failure(ask());
      expectAppError(error, { code: 'overloaded', retryable: true }, fakeApiKey);
      expect(error?.retryAfter).toBeGreaterThan(5);
      expect(error?.toBody().data.retry_after).toBe(error?.retryAfter);
    });

    test('stops waiting when it is aborted', async () => {
      server.script(limited('5'));
      const reason = new Error('the visitor has left');
      const controller = new AbortController();
      const answered = collect(model(), request, controller.signal);
      setTimeout(() => controller.abort(reason), 50);
      await expect(answered).rejects.toBe(reason);
    });

    test('counts one time limit for all attempts', async () => {
      server.script(limited('5'), limited('5'));
      const started = performance.now();
      const error = await failure(ask({ timeouts: { ...patient, answerMs: 500, ownMs: 500 } }));
      expectAppError(error, { code: 'provider_timeout', retryable: true }, fakeApiKey);
      expect(performance.now() - started).toBeLessThan(4900);
    });

    test('has more patience with a model that was asked to reason', async () => {
      server.script(answer({ text: ['Yes.'], delayMs: 700 }));
      const asked = { ...request, reasoningEffort: 'high' as const };
      const options = { timeouts: { ...patient, answerMs: 500 }, model: 'o3-mini' };
      expect(textOf(await ask(options, asked))).toBe('Yes.');
    });

    test('does not count the time that the reader takes', async () => {
      server.script(answer({ text: ['one ', 'two ', 'three'] }));
      const slow = model({ timeouts: { ...patient, answerMs: 1500, idleMs: 300 } });
      let text = '';
      for await (const event of slow.stream(request, { signal: new AbortController().signal })) {
        if (event.type === 'text') text += event.text;
        await new Promise((resolve) => setTimeout(resolve, 600));
      }
      expect(text).toBe('one two three');
    });
  });

  test('says nothing more once it is aborted, though it has heard more', async () => {
    server.script(answer({ text: ['<think>Hm.</think>Yes.', ' Indeed.'] }));
    const controller = new AbortController();
    const reason = new Error('the visitor has left');
    const iterator = model().stream(request, controller)[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toEqual({ type: 'reasoning', text: 'Hm.' });
    controller.abort(reason);
    await expect(iterator.next()).rejects.toBe(reason);
  });

  describe('its connection', () => {
    test('is used again after a complete answer', async () => {
      const keeping = model();
      for (let round = 0; round < 3; round++) {
        await collect(keeping, request);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      expect(new Set(server.requests.map(({ connection }) => connection)).size).toBe(1);
    });

    test('is closed early only when the answer is given up', async () => {
      await ask();
      server.script(answer({ text: 'one two three four', delayMs: 20 }));
      for await (const event of model().stream(request, { signal: new AbortController().signal })) {
        if (event.type === 'text') break;
      }
      await server.requests[1]?.closed;
      expect(server.requests.map(({ closedEarly }) => closedEarly)).toEqual([false, true]);
    });

    test('leaves nothing on the signal of a long-lived caller', async () => {
      const { signal } = new AbortController();
      const added = jest.spyOn(signal, 'addEventListener');
      const removed = jest.spyOn(signal, 'removeEventListener');
      await collect(model(), request, signal);
      expect(added).toHaveBeenCalledTimes(1);
      expect(removed).toHaveBeenCalledTimes(1);
    });
  });

  describe('before it calls anybody', () => {
    test.each([
      ['an API key', { apiKey: '' }],
      ['an API key without odd characters', { apiKey: 'fake-key…' }],
      ['a base URL', { provider: 'openai_compatible' as const, baseUrl: '' }],
      ['a model', { model: '' }],
    ])('asks for %s', async (_what, options) => {
      const error = await failure(ask(options));
      expectAppError(error, { code: 'not_configured', retryable: false }, 'fake-key…');
      expect(server.requests).toHaveLength(0);
    });

    test('building one throws nothing', () => {
      expect(() => model({ apiKey: '', baseUrl: 'nonsense', model: '' })).not.toThrow();
    });

    test('takes a base URL that is none for an error', async () => {
      const error = await failure(ask({ baseUrl: 'http://' }));
      expectAppError(error, { code: 'provider_error', retryable: true }, fakeApiKey);
    });
  });

  test('hides a key that a server quotes', async () => {
    const apiKey = 'a-very-private-value';
    server.script();
    const quoting = await startOpenAiServer({ apiKey: null });
    quoting.script(apiError(401, { message: `Bearer ${apiKey} is not one of ours: ${apiKey}` }));
    const error = await failure(ask({ apiKey, baseUrl: quoting.url }));
    await quoting.close();
    expectAppError(error, { code: 'provider_error', retryable: false }, apiKey);
    expect((error?.cause as Error).message).toBe(
      'OpenAI refused the API key (401): Bearer [key] is not one of ours: [key]',
    );
  });

  test("a list with Gemini's error is read", async () => {
    const error = {
      code: 400,
      message: 'API key not valid. Please pass a valid API key.',
      status: 'INVALID_ARGUMENT',
    };
    server.script({ kind: 'error', status: 400, body: [{ error }] });
    await expect(ask()).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/refused the API key \(400\): API key not valid/) },
    });
  });
});

describe('usage', () => {
  const counts = { prompt_tokens: 2_000, completion_tokens: 40 };

  const cases: [string, CompletionChunk, object][] = [
    ['without details', { usage: counts }, counts],
    [
      'with tokens from the cache',
      { usage: { ...counts, prompt_tokens_details: { cached_tokens: 1_920 } } },
      { ...counts, cached_tokens: 1_920 },
    ],
    [
      'with tokens that were written to it',
      {
        usage: {
          ...counts,
          prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 1_500 },
        },
      },
      { ...counts, cached_tokens: 0, cache_write_tokens: 1_500 },
    ],
    [
      'of DeepSeek',
      { usage: { ...counts, prompt_cache_hit_tokens: 1_024 } },
      { ...counts, cached_tokens: 1_024 },
    ],
    [
      'of Groq',
      { x_groq: { usage: { ...counts, prompt_tokens_details: { cached_tokens: 512 } } } },
      { ...counts, cached_tokens: 512 },
    ],
    ['with empty details', { usage: { ...counts, prompt_tokens_details: null } }, counts],
    [
      'with a count that is no number of tokens',
      { usage: { ...counts, prompt_tokens_details: { cached_tokens: -3 } } },
      { ...counts, cached_tokens: 0 },
    ],
  ];

  test.each(cases)('the tokens of a completion %s', (_name, chunk, usage) => {
    expect(usageOf(chunk)).toEqual(usage);
  });
});
