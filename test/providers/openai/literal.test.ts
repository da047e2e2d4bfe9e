import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { completionReader, literalDeltas } from '../../../server/providers/openai/chat-reader.ts';

fc.configureGlobal({ seed: 17 });

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

describe('chunks that differ only in their text', () => {
  test('say the same, parsed or not', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(delta, about), { minLength: 1, maxLength: 6 }), (chunks) => {
        const [known, parsed] = compare(chunks.map(([each, around]) => chunk(each, around)));
        expect(known).toEqual(parsed);
      }),
      { numRuns: 2000 },
    );
  });

  test('are not parsed again once one is known', () => {
    const literals = literalDeltas();
    expect(literals.read(chunk({ content: 'b' }))).toBeUndefined();
    literals.learn(chunk({ content: 'a' }), 'a');
    expect(literals.read(chunk({ content: 'b' }))).toBe('b');
    expect(literals.read(chunk({ content: 'Größe 👩‍🚀' }))).toBe('Größe 👩‍🚀');
    expect(literals.read(chunk({ content: 'b' }, { usage: null }))).toBeUndefined();
    expect(literals.read(chunk({ content: 'a "quotation"' }))).toBeUndefined();
    expect(literals.read(chunk({ content: 'b', role: 'assistant' }))).toBeUndefined();
    expect(literals.read(chunk({ content: 'b' }).slice(0, -1))).toBeUndefined();
  });

  test('are recognised whatever they are padded with', () => {
    const padded = (content: string, obfuscation: string) =>
      chunk({ content }).slice(0, -1) + `,"obfuscation":"${obfuscation}"}`;
    const literals = literalDeltas();
    literals.learn(padded('one', 'abc'), 'one');
    expect(literals.read(padded('two', 'xyz0123'))).toBe('two');
    expect(literals.read(padded('two', ''))).toBe('two');
    expect(literals.read(chunk({ content: 'two' }))).toBe('two');
    expect(literals.read(padded('two', '","n":"'))).toBeUndefined();
    expect(literals.read(padded('two', 'x').slice(0, -1))).toBeUndefined();
  });

  test('are recognised also with spaces between their parts', () => {
    const spaced = (content: string) => `{"choices": [{"delta": {"content": "${content}"}}]}`;
    const literals = literalDeltas();
    literals.learn(spaced('one'), 'one');
    expect(literals.read(spaced('two'))).toBe('two');
  });

  test('are not recognised by a text that stands in two places', () => {
    const literals = literalDeltas();
    const twice = chunk({ content: 'same', name: 'same' });
    literals.learn(twice, 'same');
    expect(literals.read(twice)).toBeUndefined();
  });
});
