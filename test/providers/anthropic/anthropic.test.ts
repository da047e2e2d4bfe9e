import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { anthropic, listAnthropicModels } from '../../../server/providers/anthropic/anthropic.ts';
import { describeCachedUsage } from '../../conformance/cached-usage.ts';
import {
  collect,
  describeLanguageModel,
  groundedRequest,
  questions,
  textOf,
} from '../../conformance/language-model.ts';
import { patient } from '../../conformance/patience.ts';
import { describeReasoning } from '../../conformance/reasoning.ts';
import { describeToolUse } from '../../conformance/tool-use.ts';
import { describeVendorLanguageModel } from '../../conformance/vendor.ts';
import { answer, apiError, faults } from '../../fakes/anthropic-behaviours.ts';
import { anthropicKey, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type {
  LanguageModel,
  ModelMessage,
  ModelRequest,
} from '../../../server/providers/language-model.ts';
import { anthropicModels } from '../../fakes/anthropic-models.ts';

describe('the port', () => {
  // The first call loads the SDK, which no time limit of these tests should have to allow for.
  beforeAll(async () => void (await import('@anthropic-ai/sdk')));

  describeLanguageModel('anthropic', async () => {
    const server = await startAnthropicServer({ delayMs: 2 });
    return {
      model: anthropic({ apiKey: anthropicKey, baseUrl: server.url, model: 'claude-sonnet-5' }),
      openCalls: server.openRequests,
      close: server.close,
    };
  });

  describeVendorLanguageModel('anthropic', async (timeouts) => {
    const server = await startAnthropicServer();
    const connection = { baseUrl: server.url, model: 'claude-haiku-4-5-20251001', timeouts };
    // Anthropic says `overloaded` with a status of its own; see anthropic.test.ts.
    const theirs = { ...faults, overloaded: faults['gateway-timeout'] };
    return {
      model: anthropic({ ...connection, apiKey: anthropicKey }),
      withoutKey: anthropic({ ...connection, apiKey: '' }),
      fail: (...wanted) => server.script(...wanted.map((fault) => theirs[fault])),
      requests: () => server.requests.length,
      openCalls: server.openRequests,
      apiKey: anthropicKey,
      close: server.close,
    };
  });

  for (const model of [
    'claude-opus-5-5',
    'claude-opus-4-8',
    'claude-sonnet-4-6',
    'claude-haiku-4-5-20251001',
  ]) {
    describeToolUse(`anthropic, ${model}`, async () => {
      const server = await startAnthropicServer();
      return {
        model: anthropic({ apiKey: anthropicKey, baseUrl: server.url, model, timeouts: patient }),
        answerWith: (...answers) => server.script(...answers.map((one) => answer(one))),
        close: server.close,
      };
    });
  }

  describeCachedUsage('anthropic', async () => {
    const server = await startAnthropicServer();
    return {
      model: anthropic({ apiKey: anthropicKey, baseUrl: server.url, model: 'claude-sonnet-5' }),
      answerWith: (...answers) => server.script(...answers.map((one) => answer(one))),
      close: server.close,
    };
  });

  /** Reasoning as a model is told, without and with it. */
  for (const [model, off, on] of [
    ['claude-haiku-4-5-20251001', undefined, 'enabled'],
    ['claude-sonnet-5', 'disabled', 'adaptive'],
    ['claude-opus-5-5', 'low', 'adaptive'],
  ] as const) {
    const said = ({ thinking, output_config }: Record<string, unknown>) =>
      (thinking as { type: string } | undefined)?.type ??
      (output_config as { effort: string } | undefined)?.effort;
    describeReasoning(`anthropic, ${model}`, { said, off, on }, async () => {
      const server = await startAnthropicServer();
      return {
        model: anthropic({ apiKey: anthropicKey, baseUrl: server.url, model, timeouts: patient }),
        bodies: () => server.requests.map(({ body }) => body),
        close: server.close,
      };
    });
  }
});

describe('a model', () => {
  beforeAll(async () => void (await import('@anthropic-ai/sdk')));

  let server: Awaited<ReturnType<typeof startAnthropicServer>>;
  beforeEach(async () => {
    server = await startAnthropicServer();
  });
  afterEach(() => server.close());

  const make = (
    model: string,
    baseUrl = server.url,
    apiKey = anthropicKey,
    clock: () => number = Date.now,
  ) => anthropic({ apiKey, baseUrl, model, timeouts: patient, clock });
  const sent = (index = -1) => server.requests.at(index)!;
  const failure = (model: LanguageModel) =>
    collect(model, groundedRequest(questions.hours)).then(
      () => undefined,
      (error: unknown) => error,
    );

  const tools = [{ name: 'find_stock', description: 'Finds it.', inputSchema: { type: 'object' } }];
  const asking = (messages: ModelMessage[] = []): ModelRequest => {
    const request = groundedRequest('Is the blue vase in stock?');
    return {
      ...request,
      tools,
      toolChoice: 'auto',
      reasoningEffort: 'low',
      messages: [...request.messages, ...messages],
    };
  };

  test('says who it is and which version it speaks', async () => {
    await collect(make('claude-sonnet-5'), groundedRequest(questions.hours));
    expect(sent()).toMatchObject({ method: 'POST', path: '/v1/messages' });
    expect(sent().headers).toMatchObject({
      authorization: `Bearer ${anthropicKey}`,
      'anthropic-version': '2026-10-21',
    });
  });

  test.each(['/v1/', '/v1/messages'])('takes an address with %s in it, too', async (path) => {
    const model = make('claude-sonnet-5', `${server.url}${path}`);
    expect(textOf(await collect(model, groundedRequest(questions.hours)))).toContain('seven');
  });

  test('uses a connection again', async () => {
    const model = make('claude-sonnet-5');
    await collect(model, groundedRequest(questions.hours));
    await collect(model, groundedRequest(questions.hours));
    expect(new Set(server.requests.map(({ connection }) => connection)).size).toBe(1);
  });

  test.each(['rate-limited', 'overloaded'] as const)('is overloaded: %s', async (fault) => {
    server.script(faults[fault], faults[fault], faults[fault]);
    expect(await failure(make('claude-sonnet-5'))).toMatchObject({
      code: 'overloaded',
      retryable: true,
      ...(fault === 'rate-limited' && { retryAfter: 20 }),
    });
    expect(server.requests).toHaveLength(fault === 'rate-limited' ? 1 : 3);
  });

  test.each([
    ['overloaded_error', 'overloaded', true],
    ['rate_limit_error', 'overloaded', true],
    ['timeout_error', 'provider_error', true],
    ['invalid_request_error', 'provider_error', false],
    ['error_of_tomorrow', 'provider_error', true],
  ])('tells of an error in the middle: %s', async (error, code, retryable) => {
    server.script(answer({ text: ['This ', 'answer '], then: { error } }));
    expect(await failure(make('claude-sonnet-5'))).toMatchObject({ code, retryable });
  });

  test('asks again when the first thing that comes is an error', async () => {
    const frame = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error"}}\n\n';
    server.script({ kind: 'raw', contentType: 'text/event-stream', body: frame });
    const events = await collect(make('claude-sonnet-5'), groundedRequest(questions.hours));
    expect(textOf(events)).toContain('seven');
    expect(server.requests).toHaveLength(2);
  });

  test('takes pings alone for no answer', async () => {
    server.script({
      kind: 'raw',
      contentType: 'text/event-stream',
      body: 'event: ping\ndata: {"type": "ping"}\n\n'.repeat(3),
    });
    expect(await failure(make('claude-sonnet-5'))).toMatchObject({ code: 'provider_error' });
  });

  test('has patience while pings come between two pieces of an answer', async () => {
    const frame = (event: { type: string; [field: string]: unknown }) =>
      `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
    const usage = { input_tokens: 3, output_tokens: 1 };
    const start = { type: 'message_start', message: { content: [], stop_reason: null, usage } };
    const block = {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'text', text: '' },
    };
    const text = {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: 'Yes.' },
    };
    const end = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage };
    async function respond(response: ServerResponse): Promise<void> {
      response.setHeader('content-type', 'text/event-stream');
      response.write(frame(start) + frame(block));
      for (let pings = 0; pings < 6; pings++) {
        await setTimeout(300);
        response.write(frame({ type: 'ping' }));
      }
      response.end(
        [text, { type: 'content_block_stop', index: 0 }, end].map(frame).join('') +
          frame({ type: 'message_stop' }),
      );
    }
    const slow = createServer((_request, response) => void respond(response)).listen(
      0,
      '127.0.0.1',
    );
    await once(slow, 'listening');
    const { port } = slow.address() as AddressInfo;
    const listener = anthropic({
      apiKey: anthropicKey,
      baseUrl: `http://127.0.0.1:${port}`,
      model: 'claude-sonnet-5',
      timeouts: { idleMs: 1500, retryDelayMs: 5 },
    });
    const said = await collect(listener, groundedRequest(questions.hours));
    slow.close();
    expect(textOf(said)).toBe('Yes.');
  });

  test('says in the cause, for the owner, what Anthropic said, and never the key', async () => {
    server.script(apiError(400, 'invalid_request_error', `not a valid request of ${anthropicKey}`));
    expect(await failure(make('claude-sonnet-5'))).toMatchObject({
      cause: {
        message: 'Anthropic refused the request (400): not a valid request of [key]',
        code: 'invalid_request_error',
        requestId: 'req_fake',
      },
    });
  });

  test.each([
    ['<!doctype html><p>Bad gateway</p>', 'Anthropic failed to answer (501).'],
    ['', 'Anthropic failed to answer (501).'],
    ['no route', 'Anthropic failed to answer (501).'],
  ])('quotes nothing that is not in the format of Anthropic: %j', async (body, message) => {
    server.script({ kind: 'raw', status: 501, contentType: 'text/html', body });
    expect(await failure(make('claude-sonnet-5'))).toMatchObject({ cause: { message } });
  });

  test('does not find a server that is none', async () => {
    const nobody = await startAnthropicServer();
    await nobody.close();
    expect(await failure(make('claude-sonnet-5', nobody.url))).toMatchObject({
      code: 'provider_error',
      cause: { message: expect.stringContaining('cannot be reached') },
    });
  });

  test('does not wait for a server that never takes a connection', async () => {
    const silent = net.createServer((socket) => socket.on('error', () => undefined).resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as net.AddressInfo;
    const connection = { apiKey: anthropicKey, baseUrl: `https://127.0.0.1:${port}` };
    const short = { connectMs: 30, retryDelayMs: 5 };
    const model = anthropic({ ...connection, model: 'claude-sonnet-5', timeouts: short });
    expect(await failure(model)).toMatchObject({ code: 'provider_timeout', retryable: true });
    await new Promise((resolve) => silent.close(resolve));
  });

  test('finds out once a day that a model thinks in another way', async () => {
    const refusal = apiError(
      400,
      'invalid_request_error',
      'adaptive thinking is not supported on this model',
    );
    let now = 0;
    const model = make('claude-sonnet-4-6', server.url, anthropicKey, () => now);
    server.script(refusal);
    await collect(model, asking());
    await collect(model, asking());
    now = 25 * 3600 * 1000;
    await collect(model, asking());
    const modes = server.requests.map(({ body }) => (body['thinking'] as { type: string }).type);
    expect(modes).toEqual(['adaptive', 'enabled', 'enabled', 'adaptive']);
  });

  test('keeps a model from thinking in the way that it accepts', async () => {
    const refusal = apiError(
      400,
      'invalid_request_error',
      '"thinking.type.disabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    );
    const model = make('claude-sonnet-5');
    server.script(refusal);
    const request = { ...asking(), reasoningEffort: null };
    await collect(model, request);
    await collect(model, request);
    expect(server.requests.map(({ body }) => body['thinking'] ?? body['output_config'])).toEqual([
      { type: 'disabled' },
      { effort: 'low' },
      { effort: 'low' },
    ]);
  });

  test('asks for fewer tokens when that is the most there is', async () => {
    const request = { ...groundedRequest(questions.hours), maxTokens: 200_000 };
    await collect(make('claude-sonnet-4-6'), request);
    expect(server.requests.map(({ body }) => body['max_tokens'])).toEqual([200_000, 128_000]);
  });

  test('asks for no more tokens than the table knows that there are', async () => {
    const request = { ...groundedRequest(questions.hours), maxTokens: 100_000 };
    await collect(make('claude-haiku-4-5-20251001'), request);
    expect(server.requests.map(({ body }) => body['max_tokens'])).toEqual([64_000]);
  });

  const models = ['claude-opus-5-5', 'claude-haiku-4-5-20251001'];

  test.each(models)('brings back thinking between what it says and calls: %s', async (name) => {
    const toolCalls = [{ name: 'find_stock', input: {} }];
    server.script(
      answer({ reasoning: ['Hm.'], text: ['One ', 'moment.'], secondThought: ['So.'], toolCalls }),
      answer({ text: ['Yes.'] }),
    );
    const model = make(name);
    const events = await collect(model, asking());
    expect(events.filter(({ type }) => type === 'reasoning')).toHaveLength(2);
    expect(textOf(await collect(model, asking(told(events))))).toBe('Yes.');
    const { content } = (sent().body['messages'] as { content: { type: string }[] }[])[1]!;
    expect(content.map(({ type }) => type)).toEqual(['thinking', 'text', 'thinking', 'tool_use']);
  });

  test.each(models)('brings back thinking that nobody can read: %s', async (name) => {
    const toolCalls = [{ name: 'find_stock', input: {} }];
    server.script(
      answer({ reasoning: ['Hm.'], redacted: true, toolCalls }),
      answer({ text: ['Yes.'] }),
    );
    const model = make(name);
    const events = await collect(model, asking());
    expect(events.some(({ type }) => type === 'reasoning')).toBe(false);
    expect(textOf(await collect(model, asking(told(events))))).toBe('Yes.');
  });

  test('brings back silent thinking that nobody asked for', async () => {
    const toolCalls = [{ name: 'find_stock', input: {} }];
    server.script(answer({ reasoning: ['Hm.'], toolCalls }), answer({ text: ['Yes.'] }));
    const model = make('claude-opus-5-5');
    const ask = (messages: ModelMessage[] = []) =>
      collect(model, { ...asking(messages), reasoningEffort: null });
    const events = await ask();
    expect(events.some(({ type }) => type === 'reasoning')).toBe(false);
    expect(textOf(await ask(told(events)))).toBe('Yes.');
  });

  test('the fake refuses thinking that was left out or changed', async () => {
    const toolCalls = [{ name: 'find_stock', input: {} }];
    server.script(answer({ reasoning: ['Hm.'], toolCalls }));
    const model = make('claude-opus-5-5');
    const [turn, ...results] = told(await collect(model, asking()));
    const without = { ...turn, carried: [] } as ModelMessage;
    await expect(collect(model, asking([without, ...results]))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('cannot be modified') },
    });
    const forged = JSON.parse(JSON.stringify(turn).replace('Hm.', 'Ha.')) as ModelMessage;
    await expect(collect(model, asking([forged, ...results]))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('Invalid `signature`') },
    });
  });

  function told(events: Awaited<ReturnType<typeof collect>>): ModelMessage[] {
    const calls = events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));
    return [
      {
        role: 'assistant',
        content: textOf(events),
        toolCalls: calls,
        carried: events.flatMap((event) => (event.type === 'carry' ? [event.carried] : [])),
      },
      ...calls.map(({ id, name }): ModelMessage => ({
        role: 'tool',
        callId: id,
        name,
        content: 'Three.',
        ok: true,
      })),
    ];
  }
});

