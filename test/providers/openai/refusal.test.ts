import { describe, expect, test } from '@jest/globals';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { refusedOf } from '../../../server/providers/openai/chat-completions.ts';

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
  ['Groq', '`reasoning_effort` must be one of `none` or `default`', undefined, 'reasoning_effort'],
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
  ['vLLM', 400, "This model's maximum context length is 8192 tokens. However, you requested 9000"],
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
  const tools = ['a', 'b', 'c'].map((name) => ({ type: 'function' as const, function: { name } }));
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
    expect(refusedOf({ status, message, param: undefined, code: undefined }, sent)).toBeUndefined();
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
    expect(refusedOf({ status: 400, message, param: 'tool_choice', code: undefined }, choice)).toBe(
      'tool_choice',
    );
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
    const deepseek = 'The `reasoning_content` in the thinking mode must be passed back to the API.';
    expect(of(deepseek, {})).toBe('calls_without_reasoning');
  });
});
