import { describe, expect, test } from '@jest/globals';
import type { Refusable } from '../../../server/providers/openai/chat-completions.ts';
import { completionParams } from '../../../server/providers/openai/chat-request.ts';
import type { ModelMessage, ModelRequest } from '../../../server/providers/language-model.ts';
import type { OpenAiVendor } from '../../../server/providers/openai/connection.ts';
import { groundedRequest, questions } from '../../conformance/language-model.ts';

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
    expect(sent({ ...told, ...none })).toMatchObject({ tool_choice: 'none', tools: { length: 2 } });
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
