import { describe, expect, test } from '@jest/globals';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { ModelMessage, ModelRequest } from '../language-model.ts';
import { refusedOf } from './chat-completions.ts';
import { completionParams, type Refusable } from './chat-request.ts';
import type { OpenAiVendor } from '../../contract/providers.ts';
import { cannotReason, effortFor, leastEffort } from './reasoning.ts';
import { request, tool, withTools } from '../../../test/providers/openai/fixture.ts';

type Effort = ModelRequest['reasoningEffort'];

describe('a request', () => {
  const plain = { temperature: 0, max_completion_tokens: 500 };
  const old = { temperature: 0, max_tokens: 500 };
  const least = (reasoning_effort: string, reserve: number) => ({
    max_completion_tokens: 500 + reserve,
    reasoning_effort,
  });
  test.each<[OpenAiVendor, string, Effort, object]>([
    ['openai', 'gpt-4.1', 'high', plain],
    ['openai', 'gpt-5', null, least('minimal', 1024)],
    ['openai', 'gpt-5-pro', null, least('high', 25_000)],
    ['openai', 'gpt-6-luna', null, least('none', 0)],
    ['groq', 'qwen/qwen3-32b', 'high', { ...plain, ...least('default', 4096) }],
    ['groq', 'qwen/qwen3-32b', null, { ...plain, reasoning_effort: 'none' }],
    ['groq', 'openai/gpt-oss-20b', null, { ...plain, ...least('low', 1024) }],
    ['openai_compatible', 'gpt-35-turbo', null, old],
    [
      'openai_compatible',
      'deepseek-reasoner',
      'high',
      { ...old, max_tokens: 25_500, reasoning_effort: 'high' },
    ],
    ['azure', 'our-chat', null, plain],
    ['azure', 'our-chat', 'high', { ...plain, ...least('high', 25_000) }],
  ])('to %s for %s, effort %s', (provider, model, reasoningEffort, expected) => {
    const { messages } = request;
    const common = { model, messages, stream: true, stream_options: { include_usage: true } };
    const asked = { ...request, reasoningEffort };
    const sent = completionParams(provider, model, asked, new Set());
    expect(sent).toEqual({ ...common, ...expected });
  });

  test.each<[OpenAiVendor, string, boolean, string]>([
    ['azure', 'gpt-6-astra', false, 'low'],
    ['azure', 'gpt-6.2-sol', false, 'low'],
    ['azure', 'gpt-6-luna', true, 'none'],
    ['openai', 'gpt-6-luna', true, 'none'],
    ['azure', 'gpt-5', true, 'low'],
    ['openai_compatible', 'gpt-6-astra', true, 'low'],
  ])('to %s for %s offers tools: %s', (provider, model, offered, effort) => {
    const asked: ModelRequest = { ...withTools, reasoningEffort: 'low' };
    const sent = completionParams(provider, model, asked, new Set());
    expect('tools' in sent).toBe(offered);
    expect(sent.reasoning_effort).toBe(effort);
  });

  const asked: ModelRequest = {
    ...withTools,
    tools: [
      { ...tool('find_stock'), description: 'x'.repeat(2000) },
      tool('book', {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        anyOf: [{ required: ['day'] }],
        properties: { day: { type: 'string' } },
      }),
    ],
  };
  const called: ModelMessage[] = [
    {
      role: 'assistant',
      content: 'Let me look.',
      toolCalls: [
        { id: 'call_1', name: 'find_stock', input: { article: 'vase' } },
        { id: 'call_2', name: 'find it!', input: null },
      ],
      carried: [
        { model: 'openai_compatible:other', value: { message: { reasoning: 'no' }, extra: {} } },
        {
          model: 'openai_compatible:local',
          value: { message: { reasoning: 'Hm.' }, extra: { call_1: { signature: 'signed' } } },
        },
      ],
    },
    { role: 'tool', callId: 'call_1', name: 'find_stock', content: 'Three.', ok: true },
    { role: 'tool', callId: 'call_2', name: 'find it!', content: 'No such tool.', ok: false },
  ];
  const told = { ...asked, messages: [...asked.messages, ...called] };
  const sent = (
    given: ModelRequest,
    refused: Refusable[] = [],
    provider: OpenAiVendor = 'openai_compatible',
    model = 'local',
  ) => completionParams(provider, model, given, new Set(refused));

  test('has tools as all servers take them', () => {
    const { tools, tool_choice } = sent(asked);
    expect(tools).toMatchObject([
      { type: 'function', function: { name: 'find_stock', description: 'x'.repeat(1024) } },
      { type: 'function', function: { name: 'book' } },
    ]);
    expect(tools?.map((one) => 'function' in one && one.function.parameters)).toEqual([
      { type: 'object', properties: {} },
      { type: 'object', properties: { day: { type: 'string' } } },
    ]);
    expect(tool_choice).toBeUndefined();
  });

  test('has no tools for an answer without calls, unless there were some before', () => {
    const none = { toolChoice: 'none' as const };
    expect(sent({ ...asked, ...none })).not.toHaveProperty('tools');
    expect(sent({ ...asked, ...none })).not.toHaveProperty('tool_choice');
    expect(sent({ ...told, ...none })).toMatchObject({ tool_choice: 'none', tools: { length: 2 } });
    expect(sent({ ...told, ...none }, ['tool_choice'])).not.toHaveProperty('tools');
  });

  test('tells of calls as they were made, with what their server wants to see again', () => {
    const named = (name: string, written: string) => ({ name, arguments: written });
    const findStock = named('find_stock', '{"article":"vase"}');
    const signature = { extra_content: { signature: 'signed' } };
    expect(sent(told).messages.slice(2)).toEqual([
      {
        role: 'assistant',
        content: 'Let me look.',
        tool_calls: [
          { id: 'call_1', type: 'function', function: findStock, ...signature },
          { id: 'call_2', type: 'function', function: named('find_it_', '{}') },
        ],
        reasoning: 'Hm.',
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'Three.' },
      { role: 'tool', tool_call_id: 'call_2', content: 'Error: No such tool.' },
    ]);
  });

  test('tells of calls in words where a server does not know them', () => {
    const { messages, tools } = sent(told, ['tools']);
    expect(tools).toBeUndefined();
    const [look, find] = ['Let me look.', 'I ask the tool find_stock: {"article":"vase"}'];
    const [three, error] = ['The tool find_stock answers:\nThree.', 'The tool find it! answers:\n'];
    expect(messages.slice(2)).toEqual([
      { role: 'assistant', content: `${look}\n\n${find}\n\nI ask the tool find it!: {}` },
      { role: 'user', content: `${three}\n\n${error}Error: No such tool.` },
    ]);
  });

  test.each<[OpenAiVendor, string, string, RegExp]>([
    ['openai', 'gpt-4o', 'call_abc-1', /^call_abc-1$/],
    ['openai', 'gpt-4o', 'x'.repeat(41), /^[\da-f]{9}$/],
    ['groq', 'llama', 'a/b', /^[\da-f]{9}$/],
    ['openai_compatible', 'local', `functions.f:0${'x'.repeat(99)}`, /^functions\.f:0x{99}$/],
    ['openai_compatible', 'mistral-small', 'call_1', /^[\da-f]{9}$/],
    ['openai_compatible', 'mistral-small', 'aB3dE5gH9', /^aB3dE5gH9$/],
  ])('to %s for %s names a call as it takes it: %s', (provider, model, callId, expected) => {
    const toolCalls = [{ id: callId, name: 'find_stock', input: {} }];
    const messages: ModelMessage[] = [
      { role: 'assistant', content: '', toolCalls },
      { role: 'tool', callId, name: 'find_stock', content: '', ok: true },
    ];
    const id = expect.stringMatching(expected);
    expect(sent({ ...asked, messages }, [], provider, model).messages).toMatchObject([
      { content: null, tool_calls: [{ id }] },
      { tool_call_id: id },
    ]);
  });

  test('asks for no reasoning where it does not go together with tools', () => {
    const high = { ...asked, reasoningEffort: 'high' as const };
    const effortOf = (given: ModelRequest) =>
      sent(given, ['effort_with_tools'], 'openai', 'gpt-5.6').reasoning_effort;
    expect(effortOf(high)).toBe('none');
    expect(effortOf({ ...high, tools: [] })).toBe('high');
  });
});

