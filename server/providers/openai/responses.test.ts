import { describe, expect, test } from '@jest/globals';
import type { ModelRequest } from '../language-model.ts';
import { answered, collect, textOf } from '../../../test/conformance/language-model.ts';
import { answer, apiError } from '../../../test/fakes/openai-behaviours.ts';
import { type Misbehaviour, rawEvents, rawJson } from '../../../test/fakes/vendor-server.ts';
import { request, tool, useOpenAi, withTools } from '../../../test/providers/openai/fixture.ts';

describe('responses', () => {
  const { script, bodies, passDay, responses } = useOpenAi({ models: { 'our-deployment': 0 } });
  const toolCalls = [{ name: 'find_stock', input: { article: 'vase' } }];
  const thinking: ModelRequest = { ...request, reasoningEffort: 'low' };

  test('asks for a stream that is not kept', async () => {
    await collect(responses('gpt-4o-mini'), { ...withTools, tools: [tool('find_stock')] });
    expect(bodies()).toEqual([
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
            description: 'The tool find_stock.',
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
    script(answer({ text: ['Yes.'], counted: usage }));
    const events = await collect(responses('gpt-6-luna'), request);
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
    script(rawJson({ object: 'response', status, output, usage, ...details }));
    expect(await collect(responses('gpt-4o-mini'), request)).toEqual([
      { type: 'text', text: 'At seven.' },
      { type: 'usage', usage: { prompt_tokens: 9, completion_tokens: 3 } },
      { type: 'finish', reason },
    ]);
  });

  describe('reasoning', () => {
    test.each([
      ['gpt-6-luna', 'none', 500],
      ['gpt-5-mini', 'minimal', 500 + 1024],
      ['gpt-6-astra', 'low', 500 + 4096],
    ])('that is not asked for is the least of %s: %s', async (model, effort, limit) => {
      await collect(responses(model), withTools);
      expect(bodies()).toHaveLength(1);
      expect(bodies()[0]).toMatchObject({ reasoning: { effort }, max_output_tokens: limit });
      expect(bodies()[0]).not.toHaveProperty('temperature');
      expect(bodies()[0]).not.toHaveProperty('reasoning.summary');
    });

    test('goes back encrypted, before the call that it led to', async () => {
      script(answer({ reasoning: ['Hm.'], text: ['Wait.'], toolCalls }), answer({ text: 'Yes.' }));
      const model = responses('gpt-6-astra');
      const asked: ModelRequest = { ...withTools, reasoningEffort: 'low' };
      const turn = answered(await collect(model, asked));
      const after = { ...asked, messages: [...request.messages, ...turn] };
      expect(textOf(await collect(model, after))).toBe('Yes.');
      const input = bodies()[1]!['input'] as Record<string, unknown>[];
      expect(input.slice(2).map(({ type }) => type)).toEqual([
        'reasoning',
        'message',
        'function_call',
        'function_call_output',
      ]);
      expect(input[2]).toMatchObject({ encrypted_content: expect.stringMatching(/./) });
      expect(bodies()).toHaveLength(2);

      // Another account cannot read it: the calls are told without.
      script(
        apiError(400, {
          message: 'The encrypted content for item rs_1 could not be verified.',
          code: 'invalid_encrypted_content',
        }),
      );
      await collect(model, after);
      expect(JSON.stringify(bodies().at(-1))).not.toContain('rs_');
      await collect(model, after);
      expect(JSON.stringify(bodies().at(-1))).toContain('rs_');
    });

    test('of a model with a name that tells nothing is seen, then as little as possible', async () => {
      const reasoned = { type: 'reasoning', id: 'rs_1', summary: [] };
      const told = { type: 'message', content: [{ type: 'output_text', text: 'Yes.' }] };
      script(rawEvents({ type: 'response.completed', response: { output: [reasoned, told] } }));
      const model = responses('our-deployment');
      expect(textOf(await collect(model, request))).toBe('Yes.');
      await collect(model, request);
      expect(bodies()[0]).not.toHaveProperty('reasoning');
      expect(bodies()[1]).toMatchObject({ reasoning: { effort: 'none' } });
    });

    test('that has left no room for a word is given room at once', async () => {
      const usage = { input_tokens: 9, output_tokens_details: { reasoning_tokens: 500 } };
      const incomplete_details = { reason: 'max_output_tokens' };
      const response = { output: [], usage, incomplete_details };
      script(rawEvents({ type: 'response.incomplete', response }));
      const events = await collect(responses('our-deployment'), request);
      expect(textOf(events)).toContain('seven');
      expect(events.filter(({ type }) => type === 'finish')).toHaveLength(1);
      expect(bodies()[1]).toMatchObject({ reasoning: { effort: 'none' } });
    });

    test('is left out where the model has none, for a day', async () => {
      const model = responses('our-deployment');
      await collect(model, thinking);
      await collect(model, thinking);
      passDay();
      await collect(model, thinking);
      expect(bodies().map((body) => 'reasoning' in body)).toEqual([
        true,
        false,
        false,
        true,
        false,
      ]);
    });

    test('has no summary if the organisation is not verified', async () => {
      script(
        apiError(400, {
          message: 'Your organization must be verified to generate reasoning summaries.',
          param: 'reasoning.summary',
          code: 'unsupported_value',
        }),
      );
      await collect(responses('o3-mini'), thinking);
      expect(bodies().map(({ reasoning }) => reasoning)).toEqual([
        { effort: 'low', summary: 'auto' },
        { effort: 'low' },
      ]);
    });
  });

  describe('the end', () => {
    const text = { type: 'response.output_text.delta', output_index: 0, delta: 'Well' };
    const ask = () => collect(responses('gpt-4o-mini'), request);

    test.each([
      ['length', 'length'],
      ['content_filter', 'refusal'],
    ])('is cut off: %s', async (finish, reason) => {
      script(answer({ text: 'Well', finish }));
      const events = await ask();
      expect(textOf(events)).toBe('Well');
      expect(events.at(-1)).toEqual({ type: 'finish', reason });
    });

    test('is a refusal in words', async () => {
      script(answer({ refusal: 'I cannot help with that.' }));
      const events = await ask();
      expect(textOf(events)).toBe('I cannot help with that.');
      expect(events.at(-1)).toEqual({ type: 'finish', reason: 'refusal' });
    });

    test('is a message that was not streamed', async () => {
      const item = { type: 'message', content: [{ type: 'output_text', text: 'Well' }] };
      script(rawEvents({ type: 'response.completed', response: { output: [item] } }));
      expect(await ask()).toEqual([
        { type: 'text', text: 'Well' },
        { type: 'finish', reason: 'stop' },
      ]);
    });

    const failed = (code: string, message: string) => ({
      type: 'response.failed',
      response: { error: { code, message } },
    });
    test.each<[string, object[], RegExp, boolean]>([
      ['no end', [text], /stopped before the end/, true],
      ['a failure', [failed('server_error', 'Oops.')], /Oops\./, true],
      ['a limit', [failed('rate_limit_exceeded', 'Slow.')], /limits requests/, true],
      [
        'a policy',
        [{ type: 'error', code: 'invalid_prompt', message: 'No.' }],
        /refused the/,
        false,
      ],
      ['a nested error', [text, { type: 'error', error: { message: 'In.' } }], /In\./, true],
    ])('is %s', async (_name, events, words, retryable) => {
      const broken: Misbehaviour = rawEvents(...events);
      script(broken, broken, broken);
      await expect(ask()).rejects.toMatchObject({
        retryable,
        cause: { message: expect.stringMatching(words) },
      });
    });
  });
});
