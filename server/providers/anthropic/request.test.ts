import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Lesson, lessonOf, messageParams, toAnthropicMessages } from './request.ts';
import type { ModelMessage, ModelRequest, ToolDefinition } from '../language-model.ts';
import { collect, groundedRequest, questions } from '../../../test/conformance/language-model.ts';
import type { Usage } from '../../contract/chat.ts';
import { runModel } from '../../chat/answer/run-model.ts';
import { anthropic } from './anthropic.ts';
import { findTraits } from '../model-traits.ts';
import { createLog } from '../../runtime/log.ts';
import { answer, apiError } from '../../../test/fakes/anthropic-behaviours.ts';
import { anthropicKey, startAnthropicServer } from '../../../test/fakes/anthropic-server.ts';

describe('a request', () => {
  fc.configureGlobal({ seed: 17 });

  const id = 'anthropic:claude-test';
  const user = (content: string): ModelMessage => ({ role: 'user', content });
  const assistant = (content: string): ModelMessage => ({ role: 'assistant', content });
  const text = (words: string) => ({ type: 'text', text: words });
  const result = (callId: string, content = 'Three.', ok = true): ModelMessage => ({
    role: 'tool',
    callId,
    name: 'find_stock',
    content,
    ok,
  });
  const calling = (...ids: string[]): ModelMessage => ({
    role: 'assistant',
    content: 'Let me look.',
    toolCalls: ids.map((callId) => ({ id: callId, name: 'find_stock', input: { shop: callId } })),
  });

  const marked = (block: object) => ({ ...block, cache_control: { type: 'ephemeral' } });

  function params(
    model: string,
    changes: Partial<ModelRequest> = {},
    learned: ReadonlySet<Lesson> = new Set(),
  ) {
    return messageParams(
      `anthropic:${model}`,
      model,
      { ...groundedRequest(questions.hours), ...changes },
      learned,
    );
  }

  describe('messages', () => {
    test('puts what the system says into a prompt of its own', () => {
      const { system, messages } = params('claude-sonnet-5', {
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'system', content: ' ' },
          user('Hello'),
          { role: 'system', content: 'Be kind.' },
        ],
      });
      expect(system).toEqual([text('Be brief.\n\nBe kind.')].map(marked));
      expect(messages).toEqual([{ role: 'user', content: [text('Hello')] }]);
      expect(params('claude-sonnet-5', { messages: [user('Hello')] })).not.toHaveProperty('system');
    });

    test('joins neighbours, leaves out what is empty, begins with a user and ends with no space', () => {
      const told = [assistant('Hi!'), user('One'), assistant(' \n'), user('Two'), user('')];
      expect(toAnthropicMessages([...told, assistant('One, two, \n')], id)).toEqual([
        { role: 'user', content: [text('One'), text('Two')] },
        { role: 'assistant', content: [text('One, two,')] },
      ]);
    });

    test('answers all calls of a turn at the beginning of one message', () => {
      const told = [
        user('?'),
        calling('a', 'b'),
        result('a'),
        result('b', '', false),
        user('And?'),
      ];
      expect(toAnthropicMessages(told, id)[2]?.content).toEqual([
        { type: 'tool_result', tool_use_id: 'a', content: 'Three.' },
        { type: 'tool_result', tool_use_id: 'b', is_error: true },
        text('And?'),
      ]);
    });

    test('gives a call that was no JSON an empty input', () => {
      const broken: ModelMessage = {
        role: 'assistant',
        content: '',
        toolCalls: [{ id: 'a', name: 'find_stock', input: null }],
      };
      expect(toAnthropicMessages([user('?'), broken, result('a')], id)[1]).toEqual({
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'a', name: 'find_stock', input: {} }],
      });
    });

    test('makes every id legal, keeps different ones apart, and calls and results together', () => {
      const ids = fc.uniqueArray(fc.string({ minLength: 0, maxLength: 12, unit: 'grapheme' }), {
        minLength: 1,
        maxLength: 6,
      });
      fc.assert(
        fc.property(ids, (wanted) => {
          const told = [user('?'), calling(...wanted), ...wanted.map((one) => result(one))];
          const [, called, answered] = toAnthropicMessages(told, id);
          const of = (message: typeof called, field: string) =>
            (message!.content as unknown as Record<string, string>[]).flatMap(
              (block) => block[field] ?? [],
            );
          const used = of(called, 'id');
          expect(used).toEqual(of(answered, 'tool_use_id'));
          expect(new Set(used).size).toBe(wanted.length);
          for (const one of used) expect(one).toMatch(/^[a-zA-Z0-9_-]+$/);
        }),
      );
    });
  });

  describe('thinking of earlier turns', () => {
    const own = [
      { type: 'thinking', thinking: 'Hm.', signature: 'signed' },
      { type: 'text', text: 'Let me look.' },
      { type: 'redacted_thinking', data: 'sealed' },
      { type: 'tool_use', id: 'a', name: 'find_stock', input: {} },
    ];
    const carried = (model: string): ModelMessage => ({
      role: 'assistant',
      content: 'Let me look.',
      toolCalls: [{ id: 'a', name: 'find_stock', input: {} }],
      carried: [{ model, value: own }],
    });
    const contentOf = (message: ModelMessage) =>
      toAnthropicMessages([user('?'), message, result('a')], id)[1]!.content;

    test('is left out when it is another model’s, or of other calls', () => {
      const plain = [own[1], own[3]];
      expect(contentOf(carried('anthropic:claude-other'))).toEqual(plain);
      const changed = { ...carried(id), toolCalls: [] } as ModelMessage;
      expect(toAnthropicMessages([user('?'), changed], id)[1]!.content).toEqual([own[1]]);
    });

    test('is a must with a budget: a turn that another model began is finished without', () => {
      const ask = (model: string, message: ModelMessage) =>
        params(model, { reasoningEffort: 'low', messages: [user('?'), message, result('a')] });
      const haiku = 'claude-haiku-4-5';
      expect(ask(haiku, carried(`anthropic:${haiku}`)).thinking).toMatchObject({ type: 'enabled' });
      expect(ask(haiku, carried('openai:gpt-5')).thinking).toBeUndefined();
      expect(ask('claude-sonnet-5', carried('openai:gpt-5')).thinking).toBeDefined();
      const next = [user('?'), carried('openai:gpt-5'), result('a'), assistant('3.'), user('Why?')];
      expect(params(haiku, { reasoningEffort: 'low', messages: next }).thinking).toBeDefined();
    });
  });

  describe('parameters', () => {
    const adaptive = (effort: string) => ({
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort },
    });
    const enabled = (budget_tokens: number) => ({ thinking: { type: 'enabled', budget_tokens } });

    test.each<[string, ModelRequest['reasoningEffort'], object]>([
      ['claude-opus-5-5', null, { max_tokens: 500 + 4_096, output_config: { effort: 'low' } }],
      ['claude-sonnet-5-5', null, { max_tokens: 500, thinking: { type: 'between_tools' } }],
      ['claude-sonnet-5', null, { max_tokens: 500, thinking: { type: 'disabled' } }],
      ['claude-opus-5-5', 'low', { max_tokens: 500 + 4_096, ...adaptive('low') }],
      ['claude-mythos-preview', null, { max_tokens: 500 + 12_288 }],
      ['claude-opus-4-8', null, { max_tokens: 500 }],
      ['claude-haiku-4-5-20251001', null, { max_tokens: 500 }],
      ['claude-haiku-4-5-20251001', 'low', { max_tokens: 500 + 4_096, ...enabled(4_096) }],
      ['claude-sonnet-4-20250514', 'high', { max_tokens: 500 + 24_576, ...enabled(24_576) }],
      ['claude-3-5-haiku-20241022', 'high', { max_tokens: 500 }],
      ['our-own-alias', 'low', { max_tokens: 500 + 4_096, ...adaptive('low') }],
    ])('%s, effort %s', (model, reasoningEffort, expected) => {
      const { messages, system, stream, ...others } = params(model, { reasoningEffort });
      expect([messages.length, system?.length, stream]).toEqual([1, 1, true]);
      expect(others).toEqual({ model, ...expected });
    });

    const tool: ToolDefinition = {
      name: 'find_stock',
      description: 'Finds it.',
      inputSchema: { properties: { shop: { type: 'string' } }, anyOf: [{ required: ['shop'] }] },
    };

    test('names the tools also when none may be called', () => {
      const tools = [
        {
          name: 'find_stock',
          description: 'Finds it.',
          input_schema: { type: 'object', properties: { shop: { type: 'string' } } },
        },
      ];
      expect(params('claude-sonnet-5', { tools: [tool], toolChoice: 'none' })).toMatchObject({
        tools,
        tool_choice: { type: 'none' },
      });
    });
  });

  describe('what a refusal teaches', () => {
    const learn = (
      message: string,
      model: string,
      learned: ReadonlySet<Lesson> = new Set(),
      status = 400,
    ) => {
      const sent = params(model, { reasoningEffort: 'high' }, learned);
      const cause = { status, message: `Anthropic refused the request (400): ${message}` };
      const lesson = lessonOf(cause, sent);
      return lesson && new Set([...learned, lesson]);
    };
    const again = (model: string, learned: ReadonlySet<Lesson> | undefined) =>
      params(model, { reasoningEffort: 'high' }, learned);

    test('that a model thinks the other way', () => {
      const newer = learn(
        '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
        'claude-haiku-4-5',
      );
      expect(again('claude-haiku-4-5', newer)).toMatchObject({
        thinking: { type: 'adaptive' },
        output_config: { effort: 'high' },
      });
    });

    test('that it does not think at all', () => {
      const once = learn('adaptive thinking is not supported on this model', 'our-own-alias');
      const twice = learn('this model does not support thinking', 'our-own-alias', once);
      expect(again('our-own-alias', twice)).not.toHaveProperty('thinking');
    });

    test('that it knows no effort', () => {
      const learned = learn('This model does not support the effort parameter.', 'our-own-alias');
      expect(again('our-own-alias', learned).thinking).toBeDefined();
      expect(again('our-own-alias', learned)).not.toHaveProperty('output_config');
    });

    test('how much it may write, of which the answer keeps its part', () => {
      const words = (asked: number, most: number) =>
        `max_tokens: ${asked} > ${most}, which is the maximum allowed number of output tokens for x`;
      const learned = learn(words(25_076, 8_192), 'claude-sonnet-4-5');
      expect(again('claude-sonnet-4-5', learned)).toMatchObject({
        max_tokens: 8_192,
        thinking: { budget_tokens: 8_192 - 500 },
      });
      expect(learn(words(8_192, 8_192), 'claude-sonnet-4-5', learned)).toBeUndefined();
    });

    test.each([
      ['`max_tokens` must be greater than `thinking.budget_tokens`.', 400],
      ['messages.1.content.0: Invalid `signature` in `thinking` block', 400],
      ['prompt is too long: 210000 tokens > 200000 maximum', 400],
      ['adaptive thinking is not supported on this model', 500],
    ])('nothing of: %s (%i)', (message, status) => {
      expect(learn(message, 'claude-sonnet-5', new Set(), status)).toBeUndefined();
    });
  });
});