describe('the list of models', () => {
  beforeAll(async () => void (await import('@anthropic-ai/sdk')));

  const { signal } = new AbortController();
  type Server = Awaited<ReturnType<typeof startAnthropicServer>>;

  async function list(prepare: (server: Server) => void = () => undefined, pageSize = 1000) {
    const server = await startAnthropicServer({ pageSize });
    prepare(server);
    const connection = { apiKey: anthropicKey, baseUrl: server.url, timeouts: { retryDelayMs: 5 } };
    const models = listAnthropicModels(connection, signal);
    return models
      .then((choices) => ({ choices, requests: server.requests.length }))
      .finally(server.close);
  }
  const body = (value: unknown) => (server: Server) =>
    server.script({ kind: 'raw', contentType: 'application/json', body: JSON.stringify(value) });

  const all = Object.entries(anthropicModels).map(([id, { name }]) => ({ id, label: name }));

  test('lists all, by the names that people know', async () => {
    expect(await list()).toEqual({ choices: all, requests: 1 });
  });

  test('goes on where a page ends', async () => {
    expect(await list(undefined, 2)).toEqual({ choices: all, requests: 3 });
  });

  test('needs no names, and leaves out what has no id', async () => {
    const data = [
      { id: 'claude-a' },
      null,
      { display_name: 'B' },
      { id: 'claude-c', display_name: '' },
    ];
    const { choices } = await list(body({ data, has_more: true, last_id: null }));
    expect(choices).toEqual([
      { id: 'claude-a', label: 'claude-a' },
      { id: 'claude-c', label: 'claude-c' },
    ]);
  });

  test.each([['nonsense'], [{ data: 'x' }], [null], [[]]])(
    'takes no list for: %j',
    async (value) => {
      await expect(list(body(value))).rejects.toMatchObject({ code: 'provider_error' });
    },
  );

  test('does not read a list that never ends to its end', async () => {
    const page = { data: [{ id: 'claude-a' }], has_more: true, last_id: 'claude-a' };
    const { requests } = await list((server) => {
      for (let n = 0; n < 20; n++) body(page)(server);
    });
    expect(requests).toBe(10);
  });

  test('asks again after a passing failure, and needs a key', async () => {
    const { choices } = await list((server) => server.script({ kind: 'reset' }));
    expect(choices).toEqual(all);
    await expect(listAnthropicModels({ apiKey: '', baseUrl: '' }, signal)).rejects.toMatchObject({
      code: 'not_configured',
    });
  });
});
