import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type CallDelta,
  completionReader,
  LiteralDeltas,
  ToolCallAssembly,
} from '../../../server/providers/openai/chat-reader.ts';
import { answered, collect, textOf } from '../../conformance/language-model.ts';
import { type Answer, answer, apiError } from '../../fakes/openai-behaviours.ts';
import type { OpenAiServerOptions } from '../../fakes/openai-server.ts';
import { rawEvents } from '../../fakes/vendor-server.ts';
import { request, tool, useOpenAi, withTools } from './fixture.ts';

fc.configureGlobal({ seed: 17 });

describe('tools', () => {
  const { restart, script, bodies, chat } = useOpenAi();
  const toolCalls = [{ name: 'find_stock', input: { article: 'vase' } }];

  test('are not offered again where a server has none', async () => {
    script(apiError(400, { message: 'local does not support tools', type: 'api_error' }));
    const local = chat();
    expect(textOf(await collect(local, withTools))).toContain('seven');
    await collect(local, withTools);
    expect(bodies().map((body) => 'tools' in body)).toEqual([true, false, false]);
  });

  const message = "Failed to call a function. Please adjust your prompt. See 'failed_generation'.";
  const error = { message, type: 'invalid_request_error', code: 'tool_use_failed' };
  test.each([
    ['at once', apiError(400, error)],
    // https://github.com/langchain4j/langchain4j/issues/2585
    ['in the stream', rawEvents({ error: { ...error, status_code: 400 } })],
  ])('are offered again when only the model has called wrongly, told %s', async (_when, wrong) => {
    script(wrong);
    const groq = chat('local', { provider: 'groq' });
    expect(textOf(await collect(groq, withTools))).toContain('seven');
    await collect(groq, withTools);
    expect(bodies().map((body) => 'tools' in body)).toEqual([true, false, true]);
  });

  test('are offered without the one whose schema is refused', async () => {
    const strange = tool('strange', { type: 'object', properties: { days: { type: 'array' } } });
    const openai = chat('gpt-4o-mini', { provider: 'openai' });
    const asked = { ...withTools, tools: [tool('find_stock'), strange, tool('book')] };
    await collect(openai, asked);
    await collect(openai, asked);
    const names = bodies().map(({ tools }) =>
      (tools as { function: { name: string } }[]).map((one) => one.function.name),
    );
    const good = ['find_stock', 'book'];
    expect(names).toEqual([['find_stock', 'strange', 'book'], good, good]);
  });

  const extra = { google: { thought_signature: 'signed' } };
  const detail = { type: 'reasoning.text', text: 'Let me look.', signature: 'signed', index: 0 };
  const thought = ['Let me', ' look.'];
  const misses = { messageFields: ['reasoning_content'], wantsReasoningBack: true };
  test.each<[string, Omit<Answer, 'kind'>, OpenAiServerOptions['dialect'], object, number]>([
    [
      'reasoning_content',
      { reasoning: thought },
      { messageFields: ['reasoning_content'] },
      { reasoning_content: 'Let me look.' },
      2,
    ],
    [
      'reasoning',
      { reasoning: thought, reasoningField: 'reasoning' },
      { messageFields: ['reasoning'] },
      { reasoning: 'Let me look.' },
      2,
    ],
    [
      'reasoning with its signature',
      { reasoning: thought, reasoningField: 'reasoning_details' },
      { messageFields: ['reasoning_details'] },
      { reasoning_details: [{ ...detail, format: 'anthropic-claude-v1' }] },
      2,
    ],
    [
      'the signature of a call',
      { toolCalls: [{ ...toolCalls[0]!, extra }] },
      { callFields: ['extra_content'] },
      { tool_calls: [expect.objectContaining({ extra_content: extra })] },
      2,
    ],
    ['nothing where it is refused', { reasoning: ['Hm.'] }, {}, {}, 3],
    ['an empty thought where one is missed', {}, misses, { reasoning_content: '' }, 3],
  ])('carry to the next turn: %s', async (_name, said, dialect = {}, expected, requests) => {
    await restart({ dialect });
    script(answer({ text: [], toolCalls, ...said }), answer({ text: 'Yes.' }));
    const local = chat();
    const events = await collect(local, withTools);
    const messages = [...request.messages, ...answered(events)];
    expect(textOf(await collect(local, { ...withTools, messages }))).toBe('Yes.');
    const sent = (bodies().at(-1)!['messages'] as object[])[2];
    expect(sent).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [expect.anything()],
      ...expected,
    });
    expect(bodies()).toHaveLength(requests);
  });

  const whole = { toolCalls, callStyle: { pieces: 'whole' } } as const;
  const [none, called] = ['stop', 'tool_calls'];
  test.each<[string, Omit<Answer, 'kind'>, calls: number, reason: string]>([
    ['calls, whatever it is called', { toolCalls, finish: 'eos' }, 1, called],
    ['calls of before there were several', { toolCalls, callStyle: { legacy: true } }, 1, called],
    ['no call, though it is announced', { text: 'Yes.', finish: 'tool_calls' }, 0, none],
    ['a whole call of an answer that is cut off', { ...whole, finish: 'length' }, 1, called],
    ['no call of one that was filtered', { ...whole, finish: 'content_filter' }, 0, 'refusal'],
    ['nothing to carry without a call', { reasoning: ['Hm.'], text: 'Yes.' }, 0, none],
  ])('are at the end of an answer: %s', async (_name, said, calls, reason) => {
    script(answer({ usage: 'none', ...said }));
    const events = await collect(chat(), withTools);
    expect(events.filter(({ type }) => !['text', 'reasoning'].includes(type))).toEqual([
      ...Array<unknown>(calls).fill({
        type: 'tool_call',
        call: expect.objectContaining(toolCalls[0]!),
      }),
      { type: 'finish', reason },
    ]);
  });
});