describe('the cache', () => {
  const model = 'claude-sonnet-5-5';
  const log = createLog('silent');
  const { signal } = new AbortController();
  let server: Awaited<ReturnType<typeof startAnthropicServer>>;

  beforeEach(async () => {
    server = await startAnthropicServer();
  });
  afterEach(() => server.close());

  const make = () => anthropic({ apiKey: anthropicKey, baseUrl: server.url, model });

  const words = (count: number, of: string) => Array.from({ length: count }, () => of).join(' ');

  /** Twelve tools with descriptions and schemas as MCP servers have them. */
  const tools = Array.from({ length: 12 }, (_, n) => ({
    label: `Tool ${n}`,
    definition: {
      name: `tool_${n}`,
      description: words(60, 'describes what it does'),
      inputSchema: { type: 'object', properties: { of: { description: words(20, 'a thing') } } },
    },
    call: () => Promise.resolve({ ok: true, content: words(60, 'in stock') }),
  }));
  const request = {
    ...groundedRequest(questions.hours),
    messages: [
      { role: 'system' as const, content: words(100, 'Keep to the sources.') },
      { role: 'user' as const, content: `${words(700, 'The museum is open.')} When?` },
    ],
  };

  const calling = answer({ toolCalls: [{ name: 'tool_1', input: {} }] });

  async function ask(requests: number): Promise<Usage> {
    server.script(
      ...Array.from({ length: requests - 1 }, () => calling),
      answer({ text: ['Ten.'] }),
    );
    let usage: Usage | undefined;
    for await (const event of runModel({ request, models: [make()], tools, signal, log })) {
      if (event.type === 'usage') usage = event.usage;
    }
    if (!usage) throw new Error('no usage');
    return usage;
  }

  /** Tokens at the price of input that no cache has seen. */
  function equivalents({
    prompt_tokens,
    cached_tokens = 0,
    cache_write_tokens = 0,
  }: Usage): number {
    const {
      input,
      cached = input,
      cache_write = input,
    } = findTraits('anthropic', model).prices![0]!;
    const rest = prompt_tokens - cached_tokens - cache_write_tokens;
    return rest + (cached_tokens * cached + cache_write_tokens * cache_write) / input;
  }

  describe('an answer of six requests', () => {
    test('is billed at most 40 % of its prompts', async () => {
      const usage = await ask(6);
      expect(server.requests).toHaveLength(6);
      expect(usage.prompt_tokens).toBeGreaterThan(20_000);
      expect(equivalents(usage) / usage.prompt_tokens).toBeLessThan(0.4);
    });

    test('costs less again when another visitor has asked shortly before', async () => {
      const first = await ask(6);
      expect(equivalents(await ask(6))).toBeLessThan(0.8 * equivalents(first));
    });
  });

  const conversation = [
    { role: 'system' as const, content: words(400, 'Keep to the sources.') },
    { role: 'user' as const, content: words(400, 'Is it open?') },
    { role: 'assistant' as const, content: 'Yes.' },
    { role: 'user' as const, content: words(700, 'The museum is open.') },
  ];
  const offered = tools.map(({ definition }) => definition);

  test.each<[string, Partial<ModelRequest>, boolean[]]>([
    ['without tools', {}, [false, false, false]],
    ['with tools', { tools: offered, toolChoice: 'auto' }, [false, true, true]],
    ['with tools that may not be called', { tools: offered }, [false, false, false]],
  ])(
    'the system prompt is marked, and the rest only where tools may be called: %s',
    async (_case, over, marks) => {
      await collect(make(), { ...request, messages: conversation, ...over });
      const { system, messages } = server.requests[0]!.body as Record<
        string,
        Record<string, unknown>[]
      >;
      const isMarked = (blocks: unknown) => 'cache_control' in (blocks as object[]).at(-1)!;
      expect(isMarked(system)).toBe(true);
      expect(messages!.map(({ content }) => isMarked(content))).toEqual(marks);
    },
  );

  test('a site in front of the first question is marked in place of the system prompt', async () => {
    const [system, question, ...others] = conversation;
    const site = `${words(900, 'All of the site.')}\n\n`;
    const first = { ...question!, content: site + question!.content, stable: site.length } as const;
    const messages = [system!, first, ...others] as ModelRequest['messages'];
    for (const over of [{}, { tools: offered, toolChoice: 'auto' as const }]) {
      await collect(make(), { ...request, messages, ...over });
    }
    for (const { body } of server.requests) {
      const sent = body as { system: unknown; messages: { content: object[] }[] };
      expect(sent.system).toBe(system!.content);
      const [marked, rest] = sent.messages[0]!.content;
      expect(marked).toMatchObject({ text: site, cache_control: { type: 'ephemeral' } });
      expect(rest).toEqual({ type: 'text', text: question!.content });
      expect(JSON.stringify(body).match(/cache_control/g)!.length).toBeLessThanOrEqual(4);
    }
  });

  test('a server without a cache is asked without marks', async () => {
    const refusal = 'system.0.cache_control: Extra inputs are not permitted';
    server.script(apiError(400, 'invalid_request_error', refusal), answer({ text: ['Ten.'] }));
    await collect(make(), request);
    const marked = server.requests.map(({ body }) =>
      JSON.stringify(body).includes('cache_control'),
    );
    expect(marked).toEqual([true, false]);
  });
});
