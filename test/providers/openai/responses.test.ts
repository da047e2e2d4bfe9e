import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { responsesModel } from '../../../server/providers/openai/responses.ts';
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
import { describeToolUse, type ScriptedAnswer } from '../../conformance/tool-use.ts';
import { describeVendorLanguageModel } from '../../conformance/vendor.ts';
import { answer, apiError, namedBehaviours } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, type OpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';
import type { ModelMessage, ModelRequest } from '../../../server/providers/language-model.ts';
import { sampleOf } from '../../full-runs.ts';

describe('the port', () => {
  // The first call loads the SDK, which no time limit of these tests should have to allow for.
  beforeAll(async () => void (await import('openai')));

  const connection = { provider: 'openai', apiKey: fakeApiKey, timeouts: patient } as const;

  function script(server: OpenAiServer, answers: readonly ScriptedAnswer[]): void {
    for (const { usage, ...said } of answers) {
      server.script(answer({ text: [], ...said, ...(usage && { counted: usage }) }));
    }
  }

  describeLanguageModel('openai, responses', async () => {
    const server = await startOpenAiServer({ delayMs: 2 });
    return {
      model: responsesModel({ ...connection, baseUrl: server.url, model: 'gpt-4o-mini' }),
      openCalls: server.openRequests,
      close: server.close,
    };
  });

  describeVendorLanguageModel('openai, responses', async (timeouts) => {
    const server = await startOpenAiServer();
    const at = { ...connection, baseUrl: server.url, model: 'gpt-4o-mini', timeouts };
    return {
      model: responsesModel(at),
      withoutKey: responsesModel({ ...at, apiKey: '' }),
      fail: (...faults) => server.script(...faults.map((fault) => namedBehaviours[fault]!)),
      requests: () => server.requests.length,
      openCalls: server.openRequests,
      apiKey: fakeApiKey,
      close: server.close,
    };
  });

  /** One of each kind: takes no tools with reasoning elsewhere, always reasons, may stop, reasons little. */
  describe.each(sampleOf(['gpt-6-astra', 'gpt-6-luna', 'gpt-5.1', 'gpt-5-mini', 'o3-mini']))(
    '%s',
    (model) => {
      describeToolUse(`openai, responses of ${model}`, async () => {
        const server = await startOpenAiServer();
        return {
          model: responsesModel({ ...connection, baseUrl: server.url, model }),
          answerWith: (...answers) => script(server, answers),
          close: server.close,
        };
      });
    },
  );

  describeCachedUsage('openai, responses', async () => {
    const server = await startOpenAiServer();
    return {
      model: responsesModel({ ...connection, baseUrl: server.url, model: 'gpt-4o-mini' }),
      answerWith: (...answers) => script(server, answers),
      close: server.close,
    };
  });

  /** The effort that a model is asked for without and with reasoning. */
  for (const [model, off, on] of [
    ['gpt-6-astra', 'low', 'low'],
    ['gpt-5.1', 'none', 'low'],
    ['gpt-5-mini', 'minimal', 'low'],
  ] as const) {
    const said = ({ reasoning }: Record<string, unknown>) =>
      (reasoning as { effort?: string } | undefined)?.effort;
    describeReasoning(`openai, responses of ${model}`, { said, off, on }, async () => {
      const server = await startOpenAiServer();
      return {
        model: responsesModel({ ...connection, baseUrl: server.url, model }),
        bodies: () => server.requests.map(({ body }) => body),
        close: server.close,
      };
    });
  }
});

