import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { listOllamaModels, ollama, ollamaEmbedder } from '../../server/providers/ollama/ollama.ts';
import {
  collect,
  describeLanguageModel,
  groundedRequest,
  questions,
  textOf,
} from '../conformance/language-model.ts';
import { patient } from '../conformance/patience.ts';
import { describeReasoning } from '../conformance/reasoning.ts';
import { describeToolUse } from '../conformance/tool-use.ts';
import { describeVendorEmbedder, describeVendorLanguageModel } from '../conformance/vendor.ts';
import { ollamaFaults, startOllamaServer } from '../fakes/ollama-server.ts';
import { describeEmbedder } from '../conformance/embedder.ts';
import type { ModelMessage, ModelRequest } from '../../server/providers/language-model.ts';
import { VendorError } from '../../server/providers/shared/vendor-error.ts';
import { createServer } from 'node:http';

describe('the port', () => {
  describeLanguageModel('ollama', async () => {
    const server = await startOllamaServer({ delayMs: 2 });
    return {
      model: ollama({ apiKey: '', baseUrl: server.url, model: 'llama3.2:3b' }),
      openCalls: server.openRequests,
      close: server.close,
    };
  });

  describeVendorLanguageModel('ollama', async (timeouts) => {
    const apiKey = 'fake-key-of-ollama';
    const server = await startOllamaServer({ apiKey });
    return {
      model: ollama({ apiKey, baseUrl: server.url, model: 'llama3.2:3b', timeouts }),
      withoutKey: null,
      fail: (...faults) => server.script(...faults.map((fault) => ollamaFaults[fault])),
      requests: () => server.requests.length,
      openCalls: server.openRequests,
      apiKey,
      close: server.close,
    };
  });

  describe.each([
    { name: 'ollama', model: 'qwen3:8b', version: 'documented' },
    { name: 'ollama, with levels of thinking', model: 'gpt-oss:20b', version: 'new' },
    { name: 'ollama, of before it knew thinking', model: 'qwen3:8b', version: 'old' },
  ] as const)('$name', ({ name, model, version }) => {
    describeToolUse(name, async () => {
      const server = await startOllamaServer({ version });
      return {
        model: ollama({ apiKey: '', baseUrl: server.url, model, timeouts: patient }),
        answerWith: (...answers) =>
          server.script(...answers.map((answer) => ({ kind: 'answer' as const, ...answer }))),
        close: server.close,
      };
    });
  });

  for (const [model, off, on] of [
    ['qwen3:8b', false, true],
    ['gpt-oss:20b', 'low', 'low'],
  ] as const) {
    describeReasoning(`ollama, ${model}`, { said: ({ think }) => think, off, on }, async () => {
      const server = await startOllamaServer();
      return {
        model: ollama({ apiKey: '', baseUrl: server.url, model, timeouts: patient }),
        bodies: () => server.requests.map(({ body }) => body),
        close: server.close,
      };
    });
  }
});

