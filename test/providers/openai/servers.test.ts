import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { chatCompletions } from '../../../server/providers/openai/chat-completions.ts';
import type { OpenAiVendor } from '../../../server/providers/openai/connection.ts';
import { describeCachedUsage } from '../../conformance/cached-usage.ts';
import {
  collect,
  describeLanguageModel,
  groundedRequest,
  questions,
  textOf,
} from '../../conformance/language-model.ts';
import { describeReasoning } from '../../conformance/reasoning.ts';
import { describeVendorLanguageModel } from '../../conformance/vendor.ts';
import { answer, apiError, namedBehaviours } from '../../fakes/openai-behaviours.ts';
import { fakeApiKey, type OpenAiServer, startOpenAiServer } from '../../fakes/openai-server.ts';
import type { PresetId } from '../../../server/contract/presets.ts';
import { findPreset } from '../../../server/providers/model-traits.ts';
import { presetDialects } from '../../fakes/preset-rules.ts';
import type { ModelRequest } from '../../../server/providers/language-model.ts';
import { patient } from '../../conformance/patience.ts';
import { sampleOf } from '../../full-runs.ts';

describe('the port', () => {
  // The first call loads the SDK, which no time limit of these tests should have to allow for.
  beforeAll(async () => void (await import('openai')));

  const vendors: readonly OpenAiVendor[] = ['openai', 'groq', 'openai_compatible'];

  for (const provider of sampleOf(vendors)) {
    const name = `${provider}, chat completions` as const;
    const model = 'gpt-4o-mini';

    describeLanguageModel(name, async () => {
      const server = await startOpenAiServer({ delayMs: 2 });
      const connection = { provider, apiKey: fakeApiKey, baseUrl: server.url, model };
      return {
        model: chatCompletions(connection),
        openCalls: server.openRequests,
        close: server.close,
      };
    });

    describeVendorLanguageModel(name, async (timeouts) => {
      const server = await startOpenAiServer();
      const connection = { provider, baseUrl: server.url, model, timeouts };
      const needsKey = provider !== 'openai_compatible';
      return {
        model: chatCompletions({ ...connection, apiKey: fakeApiKey }),
        withoutKey: needsKey ? chatCompletions({ ...connection, apiKey: '' }) : null,
        fail: (...faults) => server.script(...faults.map((fault) => namedBehaviours[fault]!)),
        requests: () => server.requests.length,
        openCalls: server.openRequests,
        apiKey: fakeApiKey,
        close: server.close,
      };
    });

    describeCachedUsage(name, async () => {
      const server = await startOpenAiServer();
      const connection = { provider, apiKey: fakeApiKey, baseUrl: server.url, model };
      return {
        model: chatCompletions(connection),
        answerWith: (...answers) =>
          answers.forEach(({ usage, ...said }) =>
            server.script(answer({ text: [], ...said, ...(usage && { counted: usage }) })),
          ),
        close: server.close,
      };
    });
  }

  /** A model of each kind, and the effort that it is asked for without and with reasoning. */
  const efforts = [
    ['openai', 'gpt-5.1', 'none', 'low'],
    ['openai', 'gpt-5-mini', 'minimal', 'low'],
    ['groq', 'qwen/qwen3-32b', 'none', 'default'],
    ['openai_compatible', 'local', undefined, 'low'],
  ] as const;

  for (const [provider, model, off, on] of efforts) {
    const said = (body: Record<string, unknown>) => body['reasoning_effort'];
    describeReasoning(`${provider}, ${model}`, { said, off, on }, async () => {
      const server = await startOpenAiServer({ models: { [model]: 0 } });
      const connection = { provider, apiKey: fakeApiKey, baseUrl: server.url, model };
      return {
        model: chatCompletions(connection),
        bodies: () => server.requests.map(({ body }) => body),
        close: server.close,
      };
    });
  }

  describeLanguageModel('openai_compatible, an odd server', async () => {
    const server = await startOpenAiServer({
      apiKey: null,
      models: { local: 0 },
      refuses: ['stream_options', 'max_completion_tokens'],
    });
    const odd = answer({ writeBytes: 3, comments: true, usage: 'none' });
    server.script(...Array.from({ length: 20 }, () => odd));
    const connection = { provider: 'openai_compatible', apiKey: '', baseUrl: server.url } as const;
    return {
      model: chatCompletions({ ...connection, model: 'local' }),
      openCalls: server.openRequests,
      close: server.close,
    };
  });
});

