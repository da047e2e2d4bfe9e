import { describe, expect, test } from '@jest/globals';
import { type Refusable, refusedOf } from '../../../server/providers/openai/chat-completions.ts';
import { completionParams } from '../../../server/providers/openai/chat-request.ts';
import type { ModelMessage, ModelRequest } from '../../../server/providers/language-model.ts';
import type { OpenAiVendor } from '../../../server/providers/openai/connection.ts';
import { groundedRequest, questions } from '../../conformance/language-model.ts';
import {
  cannotReason,
  effortFor,
  leastEffort,
} from '../../../server/providers/openai/reasoning.ts';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';

describe('a request', () => {
  type Effort = 'low' | 'high' | null;

  function params(provider: OpenAiVendor, model: string, reasoningEffort: Effort = null) {
    const request = { ...groundedRequest(questions.hours), temperature: 0.3, reasoningEffort };
    const { messages, stream, stream_options, ...others } = completionParams(
      provider,
      model,
      request,
      new Set(),
    );
    expect([messages, stream, stream_options]).toEqual([
      request.messages,
      true,
      { include_usage: true },
    ]);
    return others;
  }

  describe('parameters', () => {
    const plain = { temperature: 0.3, max_completion_tokens: 500 };
    const old = { temperature: 0.3, max_tokens: 500 };
    const least = (reasoning_effort: string, reserve: number) => ({
      max_completion_tokens: 500 + reserve,
      reasoning_effort,
    });
    test.each<[OpenAiVendor, string, Effort, object]>([
      ['openai', 'gpt-4o-mini', null, plain],
      ['openai', 'gpt-4.1', 'high', plain],
      ['openai', 'chatgpt-4o-latest', null, plain],
      ['openai', 'gpt-5-chat-latest', null, plain],
      ['openai', 'gpt-5', null, least('minimal', 1024)],
      ['openai', 'gpt-5-pro', null, least('high', 25_000)],
      ['openai', 'gpt-5.1-mini', null, least('none', 0)],
      ['openai', 'gpt-6-astra', null, least('low', 4096)],
      ['openai', 'gpt-6.1-sol', null, least('low', 4096)],
      ['openai', 'gpt-6.1-terra', null, least('none', 0)],
      ['openai', 'gpt-6-luna', null, least('none', 0)],
      ['openai', 'o1', null, least('low', 4096)],
      ['openai', 'o4-mini', 'low', { max_completion_tokens: 500 + 4096, reasoning_effort: 'low' }],
      ['openai', 'ft:o4-mini-2025-04-16:org::id', null, least('low', 4096)],
      ['groq', 'llama-3.3-70b-versatile', null, plain],
      ['groq', 'llama-3.3-70b-versatile', 'high', plain],
      ['groq', 'qwen/qwen3-32b', 'high', { ...plain, ...least('default', 4096) }],
      ['groq', 'qwen/qwen3-32b', null, { ...plain, reasoning_effort: 'none' }],
      ['groq', 'openai/gpt-oss-20b', null, { ...plain, ...least('low', 1024) }],
      ['groq', 'openai/gpt-oss-20b', 'high', { ...plain, ...least('high', 4096) }],
      ['openai_compatible', 'mistral-small', null, old],
      ['openai_compatible', 'gpt-35-turbo', null, old],
      [
        'openai_compatible',
        'deepseek-reasoner',
        'high',
        { temperature: 0.3, max_tokens: 25_500, reasoning_effort: 'high' },
      ],
      [
        'openai_compatible',
        'openai/gpt-oss-120b',
        null,
        { ...old, max_tokens: 4596, reasoning_effort: 'low' },
      ],
      ['azure', 'gpt-4o', 'high', plain],
      ['azure', 'our-chat', null, plain],
      ['azure', 'our-chat', 'high', { ...plain, ...least('high', 25_000) }],
      ['openai_compatible', 'openai/gpt-5', null, least('minimal', 1024)],
    ])('%s %s, effort %s', (provider, model, effort, expected) => {
      expect(params(provider, model, effort)).toEqual({ model, ...expected });
    });
  });

  describe('tools', () => {
    test.each<[OpenAiVendor, string, boolean, string]>([
      ['azure', 'gpt-6-astra', false, 'low'],
      ['azure', 'gpt-6.2-sol', false, 'low'],
      ['azure', 'gpt-6-luna', true, 'none'],
      ['openai', 'gpt-6-luna', true, 'none'],
      ['azure', 'gpt-5', true, 'low'],
      ['openai_compatible', 'gpt-6-astra', true, 'low'],
    ])('%s: %s is offered tools in chat completions: %s', (provider, model, offered, effort) => {
      const tool = { name: 'find', description: 'Finds.', inputSchema: { type: 'object' } };
      const request: ModelRequest = {
        ...groundedRequest(questions.hours),
        tools: [tool],
        toolChoice: 'auto',
        reasoningEffort: 'low',
      };
      const sent = completionParams(provider, model, request, new Set());
      expect('tools' in sent).toBe(offered);
      expect(sent.reasoning_effort).toBe(effort);
    });

    const asked: ModelRequest = {
      ...groundedRequest(questions.hours),
      tools: [
        { name: 'find_stock', description: 'x'.repeat(2000), inputSchema: { type: 'object' } },
        {
          name: 'book',
          description: 'Books.',
          inputSchema: {
            $schema: 'https://json-schema.org/draft/2020-12/schema',
            anyOf: [{ required: ['day'] }],
            properties: { day: { type: 'string' } },
          },
        },
      ],
      toolChoice: 'auto',
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
      request: ModelRequest,
      refused: Refusable[] = [],
      provider: OpenAiVendor = 'openai_compatible',
      model = 'local',
    ) => completionParams(provider, model, request, new Set(refused));

    test('are offered as all servers take them', () => {
      const { tools, tool_choice } = sent(asked);
      expect(tools).toEqual([
        {
          type: 'function',
          function: {
            name: 'find_stock',
            description: 'x'.repeat(1024),
            parameters: { type: 'object', properties: {} },
          },
        },
        {
          type: 'function',
          function: {
            name: 'book',
            description: 'Books.',
            parameters: { type: 'object', properties: { day: { type: 'string' } } },
          },
        },
      ]);
      expect(tool_choice).toBeUndefined();
    });

    test('are left out of an answer without calls, unless there were some before', () => {
      const none = { toolChoice: 'none' as const };
      expect(sent({ ...asked, ...none })).not.toHaveProperty('tools');
      expect(sent({ ...asked, ...none })).not.toHaveProperty('tool_choice');
      expect(sent({ ...told, ...none })).toMatchObject({
        tool_choice: 'none',
        tools: { length: 2 },
      });
      expect(sent({ ...told, ...none }, ['tool_choice'])).not.toHaveProperty('tools');
      expect(sent({ ...asked, tools: [] })).not.toHaveProperty('tools');
    });

    test('are told of as they were called, with what their server wants to see again', () => {
      expect(sent(told).messages.slice(2)).toEqual([
        {
          role: 'assistant',
          content: 'Let me look.',
          tool_calls: [
            {
              id: 'call_1',
              type: 'function',
              function: { name: 'find_stock', arguments: '{"article":"vase"}' },
              extra_content: { signature: 'signed' },
            },
            { id: 'call_2', type: 'function', function: { name: 'find_it_', arguments: '{}' } },
          ],
          reasoning: 'Hm.',
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'Three.' },
        { role: 'tool', tool_call_id: 'call_2', content: 'Error: No such tool.' },
      ]);
      const without = JSON.stringify(sent(told, ['carried']).messages);
      expect(without).not.toMatch(/Hm\.|signed/);
      expect(sent(told, ['calls_without_reasoning', 'carried']).messages[2]).toHaveProperty(
        'reasoning_content',
        '',
      );
    });

    test('become text where a server does not know them', () => {
      const { messages, tools } = sent(told, ['tools']);
      expect(tools).toBeUndefined();
      expect(messages.slice(2)).toEqual([
        {
          role: 'assistant',
          content:
            'Let me look.\n\nI ask the tool find_stock: {"article":"vase"}\n\nI ask the tool find it!: {}',
        },
        {
          role: 'user',
          content:
            'The tool find_stock answers:\nThree.\n\nThe tool find it! answers:\nError: No such tool.',
        },
      ]);
    });

    test.each<[OpenAiVendor, string, string, RegExp]>([
      ['openai', 'gpt-4o', 'call_abc-1', /^call_abc-1$/],
      ['openai', 'gpt-4o', 'x'.repeat(41), /^[\da-f]{9}$/],
      ['groq', 'llama', 'a/b', /^[\da-f]{9}$/],
      ['openai_compatible', 'local', `functions.f:0${'x'.repeat(99)}`, /^functions\.f:0x{99}$/],
      ['openai_compatible', 'mistral-small', 'call_1', /^[\da-f]{9}$/],
      ['openai_compatible', 'mistral-small', 'aB3dE5gH9', /^aB3dE5gH9$/],
    ])('have ids that %s takes: %s, %s', (provider, model, callId, expected) => {
      const toolCalls = [{ id: callId, name: 'find_stock', input: {} }];
      const messages: ModelMessage[] = [
        { role: 'assistant', content: '', toolCalls },
        { role: 'tool', callId, name: 'find_stock', content: '', ok: true },
      ];
      const [assistant, tool] = sent({ ...asked, messages }, [], provider, model).messages;
      expect(assistant).toMatchObject({
        content: null,
        tool_calls: [{ id: expect.stringMatching(expected) }],
      });
      expect(tool).toMatchObject({ tool_call_id: expect.stringMatching(expected) });
    });

    test('one that a server refuses is left out', () => {
      expect(sent(asked, ['tool book'])).toMatchObject({
        tools: [{ function: { name: 'find_stock' } }],
      });
    });

    test('go without reasoning where both do not go together', () => {
      const request = { ...asked, reasoningEffort: 'high' as const };
      const both = (asked: ModelRequest) =>
        sent(asked, ['effort_with_tools'], 'openai', 'gpt-5.6').reasoning_effort;
      expect(both(request)).toBe('none');
      expect(both({ ...request, tools: [] })).toBe('high');
    });
  });
});