describe('responses', () => {
  // The first call loads the SDK, which no time limit of these tests should have to allow for.
  beforeAll(async () => void (await import('openai')));

  let server: OpenAiServer;
  beforeEach(async () => {
    server = await startOpenAiServer({ models: { 'our-deployment': 0 } });
  });
  afterEach(() => server.close());

  let now = 0;
  const modelNamed = (model: string) =>
    responsesModel({
      provider: 'openai',
      apiKey: fakeApiKey,
      baseUrl: server.url,
      model,
      timeouts: patient,
      clock: () => now,
    });
  const request = groundedRequest(questions.hours);
  const tools = [{ name: 'find_stock', description: 'Finds.', inputSchema: { type: 'object' } }];
  const withTools: ModelRequest = { ...request, tools, toolChoice: 'auto' };
  const sent = () => server.requests.map(({ body }) => body);
  const toolCalls = [{ name: 'find_stock', input: { article: 'vase' } }];

  test('asks for a stream that is not kept', async () => {
    await collect(modelNamed('gpt-4o-mini'), withTools);
    expect(sent()).toEqual([
      {
        model: 'gpt-4o-mini',
        input: request.messages,
        stream: true,
        store: false,
        max_output_tokens: 500,
        temperature: 0,
        tools: [
          {
            type: 'function',
            name: 'find_stock',
            description: 'Finds.',
            parameters: { type: 'object', properties: {} },
            strict: false,
          },
        ],
      },
    ]);
  });

  test('tells the tokens that were written to the cache, which cost more', async () => {
    const counted = { prompt_tokens: 2000, completion_tokens: 9, cached_tokens: 0 };
    const usage = { ...counted, cache_write_tokens: 1500 };
    server.script(answer({ text: ['Yes.'], counted: usage }));
    const events = await collect(modelNamed('gpt-6-luna'), request);
    expect(events).toContainEqual({ type: 'usage', usage });
  });

  test.each([
    ['completed', 'stop'],
    ['incomplete', 'length'],
  ])('takes a response that comes as a whole, %s', async (status, reason) => {
    const content = [{ type: 'output_text', text: 'At seven.', annotations: [] }];
    const output = [{ type: 'message', role: 'assistant', id: 'msg_1', status, content }];
    const details = { incomplete_details: { reason: 'max_output_tokens' } };
    const usage = { input_tokens: 9, output_tokens: 3 };
    server.script({
      kind: 'raw',
      contentType: 'application/json',
      body: JSON.stringify({ object: 'response', status, output, usage, ...details }, null, 2),
    });
    expect(await collect(modelNamed('gpt-4o-mini'), request)).toEqual([
      { type: 'text', text: 'At seven.' },
      { type: 'usage', usage: { prompt_tokens: 9, completion_tokens: 3 } },
      { type: 'finish', reason },
    ]);
  });

  describe('reasoning', () => {
    test.each([
      ['gpt-6-luna', 'none', 500],
      ['gpt-5.1', 'none', 500],
      ['gpt-5-mini', 'minimal', 500 + 1024],
      ['gpt-6-astra', 'low', 500 + 4096],
      ['o3-mini', 'low', 500 + 4096],
    ])('that is not asked for is the least of %s: %s', async (model, effort, limit) => {
      await collect(modelNamed(model), withTools);
      expect(sent()).toHaveLength(1);
      expect(sent()[0]).toMatchObject({ reasoning: { effort }, max_output_tokens: limit });
      expect(sent()[0]).not.toHaveProperty('temperature');
      expect(sent()[0]).not.toHaveProperty('reasoning.summary');
    });

    test('goes back encrypted, before the call that it led to', async () => {
      server.script(
        answer({ reasoning: ['Hm.'], text: ['Wait.'], toolCalls }),
        answer({ text: 'Yes.' }),
      );
      const model = modelNamed('gpt-6-astra');
      const asked: ModelRequest = { ...withTools, reasoningEffort: 'low' };
      const events = await collect(model, asked);
      const calls = events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));
      const carried = events.flatMap((event) => (event.type === 'carry' ? [event.carried] : []));
      const turn: ModelMessage[] = [
        { role: 'assistant', content: textOf(events), toolCalls: calls, carried },
        { role: 'tool', callId: calls[0]!.id, name: 'find_stock', content: 'Three.', ok: true },
      ];
      const after = { ...asked, messages: [...request.messages, ...turn] };
      expect(textOf(await collect(model, after))).toBe('Yes.');
      const input = sent()[1]!['input'] as Record<string, unknown>[];
      expect(input.slice(2).map(({ type }) => type)).toEqual([
        'reasoning',
        'message',
        'function_call',
        'function_call_output',
      ]);
      expect(input[2]).toMatchObject({ encrypted_content: expect.stringMatching(/./) });
      expect(server.requests).toHaveLength(2);

      // Another account cannot read it: the calls are told without.
      server.script(
        apiError(400, {
          message: 'The encrypted content for item rs_1 could not be verified.',
          code: 'invalid_encrypted_content',
        }),
      );
      await collect(model, after);
      expect(JSON.stringify(sent().at(-1))).not.toContain('rs_');
      await collect(model, after);
      expect(JSON.stringify(sent().at(-1))).toContain('rs_');
    });

    test('of a model with a name that tells nothing is seen, then as little as possible', async () => {
      const reasoned = { type: 'reasoning', id: 'rs_1', summary: [] };
      const told = { type: 'message', content: [{ type: 'output_text', text: 'Yes.' }] };
      const completed = { type: 'response.completed', response: { output: [reasoned, told] } };
      server.script({
        kind: 'raw',
        contentType: 'text/event-stream',
        body: `data: ${JSON.stringify(completed)}\n\n`,
      });
      const model = modelNamed('our-deployment');
      expect(textOf(await collect(model, request))).toBe('Yes.');
      await collect(model, request);
      expect(sent()[0]).not.toHaveProperty('reasoning');
      expect(sent()[1]).toMatchObject({ reasoning: { effort: 'none' } });
    });

    test('that has left no room for a word is given room at once', async () => {
      const usage = { input_tokens: 9, output_tokens_details: { reasoning_tokens: 500 } };
      const incomplete_details = { reason: 'max_output_tokens' };
      const cut = {
        type: 'response.incomplete',
        response: { output: [], usage, incomplete_details },
      };
      server.script({
        kind: 'raw',
        contentType: 'text/event-stream',
        body: `data: ${JSON.stringify(cut)}\n\n`,
      });
      const events = await collect(modelNamed('our-deployment'), request);
      expect(textOf(events)).toContain('seven');
      expect(events.filter(({ type }) => type === 'finish')).toHaveLength(1);
      expect(sent()[1]).toMatchObject({ reasoning: { effort: 'none' } });
    });

    test('is left out where the model has none, for a day', async () => {
      const model = modelNamed('our-deployment');
      const asked: ModelRequest = { ...request, reasoningEffort: 'low' };
      await collect(model, asked);
      expect(sent().map((body) => 'reasoning' in body)).toEqual([true, false]);
      await collect(model, asked);
      expect(server.requests).toHaveLength(3);
      now += 24 * 3600 * 1000;
      await collect(model, asked);
      expect(server.requests).toHaveLength(5);
    });

    test('has no summary if the organisation is not verified', async () => {
      server.script(
        apiError(400, {
          message: 'Your organization must be verified to generate reasoning summaries.',
          param: 'reasoning.summary',
          code: 'unsupported_value',
        }),
      );
      await collect(modelNamed('o3-mini'), { ...request, reasoningEffort: 'low' });
      expect(sent().map(({ reasoning }) => reasoning)).toEqual([
        { effort: 'low', summary: 'auto' },
        { effort: 'low' },
      ]);
    });
  });

  test('calls although it may not: it is offered no tools', async () => {
    server.script(answer({ text: [], toolCalls }), answer({ text: 'Three.' }));
    const asked: ModelRequest = {
      ...withTools,
      toolChoice: 'none',
      messages: [
        ...request.messages,
        {
          role: 'assistant',
          content: '',
          toolCalls: [{ id: 'call_1', name: 'find_stock', input: {} }],
        },
        { role: 'tool', callId: 'call_1', name: 'find_stock', content: 'Three.', ok: true },
      ],
    };
    const events = await collect(modelNamed('gpt-4o-mini'), asked);
    expect(textOf(events)).toBe('Three.');
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
    expect(sent().map((body) => 'tools' in body)).toEqual([true, false]);
  });

  describe('the end', () => {
    const frames = (...events: object[]) => ({
      kind: 'raw' as const,
      contentType: 'text/event-stream',
      body: [': ping\n\n', ...events.map((event) => `data: ${JSON.stringify(event)}\n\n`)].join(''),
    });
    const text = { type: 'response.output_text.delta', output_index: 0, delta: 'Well' };
    const ask = () => collect(modelNamed('gpt-4o-mini'), request);

    test.each([
      ['length', 'length'],
      ['content_filter', 'refusal'],
    ])('is cut off: %s', async (finish, reason) => {
      server.script(answer({ text: 'Well', finish }));
      const events = await ask();
      expect(textOf(events)).toBe('Well');
      expect(events.at(-1)).toEqual({ type: 'finish', reason });
    });

    test('is a refusal in words', async () => {
      server.script(answer({ refusal: 'I cannot help with that.' }));
      const events = await ask();
      expect(textOf(events)).toBe('I cannot help with that.');
      expect(events.at(-1)).toEqual({ type: 'finish', reason: 'refusal' });
    });

    test('is a message that was not streamed', async () => {
      const item = { type: 'message', content: [{ type: 'output_text', text: 'Well' }] };
      server.script(frames({ type: 'response.completed', response: { output: [item] } }));
      expect(await ask()).toEqual([
        { type: 'text', text: 'Well' },
        { type: 'finish', reason: 'stop' },
      ]);
    });

    test.each([
      ['no end', [text], /stopped before the end/, true],
      [
        'a failure',
        [
          {
            type: 'response.failed',
            response: { error: { code: 'server_error', message: 'Oops.' } },
          },
        ],
        /Oops\./,
        true,
      ],
      [
        'a limit',
        [
          {
            type: 'response.failed',
            response: { error: { code: 'rate_limit_exceeded', message: 'Slow.' } },
          },
        ],
        /limits requests/,
        true,
      ],
      [
        'a policy',
        [{ type: 'error', code: 'invalid_prompt', message: 'Flagged.', param: null }],
        /refused the request/,
        false,
      ],
      [
        'a nested error',
        [text, { type: 'error', error: { message: 'Nested.' } }],
        /Nested\./,
        true,
      ],
    ])('is %s', async (_name, events, words, retryable) => {
      const broken = frames(...events);
      server.script(broken, broken, broken);
      await expect(ask()).rejects.toMatchObject({
        retryable,
        cause: { message: expect.stringMatching(words) },
      });
    });
  });
});