describe('presets', () => {
  beforeAll(async () => void (await import('openai')));

  async function start(preset: PresetId, model: string, clock?: () => number) {
    const server = await startOpenAiServer({
      models: { [model]: 0 },
      dialect: presetDialects[preset],
    });
    const connection = {
      provider: 'openai_compatible',
      apiKey: fakeApiKey,
      preset,
      model,
    } as const;
    return {
      ...server,
      model: chatCompletions({ ...connection, baseUrl: server.url, ...(clock && { clock }) }),
      bodies: () => server.requests.map(({ body }) => body),
    };
  }

  /** Each preset with a model that reasons unless it is told not to. */
  const wires = [
    [
      'openrouter',
      'z-ai/glm-5.1',
      { reasoning: { effort: 'none' } },
      { reasoning: { effort: 'low' } },
    ],
    ['mistral', 'mistral-small-latest', {}, { reasoning_effort: 'high' }],
    ['mistral', 'mistral-large-4-0', { reasoning_effort: 'low' }, { reasoning_effort: 'low' }],
    [
      'deepseek',
      'deepseek-flash',
      { thinking: { type: 'disabled' } },
      { thinking: { type: 'enabled' }, reasoning_effort: 'low' },
    ],
    ['xai', 'grok-4.3', { reasoning_effort: 'none' }, { reasoning_effort: 'low' }],
    [
      'together',
      'zai-org/GLM-5.1',
      { reasoning: { enabled: false } },
      { reasoning: { enabled: true } },
    ],
    ['together', 'openai/gpt-oss-20b', { reasoning_effort: 'low' }, { reasoning_effort: 'low' }],
    ['lm_studio', 'qwen/qwen3.5-9b', {}, { reasoning_effort: 'low' }],
    [
      'llama_cpp',
      'qwen3.5-9b',
      { chat_template_kwargs: { enable_thinking: false } },
      { chat_template_kwargs: { enable_thinking: true } },
    ],
    [
      'vllm',
      'Qwen/Qwen3.5-9B',
      { chat_template_kwargs: { enable_thinking: false } },
      { chat_template_kwargs: { enable_thinking: true } },
    ],
  ] as const;

  const names = ['reasoning', 'reasoning_effort', 'thinking', 'chat_template_kwargs'];
  const said = (body: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));

  for (const [preset, model, off, on] of wires) {
    describeReasoning(`openai_compatible, ${preset} ${model}`, { said, off, on }, () =>
      start(preset, model),
    );
  }

  const ask = async (server: Awaited<ReturnType<typeof start>>) =>
    textOf(await collect(server.model, groundedRequest(questions.hours)));

  describe('a model that cannot be kept from reasoning is told to reason little', () => {
    test.each([
      ['openrouter', 'stealth/mandatory', { reasoning: { effort: 'minimal' } }],
      ['xai', 'grok-4.5', { reasoning_effort: 'low' }],
    ] as const)('%s', async (preset, model, least) => {
      const server = await start(preset, model);
      expect(await ask(server)).not.toBe('');
      expect(said(server.bodies().at(-1)!)).toEqual(least);
      const before = server.requests.length;
      await ask(server);
      expect(server.requests).toHaveLength(before + 1);
      await server.close();
    });
  });

  test('a model without reasoning is not told of it again, until a day has passed', async () => {
    let now = 0;
    const server = await start('xai', 'grok-3', () => now);
    await ask(server);
    await ask(server);
    expect(server.bodies().map(said)).toEqual([{ reasoning_effort: 'none' }, {}, {}]);
    now = 25 * 60 * 60 * 1000;
    await ask(server);
    expect(said(server.bodies()[3]!)).toEqual({ reasoning_effort: 'none' });
    await server.close();
  });

  test('Mistral is asked for no usage, which it tells, and to stop once its model has reasoned', async () => {
    const server = await start('mistral', 'mistral-small-latest');
    server.script(answer({ text: ['Yes.'], reasoning: ['Hm.'] }));
    await ask(server);
    await ask(server);
    expect(server.bodies().map(said)).toEqual([{}, { reasoning_effort: 'none' }]);
    await server.close();
  });

  test.each([
    ['mistral-large-4', ['medium']],
    ['mistral-medium-3-5', ['high']],
    // It knows no reasoning, which its refusal tells.
    ['ministral-8b-latest', ['high', undefined]],
  ] as const)('Mistral’s %s is told the effort that it takes', async (model, sent) => {
    const server = await start('mistral', model);
    const request = { ...groundedRequest(questions.hours), reasoningEffort: 'medium' as const };
    expect(textOf(await collect(server.model, request))).not.toBe('');
    const efforts = server.bodies().map((body) => body['reasoning_effort']);
    expect(efforts).toEqual(sent);
    expect(server.bodies().every((body) => 'max_tokens' in body && 'temperature' in body)).toBe(
      true,
    );
    await server.close();
  });

  test('a model that reasons although it was told not to gets room for it', async () => {
    const server = await start('vllm', 'deepseek-r1');
    server.script(answer({ text: [], reasoning: ['Hm, '], finish: 'length' }));
    expect(await ask(server)).not.toBe('');
    const [first, second] = server.bodies().map(({ max_tokens: limit }) => Number(limit));
    expect(second).toBe(first! + 4096);
    await server.close();
  });

  test.each([
    ['https://openrouter.ai/api/v1', 'openrouter'],
    ['https://openrouter.ai/api/v1/chat/completions', 'openrouter'],
    ['https://api.deepseek.com/v1', 'deepseek'],
    ['https://openrouter.ai.example.org/api/v1', undefined],
    ['http://127.0.0.1:1234/v1', 'lm_studio'],
    ['http://gpu.example.org:8000/v1', 'vllm'],
    ['https://gpu.example.org:8000/v1', undefined],
    ['https://llm.example.org/v1', undefined],
    ['', undefined],
  ])('%s is the preset %s', (url, preset) => {
    expect(findPreset(url)).toBe(preset);
  });
});