describe('efforts', () => {
  test.each([
    ['gpt-5', 'minimal'],
    ['gpt-5-mini-2025-08-07', 'minimal'],
    ['gpt-5-pro', 'high'],
    ['gpt-5.2-pro', 'medium'],
    ['gpt-5-codex', 'low'],
    ['gpt-5.1', 'none'],
    ['gpt-5.6-luna', 'none'],
    ['gpt-6-sol', 'none'],
    ['gpt-6-astra', 'low'],
    ['gpt-6.1-sol', 'low'],
    ['gpt-6.1-terra', 'none'],
    ['gpt-6.2-sol', 'low'],
    ['gpt-6.2-astra', 'low'],
    ['o3', 'low'],
    ['o4-mini', 'low'],
    ['ft:gpt-5-mini:org::id', 'minimal'],
    ['openai/gpt-oss-20b', 'low'],
    ['openai/gpt-5.6:free', 'none'],
    ['gpt-5-chat-latest', undefined],
    ['gpt-4o', undefined],
    ['our-deployment', undefined],
    ['anthropic/claude-opus-5', undefined],
  ])('%s takes at least %s', (model, least) => {
    expect(leastEffort(model)).toBe(least);
  });

  test.each([
    ['gpt-4o', true],
    ['gpt-35-turbo', true],
    ['chatgpt-4o-latest', true],
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
  const sent = {
    model: 'local',
    messages: [],
    stream: true as const,
    stream_options: { include_usage: true },
    max_tokens: 500,
    temperature: 0.3,
    reasoning_effort: 'low' as const,
  };
  const refused = (message: string, param?: string, status = 400) =>
    refusedOf({ status, param, message, code: undefined }, sent);

  test.each([
    [
      'OpenAI',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_tokens',
      'max_tokens',
    ],
    [
      'OpenAI',
      "Unsupported value: 'temperature' does not support 0.3 with this model. Only the default (1) value is supported.",
      'temperature',
      'temperature',
    ],
    [
      'OpenAI',
      'Unrecognized request argument supplied: reasoning_effort',
      undefined,
      'reasoning_effort',
    ],
    [
      'vLLM',
      '[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]',
      undefined,
      'stream_options',
    ],
    [
      'Groq',
      '`reasoning_effort` must be one of `none` or `default`',
      undefined,
      'reasoning_effort',
    ],
    [
      'Mistral',
      "body.reasoning_effort: Input should be 'high' or 'none'",
      undefined,
      'reasoning_effort',
    ],
    [
      'xAI',
      'Model grok-4 does not support parameter reasoningEffort.',
      undefined,
      'reasoning_effort',
    ],
    ['Moonshot', 'invalid temperature: only 1 is allowed for this model', undefined, 'temperature'],
  ])('%s: %s', (_server, message, param, expected) => {
    expect(refused(message, param)).toBe(expected);
    expect(refused(message, param, 422)).toBe(expected);
    expect(refused(message, param, 500)).toBeUndefined();
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
      'Request too large for model `openai/gpt-oss-120b` on tokens per minute (TPM): Limit 8000, Requested 9027, please reduce your message size and try again.',
    ],
  ])('%s: %i, room for reasoning: %s', (_server, status, message) => {
    expect(refused(message, undefined, status)).toBe('reserve');
  });

  test.each([
    ['openai', 'tools[2].function.parameters', 'tool c'],
    ['Gemini', "Unknown name 'x' at 'tools[0].function_declarations[1].parameters'", 'tool b'],
  ])('the one tool that %s names', (_server, said, expected) => {
    const tools = ['a', 'b', 'c'].map((name) => ({
      type: 'function' as const,
      function: { name },
    }));
    const error = { status: 400, message: said, param: undefined, code: undefined };
    expect(refusedOf(error, { ...sent, tools })).toBe(expected);
  });

  test('the value of an effort, and the parameter', () => {
    const value =
      "Unsupported value: 'reasoning_effort' does not support 'low' with this model. Supported values are: 'medium'.";
    expect(refused(value, 'reasoning_effort')).toBe('effort low');
    expect(refused("Unknown parameter: 'reasoning_effort'.")).toBe('reasoning_effort');
  });

  test('none, when its value is refused, or another', () => {
    expect(refused('stop is too long: 9. This model supports at most 8.')).toBeUndefined();
    expect(refused("Unknown parameter: 'top_k'.", 'top_k')).toBeUndefined();
    expect(refused("Unknown parameter: 'max_completion_tokens'.")).toBeUndefined();
  });

  describe('tools', () => {
    const tool = (name: string) => ({ type: 'function' as const, function: { name } });
    const offered: ChatCompletionCreateParamsStreaming = {
      ...sent,
      tools: [tool('find_stock'), tool('book')],
    };
    const of = (status: number, message: string, param?: string, code?: string) =>
      refusedOf({ status, message, param, code }, offered);

    test.each([
      ['Ollama', 400, 'registry.ollama.ai/library/gemma3:4b does not support tools'],
      [
        'vLLM',
        400,
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      ],
      ['OpenRouter', 404, 'No endpoints found that support tool use. To learn more, visit …'],
      ['llama.cpp', 500, 'tools param requires --jinja flag'],
      ['llama.cpp of old', 500, 'Unsupported param: tools'],
      ['others', 400, 'Function calling is not enabled for this model'],
      ['others', 400, "Unknown parameter: 'tools'."],
      ['others', 422, 'tools: Extra inputs are not permitted'],
    ])('%s: %s %s', (_server, status, message) => {
      expect(of(status, message)).toBe('tools');
      expect(
        refusedOf({ status, message, param: undefined, code: undefined }, sent),
      ).toBeUndefined();
    });

    test('that the model has called wrongly', () => {
      const message = 'Tool choice is none, but model called a tool';
      expect(of(400, message, undefined, 'tool_use_failed')).toBe('tools');
    });

    test('only the one whose schema is refused', () => {
      const openai =
        "Invalid schema for function 'book': In context=('properties', 'days'), array schema missing items.";
      expect(of(400, openai, 'tools[1].function.parameters', 'invalid_function_parameters')).toBe(
        'tool book',
      );
      const groq =
        "invalid JSON schema for tool book, tools[1].function.parameters: 'required' present but 'properties' is missing";
      expect(of(400, groq, 'tool book, tools[1].function.parameters')).toBe('tool book');
      expect(of(400, groq)).toBe('tool book');
      expect(of(400, groq.replace('[1]', '[2]'))).toBeUndefined();
    });

    test('tool_choice by itself', () => {
      const choice = { ...offered, tool_choice: 'none' as const };
      const message = "Unknown parameter: 'tool_choice'.";
      expect(
        refusedOf({ status: 400, message, param: 'tool_choice', code: undefined }, choice),
      ).toBe('tool_choice');
    });

    test('together with reasoning', () => {
      const message =
        "Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.";
      expect(of(400, message, 'reasoning_effort')).toBe('effort_with_tools');
    });
  });

  describe('what is carried', () => {
    const call = {
      id: 'call_1',
      type: 'function' as const,
      function: { name: 'f', arguments: '{}' },
    };
    const message = { role: 'assistant' as const, content: null, tool_calls: [call] };
    const of = (said: string, fields: object, extra: object = {}) =>
      refusedOf(
        { status: 400, message: said, param: undefined, code: undefined },
        { ...sent, messages: [{ ...message, tool_calls: [{ ...call, ...extra }], ...fields }] },
      );
    const groq =
      "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]";

    test('may be refused', () => {
      expect(of(groq, { reasoning_content: 'Hm.' })).toBe('carried');
      const other = 'messages[1].reasoning: reasoning is not supported with this model';
      expect(of(other, { reasoning: 'Hm.' })).toBe('carried');
      expect(of('Unknown name "extra_content"', {}, { extra_content: {} })).toBe('carried');
      expect(of(groq, {})).toBeUndefined();
    });

    test('may be missed', () => {
      const deepseek =
        'The `reasoning_content` in the thinking mode must be passed back to the API.';
      expect(of(deepseek, {})).toBe('calls_without_reasoning');
    });
  });
});