describe('efforts', () => {
  test.each([
    ['gpt-5-mini-2025-08-07', 'minimal'],
    ['gpt-5.2-pro', 'medium'],
    ['gpt-5-codex', 'low'],
    ['gpt-5.1', 'none'],
    ['gpt-6-sol', 'none'],
    ['gpt-6.1-sol', 'low'],
    ['o3', 'low'],
    ['ft:gpt-5-mini:org::id', 'minimal'],
    ['openai/gpt-5.6:free', 'none'],
    ['gpt-5-chat-latest', undefined],
    ['chatgpt-4o-latest', undefined],
    ['our-deployment', undefined],
  ])('%s takes at least %s', (model, least) => {
    expect(leastEffort(model)).toBe(least);
  });

  test.each([
    ['gpt-35-turbo', true],
    ['gpt-5', false],
    ['our-deployment', false],
  ])('%s cannot reason: %s', (model, expected) => {
    expect(cannotReason(model)).toBe(expected);
  });

  test.each([
    [null, 'none', [], 'none'],
    [null, 'low', [], 'low'],
    [null, 'none', ['effort none'], 'minimal'],
    [null, 'none', ['effort none', 'effort minimal'], 'low'],
    ['low', 'high', [], 'high'],
    ['low', 'none', ['effort low'], 'medium'],
    ['high', 'none', ['effort high'], 'medium'],
    ['high', 'none', ['reasoning_effort'], undefined],
  ] as const)('asked for %s, at least %s, refused %j: %s', (asked, least, refused, expected) => {
    expect(effortFor(asked, least, new Set<string>(refused))).toBe(expected);
  });
});