describe('lessons', () => {
  // The first call loads the SDK, which no time limit of these tests should have to allow for.
  beforeAll(async () => void (await import('openai')));

  let server: OpenAiServer;
  let now = 0;
  beforeEach(async () => {
    server = await startOpenAiServer({
      models: { local: 0, 'openai/gpt-oss-120b': 0, 'Qwen/QwQ-32B': 0 },
      dialect: { messageFields: ['reasoning_content'] },
    });
  });
  afterEach(() => server.close());

  const modelOf = (provider: OpenAiVendor, model: string) =>
    chatCompletions({
      provider,
      apiKey: fakeApiKey,
      baseUrl: server.url,
      model,
      timeouts: patient,
      clock: () => now,
    });
  const request = groundedRequest(questions.hours);
  const tools = [{ name: 'find_stock', description: 'Finds.', inputSchema: { type: 'object' } }];
  const withTools: ModelRequest = { ...request, tools, toolChoice: 'auto' };
  const bodies = () => server.requests.map(({ body }) => body);

  test('GPT-6 Astra answers a question with tools, without them', async () => {
    const astra = modelOf('openai_compatible', 'gpt-6-astra');
    expect(textOf(await collect(astra, withTools))).toContain('seven');
    expect(bodies().map((body) => 'tools' in body)).toEqual([true, false]);
    await collect(astra, withTools);
    expect(bodies()).toHaveLength(3);
    now += 24 * 3600 * 1000;
    await collect(astra, withTools);
    expect(bodies().map((body) => 'tools' in body)).toEqual([true, false, false, true, false]);
  });

  describe('a model that reasons although nobody asked', () => {
    test('gets room the next time', async () => {
      const local = modelOf('openai_compatible', 'local');
      server.script(answer({ reasoning: ['Hm.'], text: 'Yes.' }));
      await collect(local, request);
      await collect(local, request);
      expect(bodies().map(({ max_tokens }) => max_tokens)).toEqual([500, 500 + 4096]);
    });

    test('tells so by its tokens alone', async () => {
      const local = modelOf('openai_compatible', 'local');
      const usage = {
        prompt_tokens: 9,
        completion_tokens: 500,
        completion_tokens_details: { reasoning_tokens: 500 },
      };
      const frames = [
        { choices: [{ delta: {}, finish_reason: 'length' }] },
        { choices: [], usage },
      ];
      server.script({
        kind: 'raw',
        contentType: 'text/event-stream',
        body: frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join(''),
      });
      expect(textOf(await collect(local, request))).toContain('seven');
      expect(bodies().map(({ max_tokens }) => max_tokens)).toEqual([500, 500 + 4096]);
    });

    test('is asked again at once when thoughts have left no room for a word', async () => {
      server.script(answer({ reasoning: ['Hm.'], text: [], finish: 'length' }));
      const events = await collect(modelOf('openai_compatible', 'local'), request);
      expect(textOf(events)).toContain('seven');
      expect(events.filter(({ type }) => type === 'finish')).toHaveLength(1);
      expect(bodies().map(({ max_tokens }) => max_tokens)).toEqual([500, 500 + 4096]);
    });
  });

  test('a model that calls although it may not answers in prose', async () => {
    const toolCalls = [{ name: 'find_stock', input: {} }];
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
    const events = await collect(modelOf('openai_compatible', 'local'), asked);
    expect(textOf(events)).toBe('Three.');
    expect(events.some(({ type }) => type === 'tool_call')).toBe(false);
    expect(bodies().map((body) => 'tools' in body)).toEqual([true, false]);
  });

  describe('Groq', () => {
    const tooLarge = apiError(413, {
      message:
        'Request too large for model `openai/gpt-oss-120b` on tokens per minute (TPM): Limit 8000, Requested 9000, please reduce your message size and try again.',
      type: 'tokens',
      code: 'rate_limit_exceeded',
    });
    const ask = () =>
      collect(modelOf('groq', 'openai/gpt-oss-120b'), { ...request, reasoningEffort: 'high' });

    test('is asked for fewer tokens when the account has too few', async () => {
      server.script(tooLarge);
      expect(textOf(await ask())).toContain('seven');
      expect(bodies()).toMatchObject([
        { max_completion_tokens: 4596, reasoning_effort: 'high' },
        { max_completion_tokens: 500, reasoning_effort: 'low' },
      ]);
    });

    test('is not asked again for what it never admits', async () => {
      server.script(tooLarge, tooLarge, tooLarge);
      await expect(ask()).rejects.toMatchObject({
        retryable: false,
        cause: { message: expect.stringMatching(/^Groq says that the request is too large/) },
      });
      expect(bodies()).toHaveLength(2);
    });
  });

  test('an answer ends with [DONE], also without a reason', async () => {
    const chunk = { choices: [{ delta: { content: 'Yes.' } }] };
    server.script({
      kind: 'raw',
      contentType: 'text/event-stream',
      body: `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`,
    });
    expect(await collect(modelOf('openai_compatible', 'local'), request)).toEqual([
      { type: 'text', text: 'Yes.' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  test('thoughts without an opening tag are noticed, and read as such the next time', async () => {
    const local = modelOf('openai_compatible', 'local');
    const unopened = answer({ text: ['Hm.\n', '</think>\n\n', 'Yes.'] });
    server.script(unopened, unopened);
    await collect(local, request);
    expect(textOf(await collect(local, request))).toBe('Yes.');
  });

  test.each(['/chat/completions', '/responses', '/models/', '/embeddings?x=1'])(
    'an address may be copied with its end: %s',
    async (path) => {
      const compatible = chatCompletions({
        provider: 'openai_compatible',
        apiKey: fakeApiKey,
        baseUrl: `${server.url}${path}`,
        model: 'local',
        timeouts: patient,
      });
      expect(textOf(await collect(compatible, request))).toContain('seven');
    },
  );
});
