import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ModelMessage, ModelRequest } from '../language-model.ts';
import { listOllamaModels, ollama, ollamaEmbedder } from './ollama.ts';
import { describeEmbedder } from '../../../test/conformance/embedder.ts';
import {
  answered,
  callsOf,
  collect,
  describeToolUse,
  describeVendorModel,
  groundedRequest,
  questions,
  textOf,
} from '../../../test/conformance/language-model.ts';
import { sampleOf } from '../../../test/full-runs.ts';
import { rawJson } from '../../../test/fakes/vendor-server.ts';
import {
  ollamaAnswer,
  ollamaFaults,
  startOllamaServer,
} from '../../../test/fakes/ollama-server.ts';

const apiKey = 'fake-key-of-ollama';
const fakeOf = (version: 'new' | 'documented' | 'old' = 'documented') => ({
  start: (options: { delayMs?: number }) => startOllamaServer({ ...options, apiKey, version }),
  apiKey,
  isKeyless: true,
  faults: ollamaFaults,
  answer: ollamaAnswer,
});

describeVendorModel('ollama', fakeOf(), ollama, 'llama3.2:3b', {
  tools: ['qwen3:8b'],
  reasoning: [
    ['qwen3:8b', false, true],
    ['gpt-oss:20b', 'low', 'low'],
  ],
  said: ({ think }) => think,
});
for (const [special, model, version] of sampleOf([
  ['of before it knew thinking', 'qwen3:8b', 'old'],
  ['with levels of thinking', 'gpt-oss:20b', 'new'],
] as const)) {
  describeToolUse(`ollama, ${special}`, fakeOf(version), (at) => ollama({ ...at, model }));
}
describeEmbedder('ollama', fakeOf(), (at) =>
  ollamaEmbedder({ ...at, model: 'nomic-embed-text', dimensions: 256 }),
);

