import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { beginsInside, thinkBlock } from '../../../server/providers/shared/think-block.ts';

function split(pieces: readonly string[]) {
  const block = thinkBlock();
  const told = [...pieces.flatMap((piece) => block.push(piece)), ...block.end()];
  const join = (type: string) =>
    told.map((piece) => (piece.type === type ? piece.text : '')).join('');
  return { reasoning: join('reasoning'), text: join('text'), told };
}

test.each([
  ['an answer', '', 'an answer'],
  ['<think>Hm.</think>\n\nYes.', 'Hm.', 'Yes.'],
  ['\n<think>\nHm.\n</think> Yes.', '\nHm.\n', 'Yes.'],
  ['<think></think>Yes.', '', 'Yes.'],
  ['<think>never ends', 'never ends', ''],
  ['<think>1 < 2 </thin', '1 < 2 </thin', ''],
  ['<thinking about it', '', '<thinking about it'],
  ['<thi', '', '<thi'],
  ['The tag <think>x</think> is', '', 'The tag <think>x</think> is'],
  ['<think>a</think>b<think>c</think>', 'a', 'b<think>c</think>'],
])('%j', (whole, reasoning, text) => {
  expect(split([whole])).toMatchObject({ reasoning, text });
});

test('does not depend on where the pieces end', () => {
  const whole = ' <think>1 < 2, </thin </think>\n\nYes: a < b.';
  const cuts = fc.array(fc.nat(whole.length)).map((at) => [0, ...at.sort((a, b) => a - b)]);
  fc.assert(
    fc.property(cuts, (at) => {
      const pieces = at.map((start, index) => whole.slice(start, at[index + 1]));
      expect(split(pieces)).toMatchObject({ reasoning: '1 < 2, </thin ', text: 'Yes: a < b.' });
    }),
  );
});

test('says nothing empty, and holds nothing back that is certain', () => {
  const { told } = split(['', '<think>', 'Hm', '</think>', ' ', 'Yes']);
  expect(told).toEqual([
    { type: 'reasoning', text: 'Hm' },
    { type: 'text', text: 'Yes' },
  ]);
  expect(thinkBlock().push('Yes')).toEqual([{ type: 'text', text: 'Yes' }]);
});

describe('thoughts that no tag opens', () => {
  const inside = (pieces: readonly string[], isCut = false) => {
    const block = thinkBlock(true);
    return [...pieces.flatMap((piece) => block.push(piece)), ...block.end(isCut)];
  };

  test.each([
    ['end with a tag', ['Okay, ', 'hm.</th', 'ink>\n\nYes.'], ['Okay, ', 'hm.'], ['Yes.']],
    ['have an opening tag after all', ['<think>Hm.</think>Yes.'], ['Hm.'], ['Yes.']],
    ['were the answer', ['Yes', '.'], ['Yes', '.'], ['Yes.']],
  ])('%s', (_name, pieces, reasoning, text) => {
    const told = inside(pieces);
    const of = (type: string) => told.flatMap((one) => (one.type === type ? [one.text] : []));
    expect(of('reasoning')).toEqual(reasoning);
    expect(of('text')).toEqual(text);
  });

  test('are no answer when they are cut off', () => {
    expect(inside(['Okay'], true)).toEqual([{ type: 'reasoning', text: 'Okay' }]);
  });

  test('are none where the server tells them from text', () => {
    const block = thinkBlock(true);
    block.separate();
    expect(block.push('Yes.')).toEqual([{ type: 'text', text: 'Yes.' }]);
  });

  test.each([
    ['Okay.</think>\n\nYes.', true],
    ['The tags <think> and </think> are used so.', false],
    ['Yes.', false],
  ])('are noticed in %j: %s', (text, expected) => {
    let isUnopened = false;
    const block = thinkBlock(false, () => {
      isUnopened = true;
    });
    for (const character of text) block.push(character);
    block.end();
    expect(isUnopened).toBe(expected);
  });

  test.each([
    ['deepseek-ai/DeepSeek-R1', true],
    ['Qwen/QwQ-32B', true],
    ['Qwen/Qwen3-30B-A3B-Thinking-2507', true],
    ['deepseek-chat', false],
    ['gpt-4o', false],
  ])('are those of %s: %s', (model, expected) => {
    expect(beginsInside(model)).toBe(expected);
  });
});