describe('a refusal', () => {
  const sent: ChatCompletionCreateParamsStreaming = {
    model: 'local',
    messages: [],
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: 500,
    temperature: 0.3,
    reasoning_effort: 'low',
  };
  interface Said {
    message: string;
    status?: number;
    param?: string;
    code?: string;
  }
  const refused = ({ status = 400, message, param, code }: Said, of: object = {}) =>
    refusedOf({ status, message, param, code }, { ...sent, ...of });

  test.each([
    [
      'OpenAI',
      "Unsupported parameter: 'max_tokens' is not supported with this model.",
      'max_tokens',
    ],
    ['OpenAI', 'Unrecognized request argument supplied: reasoning_effort', 'reasoning_effort'],
    [
      'vLLM',
      '"loc":["body","stream_options"],"msg":"Extra inputs are not permitted"',
      'stream_options',
    ],
    ['Groq', '`reasoning_effort` must be one of `none` or `default`', 'reasoning_effort'],
    ['Mistral', "body.reasoning_effort: Input should be 'high' or 'none'", 'reasoning_effort'],
    ['xAI', 'Model grok-4 does not support parameter reasoningEffort.', 'reasoning_effort'],
    ['Moonshot', 'invalid temperature: only 1 is allowed for this model', 'temperature'],
  ])('of %s: %s', (_server, message, expected) => {
    expect(refused({ message })).toBe(expected);
    expect(refused({ message, status: 422 })).toBe(expected);
    expect(refused({ message, status: 500 })).toBeUndefined();
  });

  test.each([
    ['OpenAI', 400, 'max_tokens is too large: 9. This model supports at most 8.'],
    ['DeepSeek', 400, 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]'],
    [
      'vLLM',
      400,
      "This model's maximum context length is 8192 tokens. However, you requested 9000",
    ],
    [
      'Groq',
      413,
      'Request too large for model `x` on tokens per minute (TPM): Limit 8000, Requested 9027',
    ],
  ])('of %s: %i, room for reasoning: %s', (_server, status, message) => {
    expect(refused({ status, message })).toBe('reserve');
  });

  test('of one value of an effort', () => {
    const message =
      "Unsupported value: 'reasoning_effort' does not support 'low' with this model. Supported values are: 'medium'.";
    expect(refused({ message, param: 'reasoning_effort' })).toBe('effort low');
  });

  test('of another value or parameter teaches nothing', () => {
    for (const message of [
      'stop is too long: 9. This model supports at most 8.',
      "Unknown parameter: 'top_k'.",
      "Unknown parameter: 'max_completion_tokens'.",
    ])
      expect(refused({ message })).toBeUndefined();
  });

  const named = (name: string) => ({ type: 'function' as const, function: { name } });
  const offered = { tools: [named('find_stock'), named('book')] };

  test.each([
    ['Ollama', 400, 'registry.ollama.ai/library/gemma3:4b does not support tools'],
    ['vLLM', 400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser'],
    ['OpenRouter', 404, 'No endpoints found that support tool use. To learn more, visit …'],
    ['llama.cpp', 500, 'tools param requires --jinja flag'],
    ['llama.cpp of old', 500, 'Unsupported param: tools'],
    ['others', 400, 'Function calling is not enabled for this model'],
    ['others', 422, 'tools: Extra inputs are not permitted'],
  ])('of %s: %s, tools: %s', (_server, status, message) => {
    expect(refused({ status, message }, offered)).toBe('tools');
    expect(refused({ status, message })).toBeUndefined();
  });

  const [book, groq] = [
    "Invalid schema for function 'book': …",
    'invalid JSON schema for tool book',
  ];
  const missing = "'required' present but 'properties' is missing";
  test.each<[string, Said, Refusable | undefined]>([
    ['of OpenAI', { message: book, param: 'tools[1].function.parameters' }, 'tool book'],
    ['of Groq', { message: `${groq}, tools[1].function.parameters: ${missing}` }, 'tool book'],
    [
      'of Gemini',
      { message: "Unknown name 'x' at 'tools[0].function_declarations[1].parameters'" },
      'tool book',
    ],
    ['of none', { message: `${groq}, tools[2].function.parameters: ${missing}` }, undefined],
    ['of a call', { message: 'model called a tool', code: 'tool_use_failed' }, 'tools'],
    [
      'together with reasoning',
      {
        message:
          "Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
        param: 'reasoning_effort',
      },
      'effort_with_tools',
    ],
  ])('of one tool %s', (_what, said, expected) => {
    expect(refused(said, offered)).toBe(expected);
  });

  test('of tool_choice by itself', () => {
    const said = { message: "Unknown parameter: 'tool_choice'.", param: 'tool_choice' };
    expect(refused(said, { ...offered, tool_choice: 'none' })).toBe('tool_choice');
  });

  const unsatisfied =
    "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]";
  test.each<[string, object, object, Refusable | undefined]>([
    [unsatisfied, { reasoning_content: 'Hm.' }, {}, 'carried'],
    [unsatisfied, {}, {}, undefined],
    ['reasoning is not supported with this model', { reasoning: 'Hm.' }, {}, 'carried'],
    ['Unknown name "extra_content"', {}, { extra_content: {} }, 'carried'],
    [
      'The `reasoning_content` in the thinking mode must be passed back to the API.',
      {},
      {},
      'calls_without_reasoning',
    ],
  ])('of what is carried: %s', (message, fields, extra, expected) => {
    const call = { id: 'call_1', ...named('f'), ...extra };
    const assistant = { role: 'assistant', content: null, tool_calls: [call], ...fields };
    expect(refused({ message }, { messages: [assistant] })).toBe(expected);
  });
});