describe('assembled calls', () => {
  function assemble(deltas: readonly CallDelta[], cut = false) {
    const calls = new ToolCallAssembly(() => new Error('too much'));
    for (const delta of deltas) calls.push(delta);
    return calls.end(cut);
  }
  const inputs = (deltas: readonly CallDelta[], cut = false) =>
    assemble(deltas, cut).map(({ name, input }) => [name, input]);
  const of = (name: string | undefined, written: unknown, rest: CallDelta = {}): CallDelta => ({
    ...rest,
    function: { ...(name !== undefined && { name }), arguments: written },
  });

  type Calls = [name: string, input: object | null][];
  const zero = { index: 0 };
  test.each<[string, CallDelta[], Calls]>([
    [
      'a name that comes late',
      [of(undefined, '{"n":', zero), of('a', '1}', zero)],
      [['a', { n: 1 }]],
    ],
    ['a name that comes again at the end', [of('a', '{}', zero), of('a', '', zero)], [['a', {}]]],
    ['the same call twice', [of('a', '{}'), of('a', '{}')], Array(2).fill(['a', {}]) as Calls],
    [
      'the same call twice without arguments, by their ids',
      [of('a', '', { ...zero, id: 'x' }), of('a', '', { ...zero, id: 'y' })],
      Array(2).fill(['a', {}]) as Calls,
    ],
    [
      'different calls without arguments and ids',
      [of('a', ''), of('b', '')],
      [
        ['a', {}],
        ['b', {}],
      ],
    ],
    ['null in all places', [{ index: null, id: null, function: null }, of('a', null)], [['a', {}]]],
    ['a list as no input', [of('a', '[1]')], [['a', null]]],
    ['a broken object as no input', [of('a', '{"n":')], [['a', null]]],
    ['nothing without a name', [of(undefined, '{}', { ...zero, id: 'x' })], []],
  ])('are put together: %s', (_name, deltas, expected) => {
    expect(inputs(deltas)).toEqual(expected);
  });

  test('are left out if the end of the answer has cut them', () => {
    const deltas = [of('a', '{"n":1}', { index: 0 }), of('b', '{"n":{}', { index: 1 })];
    expect(inputs(deltas, true)).toEqual([['a', { n: 1 }]]);
    expect(inputs([of('a', '', { index: 0 })], true)).toEqual([]);
  });

  test('have ids of their own', () => {
    const ids = assemble([
      of('a', '{}', { index: 0, id: 'x' }),
      of('b', '{}', { index: 1, id: 'x' }),
      of('c', '{}', { index: 2 }),
    ]).map(({ id }) => id);
    expect(ids).toEqual([
      'x',
      expect.stringMatching(/^[a-z\d]{9}$/),
      expect.stringMatching(/^[a-z\d]{9}$/),
    ]);
    expect(new Set(ids).size).toBe(3);
  });

  test('does not depend on where the pieces end, nor on their order among calls', () => {
    const calls = fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(calls, fc.nat(9), fc.boolean(), (all, size, indexed) => {
        const pieces = all.map((input, index) => {
          const written = JSON.stringify(input);
          const key = indexed ? { index } : { id: `id_${index}` };
          const parts = written.match(new RegExp(`[^]{1,${size + 1}}`, 'g')) ?? [];
          return [of(`tool_${index}`, '', key), ...parts.map((part) => of(undefined, part, key))];
        });
        const longest = Math.max(...pieces.map(({ length }) => length));
        const mixed = Array.from({ length: longest }, (_, at) =>
          pieces.flatMap((part) => part[at] ?? []),
        ).flat();
        const parsed = all.map((input) => JSON.parse(JSON.stringify(input)) as unknown);
        expect(assemble(mixed).map(({ input }) => input)).toEqual(parsed);
      }),
    );
  });

  test.each([
    ['arguments', Array.from({ length: 20 }, () => of('a', 'x'.repeat(100_000), { index: 0 }))],
    ['calls', Array.from({ length: 200 }, (_, index) => of('a', '', { index }))],
  ])('ends what has no end: %s', (_name, deltas) => {
    expect(() => assemble(deltas)).toThrow('too much');
  });
});