describe('a model', () => {
  type Server = Awaited<ReturnType<typeof startOllamaServer>>;
  let server: Server;
  beforeEach(async () => {
    server = await startOllamaServer();
  });
  afterEach(() => server.close());

  const at = (model: string, baseUrl = server.url) => ollama({ apiKey: '', baseUrl, model });
  const bodies = () => server.requests.map(({ body }) => body);
  const optionsOf = (body: Record<string, unknown> | undefined) =>
    body?.['options'] as Record<string, number>;
  const say = (...text: string[]) => server.script({ kind: 'answer', text });

  const question = groundedRequest(questions.hours);
  const tool = { name: 'opening_hours', description: 'Hours.', inputSchema: { type: 'object' } };
  const withTools: ModelRequest = { ...question, tools: [tool], toolChoice: 'auto' };
  const called: ModelMessage[] = [
    {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'a', name: 'opening_hours', input: { day: 'Monday' } }],
    },
    { role: 'tool', callId: 'a', name: 'opening_hours', content: 'From seven.', ok: true },
  ];

  test.each(['/api', '/v1/'])('is found below %p', async (path) => {
    say('Hello.');
    expect(textOf(await collect(at('llama3.2:3b', server.url + path), question))).toBe('Hello.');
    expect(server.requests[0]?.path).toBe('/api/chat');
  });

  describe('context', () => {
    const long = (words: number): ModelRequest => ({
      ...question,
      messages: [
        { role: 'system', content: 'Answer from these sources:\n\n[1] The bakery opens at seven.' },
        { role: 'user', content: 'Thank you. '.repeat(words) },
        { role: 'user', content: questions.hours },
      ],
    });

    test('has room for the whole prompt and the answer', async () => {
      const events = await collect(at('llama3.2:3b'), long(6_000));
      expect(textOf(events)).toContain('opens at seven');
      expect(optionsOf(bodies()[0])).toEqual({ temperature: 0, num_predict: 500, num_ctx: 32_768 });
    });

    test('never shrinks, as each other number has the model loaded anew', async () => {
      const model = at('llama3.2:3b');
      for (const words of [1, 3_000, 1]) await collect(model, long(words));
      expect(bodies().map((body) => optionsOf(body)['num_ctx'])).toEqual([8_192, 16_384, 16_384]);
    });

    test('is not kept when there was no memory for it', async () => {
      const model = at('llama3.2:3b');
      const error = 'model requires more system memory (21.8 GiB) than is available (9.1 GiB)';
      server.script({ kind: 'error', status: 400, body: { error } });
      await expect(collect(model, long(60_000))).rejects.toMatchObject({ code: 'provider_error' });
      await collect(model, long(1));
      expect(bodies().map((body) => optionsOf(body)['num_ctx'])).toEqual([131_072, 8_192]);
    });
  });

  describe('thinking', () => {
    test.each([
      ['qwen3:8b', null, false, 500],
      ['qwen3:8b', 'low', true, 2_548],
      ['gpt-oss:20b', null, 'low', 2_548],
      ['gpt-oss:20b', 'high', 'high', 8_692],
    ] as const)('%s, effort %p: %p', async (model, reasoningEffort, think, tokens) => {
      await collect(at(model), { ...question, reasoningEffort });
      expect(bodies()[0]?.['think']).toBe(think);
      expect(optionsOf(bodies()[0])['num_predict']).toBe(tokens);
    });

    test('is not asked for a day of a model that cannot, which may be another one then', async () => {
      let now = 0;
      const clock = () => now;
      const model = ollama({ apiKey: '', baseUrl: server.url, model: 'llama3.2:3b', clock });
      for (const after of [0, 0, 25 * 3600 * 1000]) {
        now += after;
        const events = await collect(model, { ...question, reasoningEffort: 'low' });
        expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
      }
      const [yes, no] = [true, undefined];
      expect(bodies().map(({ think }) => think)).toEqual([yes, no, no, yes, no]);
      expect(optionsOf(bodies()[1])['num_predict']).toBe(500);
    });

    test('is given back in the turn that it led to, if it was this model’s', async () => {
      const toolCalls = [{ name: tool.name, input: {} }];
      server.script({ kind: 'answer', reasoning: ['I have ', 'to look.'], toolCalls });
      const first = await collect(at('qwen3:8b'), { ...withTools, reasoningEffort: 'low' });
      const messages = [...question.messages, ...answered(first)];
      await collect(at('qwen3:8b'), { ...withTools, messages });
      await collect(at('llama3.2:3b'), { ...withTools, messages });
      const [, ...later] = bodies();
      const sent = later.map((body) => (body['messages'] as Record<string, unknown>[])[2]);
      expect(sent.map((message) => message?.['thinking'])).toEqual(['I have to look.', undefined]);
    });
  });

  describe('tools', () => {
    test('are told as documented, calls and results too', async () => {
      await collect(at('qwen3:8b'), { ...withTools, messages: [...question.messages, ...called] });
      expect(bodies()[0]?.['tools']).toEqual([
        {
          type: 'function',
          function: {
            name: 'opening_hours',
            description: 'Hours.',
            parameters: { type: 'object', properties: {} },
          },
        },
      ]);
      const messages = bodies()[0]?.['messages'] as Record<string, unknown>[];
      const call = { index: 0, name: 'opening_hours', arguments: { day: 'Monday' } };
      expect(messages[2]?.['tool_calls']).toEqual([{ type: 'function', function: call }]);
      expect(messages[3]).toEqual({
        role: 'tool',
        tool_name: 'opening_hours',
        content: 'From seven.',
      });
    });

    test('are left out when none may be called', async () => {
      const messages = [...question.messages, ...called];
      await collect(at('qwen3:8b'), { ...withTools, toolChoice: 'none', messages });
      expect(bodies()[0]).not.toHaveProperty('tools');
    });

    test('are no longer offered to a model without: calls and results are told in words', async () => {
      const model = at('gemma:2b');
      const messages = [...question.messages, ...called];
      await collect(model, { ...withTools, reasoningEffort: 'low', messages });
      expect(bodies()).toHaveLength(2);
      await collect(model, withTools);
      expect(bodies()).toHaveLength(3);
      expect(bodies()[1]).not.toHaveProperty('tools');
      expect((bodies()[1]?.['messages'] as unknown[]).slice(2)).toEqual([
        { role: 'assistant', content: 'I ask the tool opening_hours: {"day":"Monday"}' },
        { role: 'user', content: 'The tool opening_hours answers:\nFrom seven.' },
      ]);
    });

    test('may be called with something that is no object', async () => {
      const calls = ['{"day":1}', [1], null, undefined].map((args) => ({
        function: { name: 'opening_hours', arguments: args },
      }));
      const lines = [
        { message: { content: 'Wait.', tool_calls: [null, { function: null }, ...calls] } },
        { message: {}, done: true, done_reason: 'stop' },
      ];
      const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      server.script({ kind: 'raw', contentType: 'application/x-ndjson', body });
      const events = await collect(at('qwen3:8b'), withTools);
      expect(callsOf(events).map(({ input }) => input)).toEqual([{ day: 1 }, null, {}, {}]);
      expect(events.at(-1)).toEqual({ type: 'finish', reason: 'tool_calls' });
      expect(textOf(events)).toBe('Wait.');
    });
  });

  test('says that the answer was cut off', async () => {
    server.script({ kind: 'answer', text: ['This is'], doneReason: 'length' });
    const events = await collect(at('llama3.2:3b'), question);
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length' });
  });

  test('takes a model that was only loaded for an error', async () => {
    server.script({ kind: 'answer', doneReason: 'load' });
    await expect(collect(at('llama3.2:3b'), question)).rejects.toMatchObject({
      code: 'provider_error',
    });
  });

  test('tells the owner how to get a model that is not there', async () => {
    const words = "model 'mistral:7b' not found (get it with: ollama pull mistral:7b)";
    await expect(collect(at('mistral:7b'), question)).rejects.toMatchObject({
      cause: { message: expect.stringContaining(words) },
    });
  });

  test('estimates the tokens of a prompt that was in the cache, of which Ollama tells none', async () => {
    const lines = [
      { message: { role: 'assistant', content: 'At seven.' }, done: false },
      {
        message: { role: 'assistant', content: '' },
        done: true,
        done_reason: 'stop',
        eval_count: 3,
      },
    ];
    const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    server.script({ kind: 'raw', contentType: 'application/x-ndjson', body });
    const events = await collect(at('llama3.2:3b'), question);
    const told = events.find((event) => event.type === 'usage');
    expect(told?.usage.completion_tokens).toBe(3);
    expect(told?.usage.prompt_tokens).toBeGreaterThan(100);
    expect(told?.usage.prompt_tokens).toBeLessThan(400);
  });
});

