import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type CallDelta, toolCallAssembly } from '../../../server/providers/openai/chat-reader.ts';

fc.configureGlobal({ seed: 17 });

function assemble(deltas: readonly CallDelta[], cut = false) {
  const calls = toolCallAssembly(() => new Error('too much'));
  for (const delta of deltas) calls.push(delta);
  return calls.end(cut);
}
const inputs = (deltas: readonly CallDelta[], cut = false) =>
  assemble(deltas, cut).map(({ name, input }) => [name, input]);
const of = (name: string | undefined, written: unknown, rest: CallDelta = {}): CallDelta => ({
  ...rest,
  function: { ...(name !== undefined && { name }), arguments: written },
});

describe('puts together', () => {
  test.each<[string, CallDelta[], unknown[]]>([
    [
      'pieces that are mixed',
      [
        of('a', '', { index: 0, id: 'x' }),
        of('b', '{"n"', { index: 1, id: 'y' }),
        of(undefined, '{}', { index: 0 }),
        of(undefined, ':1}', { index: 1 }),
      ],
      [
        ['a', {}],
        ['b', { n: 1 }],
      ],
    ],
    [
      'pieces that are mixed, by their ids',
      [
        of('a', '{"n":', { id: 'x' }),
        of('b', '{"m":', { id: 'y' }),
        of(undefined, '1}', { id: 'x' }),
        of(undefined, '2}', { id: 'y' }),
      ],
      [
        ['a', { n: 1 }],
        ['b', { m: 2 }],
      ],
    ],
    [
      'a name that comes late',
      [of(undefined, '{"n":', { index: 0 }), of('a', '1}', { index: 0 })],
      [['a', { n: 1 }]],
    ],
    [
      'a name that comes again at the end',
      [of('a', '{}', { index: 0 }), of('a', '', { index: 0 })],
      [['a', {}]],
    ],
    [
      'the same call twice, whole, without anything to tell them apart',
      [of('a', '{}'), of('a', '{}')],
      [
        ['a', {}],
        ['a', {}],
      ],
    ],
    [
      'the same call twice without arguments, by their ids',
      [of('a', '', { index: 0, id: 'x' }), of('a', '', { index: 0, id: 'y' })],
      [
        ['a', {}],
        ['a', {}],
      ],
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
    [
      'what is no object as no input',
      [of('a', '[1]'), of('b', '5'), of('c', '{"n":')],
      [
        ['a', null],
        ['b', null],
        ['c', null],
      ],
    ],
  ])('%s', (_name, deltas, expected) => {
    expect(inputs(deltas)).toEqual(expected);
  });

  test('leaves out what has no name', () => {
    expect(assemble([of(undefined, '{}', { index: 0, id: 'x' })])).toEqual([]);
  });

  test('leaves out what the end of the answer has cut', () => {
    const deltas = [of('a', '{"n":1}', { index: 0 }), of('b', '{"n":{}', { index: 1 })];
    expect(inputs(deltas, true)).toEqual([['a', { n: 1 }]]);
    expect(inputs([of('a', '', { index: 0 })], true)).toEqual([]);
  });

  test('gives each call an id of its own', () => {
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

  test('takes a number for an id', () => {
    const [call] = assemble([of('a', '{}', { index: 0, id: 7 as unknown as string })]);
    expect(call?.id).toBe('7');
  });

  test('keeps what came with a call', () => {
    const extra = { google: { thought_signature: 'signed' } };
    const [call] = assemble([
      of('a', '{', { index: 0, extra_content: extra }),
      of(undefined, '}', { index: 0 }),
    ]);
    expect(call?.extra).toEqual(extra);
  });
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