describe('literal chunks', () => {
  const chunk = (delta: object, about: object = {}) =>
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      ...about,
      choices: [{ index: 0, delta, finish_reason: null }],
    });

  const observer = {
    streamedError: () => new Error('no'),
    onReasoning: () => undefined,
  };
  const newReader = () => completionReader('a:b', 'The vendor', observer);

  /** The events of the last frame, from a reader of all frames and from a new reader. */
  function compare(frames: string[]) {
    const reader = newReader();
    // The beginning is where a block of thoughts may begin; both are past it.
    const beginning = { event: '', data: chunk({ content: 'It is ' }) };
    reader.read(beginning);
    for (const data of frames.slice(0, -1)) reader.read({ event: '', data });
    const last = { event: '', data: frames.at(-1)! };
    const fresh = newReader();
    fresh.read({ ...beginning, data: `${beginning.data} ` });
    return [reader.read(last), fresh.read(last)];
  }

  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('"', '\\', '\n', '\\"', '","role":"x', '"}}]}', '\u2028', 'ä', '👩‍🚀', '\ud800'),
  );
  const delta = fc.oneof(
    text.map((content) => ({ content })),
    fc.record({ content: text, refusal: fc.constantFrom(null, 'no') }),
    fc.record({ content: fc.constant(null), reasoning: text }),
    fc.record({ content: text, reasoning_content: text }),
    fc.constant({ role: 'assistant', content: '' }),
  );
  const about = fc.constantFrom(
    {},
    { usage: null },
    { note: '"content":"It is "' },
    { obfuscation: 'first' },
    { n: 2 },
  );

  test('say the same, parsed or not', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(delta, about), { minLength: 1, maxLength: 6 }), (chunks) => {
        const [known, parsed] = compare(chunks.map(([each, around]) => chunk(each, around)));
        expect(known).toEqual(parsed);
      }),
      { numRuns: 2000 },
    );
  });

  /** Reads chunks by what another one has taught. */
  const readAfter = (learnt: string, text: string) => {
    const literals = new LiteralDeltas();
    literals.learn(learnt, text);
    return (data: string) => literals.read(data);
  };

  test('are not parsed again once one is known', () => {
    const read = readAfter(chunk({ content: 'a' }), 'a');
    expect(read(chunk({ content: 'Größe 👩‍🚀' }))).toBe('Größe 👩‍🚀');
    expect(read(chunk({ content: 'b' }, { usage: null }))).toBeUndefined();
    expect(read(chunk({ content: 'a "quotation"' }))).toBeUndefined();
    expect(read(chunk({ content: 'b', role: 'assistant' }))).toBeUndefined();
    expect(read(chunk({ content: 'b' }).slice(0, -1))).toBeUndefined();
    const spaced = (content: string) => `{"choices": [{"delta": {"content": "${content}"}}]}`;
    expect(readAfter(spaced('one'), 'one')(spaced('two'))).toBe('two');
    const twice = chunk({ content: 'same', name: 'same' });
    expect(readAfter(twice, 'same')(twice)).toBeUndefined();
  });

  test('are recognised whatever they are padded with', () => {
    const padded = (content: string, obfuscation: string) =>
      chunk({ content }).slice(0, -1) + `,"obfuscation":"${obfuscation}"}`;
    const read = readAfter(padded('one', 'abc'), 'one');
    expect(read(padded('two', 'xyz0123'))).toBe('two');
    expect(read(padded('two', ''))).toBe('two');
    expect(read(chunk({ content: 'two' }))).toBe('two');
    expect(read(padded('two', '","n":"'))).toBeUndefined();
    expect(read(padded('two', 'x').slice(0, -1))).toBeUndefined();
  });
});