describe('vectors', () => {
  let server: Awaited<ReturnType<typeof startOllamaServer>>;
  beforeEach(async () => {
    server = await startOllamaServer();
  });
  afterEach(() => server.close());

  const { signal } = new AbortController();
  const at = (model: string, dimensions = 0) =>
    ollamaEmbedder({ apiKey: '', baseUrl: server.url, model, dimensions });

  test('tells the model what a text is for, and lets a long one be cut', async () => {
    await at('nomic-embed-text').embed(['When?'], { purpose: 'query', signal });
    await at('nomic-embed-text').embed(['At seven.'], { purpose: 'document', signal });
    expect(server.requests.map(({ body }) => body)).toEqual([
      { model: 'nomic-embed-text', input: ['search_query: When?'], truncate: true },
      { model: 'nomic-embed-text', input: ['search_document: At seven.'], truncate: true },
    ]);
  });

  test('asks for shorter vectors, and refuses others than those', async () => {
    const options = { purpose: 'query', signal } as const;
    const [short] = await at('embeddinggemma', 256).embed(['When?'], options);
    expect(short).toHaveLength(256);
    await expect(at('embeddinggemma', 1024).embed(['When?'], options)).rejects.toMatchObject({
      code: 'provider_error',
      retryable: false,
    });
  });

  test('sends many texts a few at a time', async () => {
    const texts = Array.from({ length: 70 }, (_, index) => `Text ${index}`);
    expect(await at('nomic-embed-text').embed(texts, { purpose: 'document', signal })).toHaveLength(
      70,
    );
    expect(server.requests.map(({ body }) => (body['input'] as unknown[]).length)).toEqual([
      16, 16, 16, 16, 6,
    ]);
  });

  test.each([null, { embeddings: null }])('takes %j for an error', async (body) => {
    server.script(rawJson(body));
    const vectors = at('nomic-embed-text').embed(['When?'], { purpose: 'query', signal });
    await expect(vectors).rejects.toMatchObject({ code: 'provider_error' });
  });

  test('asks a model without embeddings once, although Ollama calls it a failure of its own', async () => {
    const body = { error: 'this model does not support embeddings' };
    server.script({ kind: 'error', status: 500, body });
    const vectors = at('nomic-embed-text').embed(['When?'], { purpose: 'query', signal });
    await expect(vectors).rejects.toMatchObject({ code: 'provider_error', retryable: false });
    expect(server.requests).toHaveLength(1);
  });
});

describe('the list of models', () => {
  const { signal } = new AbortController();

  async function list(
    version: 'new' | 'documented' | 'old',
    scope: 'llm' | 'embedding',
    ...bodies: unknown[]
  ) {
    const server = await startOllamaServer({ version });
    for (const body of bodies) {
      server.script(rawJson(body));
    }
    const models = listOllamaModels({ apiKey: '', baseUrl: server.url }, scope, signal);
    return { choices: await models.finally(server.close), requests: server.requests.length };
  }

  describe.each(['new', 'documented', 'old'] as const)('of a %s server', (version) => {
    test('lists those that write', async () => {
      const { choices } = await list(version, 'llm');
      const names = ['gemma:2b', 'gpt-oss:20b', 'llama3.2:3b', 'qwen3:8b'];
      const isTold = version !== 'old';
      expect(choices).toEqual(
        names.map((id) => ({
          id,
          label: id,
          ...(isTold && { tools: id !== 'gemma:2b', reasons: /gpt-oss|qwen/.test(id) }),
        })),
      );
    });

    test('lists those that embed, with their dimensions', async () => {
      const { choices } = await list(version, 'embedding');
      const names = ['embeddinggemma:latest', 'nomic-embed-text:latest'];
      expect(choices).toEqual(names.map((id) => ({ id, label: id, dimensions: 768 })));
    });
  });

  test('asks for details only where the list has none', async () => {
    expect((await list('new', 'llm')).requests).toBe(1);
    expect((await list('documented', 'llm')).requests).toBe(7);
  });

  test('shows the list when a model cannot be shown', async () => {
    const tags = { models: [{ name: 'a-model' }, null, { name: 'my-embedder' }] };
    expect((await list('documented', 'llm', tags)).choices.map(({ id }) => id)).toEqual([
      'a-model',
    ]);
  });
});