describe('the port of embedders', () => {
  describeEmbedder('ollama', async () => {
    const server = await startOllamaServer();
    const embedder = ollamaEmbedder({
      apiKey: '',
      baseUrl: server.url,
      model: 'nomic-embed-text',
      dimensions: 256,
    });
    return { embedder, close: server.close };
  });

  describeVendorEmbedder('ollama', async (timeouts) => {
    const apiKey = 'fake-key-of-ollama';
    const server = await startOllamaServer({ apiKey });
    return {
      embedder: ollamaEmbedder({
        apiKey,
        baseUrl: server.url,
        model: 'embeddinggemma',
        dimensions: 0,
        timeouts,
      }),
      withoutKey: null,
      fail: (...faults) => server.script(...faults.map((fault) => ollamaFaults[fault])),
      requests: () => server.requests.length,
      openCalls: server.openRequests,
      apiKey,
      close: server.close,
    };
  });
});

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
      carried: [
        { model: 'ollama:qwen3:8b', value: 'I have to look.' },
        { model: 'other:model', value: 'Signed.' },
      ],
    },
    { role: 'tool', callId: 'a', name: 'opening_hours', content: 'From seven.', ok: true },
  ];

  test.each(['', '/', '/api', '/api/', '/v1', '/v1/'])('is found below %p', async (path) => {
    say('Hello.');
    expect(textOf(await collect(at('llama3.2:3b', server.url + path), question))).toBe('Hello.');
    expect(server.requests[0]?.path).toBe('/api/chat');
  });

  test('sends the key where there is one, and none where there is none', async () => {
    await collect(at('llama3.2:3b'), question);
    const model = ollama({ apiKey: 'a-key', baseUrl: server.url, model: 'llama3.2:3b' });
    await collect(model, question);
    const sent = server.requests.map(({ headers }) => headers.authorization);
    expect(sent).toEqual([undefined, 'Bearer a-key']);
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

    test('has an end', async () => {
      await collect(at('llama3.2:3b'), long(60_000));
      expect(optionsOf(bodies()[0])['num_ctx']).toBe(131_072);
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

    test('is no longer asked of a model that cannot', async () => {
      const model = at('llama3.2:3b');
      for (const reasoningEffort of ['medium', 'high'] as const) {
        const events = await collect(model, { ...question, reasoningEffort });
        expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
      }
      expect(bodies().map(({ think }) => think)).toEqual([true, undefined, undefined]);
      expect(optionsOf(bodies()[1])['num_predict']).toBe(500);
    });

    test('is asked of it again after a day, as it may be another model then', async () => {
      let now = 0;
      const model = ollama({
        apiKey: '',
        baseUrl: server.url,
        model: 'llama3.2:3b',
        clock: () => now,
      });
      const asked = { ...question, reasoningEffort: 'low' } as const;
      await collect(model, asked);
      now = 25 * 3600 * 1000;
      await collect(model, asked);
      expect(bodies().map(({ think }) => think)).toEqual([true, undefined, true, undefined]);
    });

    test('is given back in the turn that it led to, if it was this model’s', async () => {
      const messages = [...question.messages, ...called];
      await collect(at('qwen3:8b'), { ...withTools, messages });
      await collect(at('llama3.2:3b'), { ...withTools, messages });
      const sent = bodies().map((body) => (body['messages'] as Record<string, unknown>[])[2]);
      expect(sent.map((message) => message?.['thinking'])).toEqual(['I have to look.', undefined]);
    });

    test('is carried when it led to a call', async () => {
      server.script({
        kind: 'answer',
        reasoning: ['I have ', 'to look.'],
        toolCalls: [{ name: tool.name, input: {} }],
      });
      const events = await collect(at('qwen3:8b'), { ...withTools, reasoningEffort: 'low' });
      expect(events).toContainEqual({
        type: 'carry',
        carried: { model: 'ollama:qwen3:8b', value: 'I have to look.' },
      });
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
      const inputs = events.flatMap((event) =>
        event.type === 'tool_call' ? [event.call.input] : [],
      );
      expect(inputs).toEqual([{ day: 1 }, null, {}, {}]);
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
    const error: unknown = await collect(at('mistral:7b'), question).catch(
      (reason: unknown) => reason,
    );
    const { cause } = error as { cause: VendorError };
    expect(cause).toBeInstanceOf(VendorError);
    expect(cause.message).toContain(
      "model 'mistral:7b' not found (get it with: ollama pull mistral:7b)",
    );
  });

  test('wants a model to be chosen, and a key that may be one', async () => {
    const odd = ollama({ apiKey: 'a key', baseUrl: server.url, model: 'llama3.2:3b' });
    for (const model of [at(''), odd]) {
      await expect(collect(model, question)).rejects.toMatchObject({ code: 'not_configured' });
    }
    expect(server.requests).toEqual([]);
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

  test.each([null, {}, { embeddings: null }, { embeddings: [] }, { embeddings: [[0, 0]] }])(
    'takes %j for an error',
    async (body) => {
      server.script({ kind: 'raw', contentType: 'application/json', body: JSON.stringify(body) });
      const vectors = at('nomic-embed-text').embed(['When?'], { purpose: 'query', signal });
      await expect(vectors).rejects.toMatchObject({ code: 'provider_error' });
    },
  );

  test('asks a model without embeddings once, although Ollama calls it a failure of its own', async () => {
    let calls = 0;
    const failing = createServer((_request, response) => {
      calls += 1;
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end('{"error":"this model does not support embeddings"}');
    });
    await new Promise<void>((done) => failing.listen(0, '127.0.0.1', done));
    const { port } = failing.address() as { port: number };
    const baseUrl = `http://127.0.0.1:${port}`;
    const embedder = ollamaEmbedder({ apiKey: '', baseUrl, model: 'gemma3', dimensions: 0 });
    await expect(embedder.embed(['When?'], { purpose: 'query', signal })).rejects.toMatchObject({
      code: 'provider_error',
      retryable: false,
    });
    expect(calls).toBe(1);
    failing.close();
    failing.closeAllConnections();
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
      server.script({ kind: 'raw', contentType: 'application/json', body: JSON.stringify(body) });
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

  test('takes what is not a list for an error', async () => {
    for (const body of ['nonsense', { models: 'x' }, null]) {
      await expect(list('documented', 'llm', body)).rejects.toMatchObject({
        code: 'provider_error',
      });
    }
  });

  test('gives up when it is aborted', async () => {
    const reason = new Error('the page was left');
    const connection = { apiKey: '', baseUrl: 'http://127.0.0.1:9' };
    const aborted = AbortSignal.abort(reason);
    await expect(listOllamaModels(connection, 'llm', aborted)).rejects.toBe(reason);
  });
});
