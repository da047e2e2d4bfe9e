import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import net from 'node:net';
import { anthropic, listAnthropicModels } from './anthropic.ts';
import type { ModelMessage, ModelRequest } from '../language-model.ts';
import {
  answered,
  collect,
  describeVendorModel,
  groundedRequest,
  questions,
  reasoningOf,
  textOf,
} from '../../../test/conformance/language-model.ts';
import { caught, patient } from '../../../test/conformance/vendor.ts';
import { sampleOf } from '../../../test/full-runs.ts';
import { type Answer, answer, apiError, faults } from '../../../test/fakes/anthropic-behaviours.ts';
import { anthropicModels } from '../../../test/fakes/anthropic-models.ts';
import { anthropicKey, startAnthropicServer } from '../../../test/fakes/anthropic-server.ts';
import { rawJson } from '../../../test/fakes/vendor-server.ts';

// The first call loads the SDK, which no time limit of these tests should have to allow for.
beforeAll(async () => void (await import('@anthropic-ai/sdk')));

describeVendorModel(
  'anthropic',
  {
    start: startAnthropicServer,
    apiKey: anthropicKey,
    // Anthropic says `overloaded` with a status of its own; see below.
    faults: { ...faults, overloaded: faults['gateway-timeout'] },
    answer,
  },
  anthropic,
  'claude-sonnet-5',
  {
    // One of each way to think.
    tools: sampleOf(
      ['claude-opus-5-5', 'claude-haiku-4-5-20251001', 'claude-opus-4-8', 'claude-sonnet-4-6'],
      2,
    ),
    reasoning: [
      ['claude-haiku-4-5-20251001', undefined, 'enabled'],
      ['claude-sonnet-5', 'disabled', 'adaptive'],
      ['claude-opus-5-5', 'low', 'adaptive'],
    ],
    said: ({ thinking, output_config }) =>
      (thinking as { type: string } | undefined)?.type ??
      (output_config as { effort: string } | undefined)?.effort,
    tellsCache: true,
  },
);

describe('a model', () => {
  let server: Awaited<ReturnType<typeof startAnthropicServer>>;
  beforeEach(async () => {
    server = await startAnthropicServer();
  });
  afterEach(() => server.close());

  const make = (model: string, clock: () => number = Date.now) =>
    anthropic({ apiKey: anthropicKey, baseUrl: server.url, model, timeouts: patient, clock });
  const failure = (model = make('claude-sonnet-5')) =>
    caught(collect(model, groundedRequest(questions.hours)));

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

  test.each(['rate-limited', 'overloaded'] as const)('is overloaded: %s', async (fault) => {
    server.script(faults[fault], faults[fault], faults[fault]);
    expect(await failure()).toMatchObject({
      code: 'overloaded',
      retryable: true,
      ...(fault === 'rate-limited' && { retryAfter: 20 }),
    });
    expect(server.requests).toHaveLength(fault === 'rate-limited' ? 1 : 3);
  });

  test.each([
    ['overloaded_error', 'overloaded', true],
    ['timeout_error', 'provider_error', true],
    ['invalid_request_error', 'provider_error', false],
    ['error_of_tomorrow', 'provider_error', true],
  ])('tells of an error in the middle: %s', async (error, code, retryable) => {
    server.script(answer({ text: ['This ', 'answer '], then: { error } }));
    expect(await failure()).toMatchObject({ code, retryable });
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
    expect(await failure()).toMatchObject({ code: 'provider_error' });
  });

  test('says in the cause, for the owner, what Anthropic said, and never the key', async () => {
    server.script(apiError(400, 'invalid_request_error', `not a valid request of ${anthropicKey}`));
    expect(await failure()).toMatchObject({
      cause: {
        message: 'Anthropic refused the request (400): not a valid request of [key]',
        code: 'invalid_request_error',
        requestId: 'req_fake',
      },
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
    const model = make('claude-sonnet-4-6', () => now);
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

  test.each<[string, string, ModelRequest['reasoningEffort'], Partial<Answer>, string, string[]]>([
    [
      'between what it says and calls',
      'claude-haiku-4-5-20251001',
      'low',
      { text: ['One ', 'moment.'], secondThought: ['So.'] },
      'Hm.So.',
      ['thinking', 'text', 'thinking', 'tool_use'],
    ],
    [
      'that nobody can read',
      'claude-opus-5-5',
      'low',
      { redacted: true },
      '',
      ['redacted_thinking', 'tool_use'],
    ],
    [
      'that nobody asked for, and that is silent',
      'claude-opus-5-5',
      null,
      {},
      '',
      ['thinking', 'tool_use'],
    ],
  ])('brings back thinking %s', async (_name, of, reasoningEffort, said, shown, types) => {
    const toolCalls = [{ name: 'find_stock', input: {} }];
    server.script(answer({ reasoning: ['Hm.'], toolCalls, ...said }), answer({ text: ['Yes.'] }));
    const model = make(of);
    const ask = (messages: ModelMessage[] = []) =>
      collect(model, { ...asking(messages), reasoningEffort });
    const events = await ask();
    expect(reasoningOf(events)).toBe(shown);
    expect(textOf(await ask(answered(events)))).toBe('Yes.');
    const { messages } = server.requests[1]!.body as { messages: { content: object[] }[] };
    expect(messages[1]!.content).toMatchObject(types.map((type) => ({ type })));
  });
});

describe('the list of models', () => {
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
  const body = (value: unknown) => (server: Server) => server.script(rawJson(value));

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

  test('does not read a list that never ends to its end', async () => {
    const page = { data: [{ id: 'claude-a' }], has_more: true, last_id: 'claude-a' };
    const { requests } = await list((server) => {
      for (let n = 0; n < 20; n++) body(page)(server);
    });
    expect(requests).toBe(10);
  });
});
