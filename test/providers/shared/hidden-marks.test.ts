import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { beginsInside, HiddenMarks } from '../../../server/providers/shared/hidden-marks.ts';

function split(pieces: readonly string[], marks = new HiddenMarks(), isCut = false) {
  const told = [...pieces.flatMap((piece) => marks.push(piece)), ...marks.end(isCut)];
  const join = (type: string) =>
    told.map((piece) => (piece.type === type ? piece.text : '')).join('');
  return { reasoning: join('reasoning'), text: join('text'), told };
}

const call = '<tool_call>\n{"name":"get_tide","arguments":{"place":"Quay"}}\n</tool_call>';
const harmony =
  '<|channel|>analysis<|message|>We need the tide.<|end|><|start|>assistant<|channel|>final<|message|>At six.';

/** A whole answer, the reasoning and the text that are told of it. */
const answers: [string, string, string][] = [
  ['an answer', '', 'an answer'],
  ['<think>Hm.</think>\n\nYes.', 'Hm.', 'Yes.'],
  ['\n<think>\nHm.\n</think> Yes.', '\nHm.\n', 'Yes.'],
  ['<think></think>Yes.', '', 'Yes.'],
  ['<think>never ends', 'never ends', ''],
  ['<think>1 < 2 </thin', '1 < 2 </thin', ''],
  ['<thinking about it', '', '<thinking about it'],
  ['<thi', '', '<thi'],
  ['<thinking>Hm, tide.</thinking>At six.', 'Hm, tide.', 'At six.'],
  ['<THINK>Hm.</THINK>Yes.', 'Hm.', 'Yes.'],
  ['<think>a</think>b<think>c</think> d', 'ac', 'b d'],
  ['At six.\n<think>Is it?</think>', 'Is it?', 'At six.\n'],
  [call, '', ''],
  [`I look it up.\n${call}`, '', 'I look it up.\n'],
  ['I look it up.\n<tool_call>{"name":"get_tide"}', '', 'I look it up.\n'],
  [harmony, 'We need the tide.', 'At six.'],
  [`${harmony}<|return|>`, 'We need the tide.', 'At six.'],
  ['<|start|>assistant<|channel|>final<|message|>At six.<|end|>', '', 'At six.'],
  ['<|channel|>analysis<|message|>cut', 'cut', ''],
  ['<|channel|>commentary to=functions.tide <|constrain|>json<|message|>{"a":1}<|call|>', '', ''],
  ['At six.<|im_end|>', '', 'At six.'],
  ['a < b, <b>c</b>, <|not a token|>, `<`', '', 'a < b, <b>c</b>, <|not a token|>, `<`'],
  // In code they are the subject.
  [
    'Put `<think>` before and `</think>` behind.',
    '',
    'Put `<think>` before and `</think>` behind.',
  ],
  [
    'So:\n```\n<tool_call>{}</tool_call>\n\n<|end|>\n```\n',
    '',
    'So:\n```\n<tool_call>{}</tool_call>\n\n<|end|>\n```\n',
  ],
  ['``a ` <think>``', '', '``a ` <think>``'],
  // A stray backtick opens no code beyond its paragraph.
  ['It costs 5` a day.\n\n<think>Hm.</think>Yes.', 'Hm.', 'It costs 5` a day.\n\nYes.'],
  // Thoughts that interrupt an answer and do not end are none.
  ['The word <think> is meant so.', ' is meant so.', 'The word  is meant so.'],
];

test.each(answers)('%j', (whole, reasoning, text) => {
  expect(split([whole])).toMatchObject({ reasoning, text });
});

test('does not depend on where the pieces end', () => {
  const parts = fc.array(fc.constantFrom(...answers.map(([whole]) => whole), '\n\n', '`', ' '), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(parts, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (chosen, lengths) => {
      const whole = chosen.join('');
      const pieces: string[] = [];
      for (let at = 0; at < whole.length;) {
        const { value: length } = lengths.next() as { value: number };
        pieces.push(whole.slice(at, at + length));
        at += length;
      }
      const { reasoning, text } = split([whole]);
      expect(split(pieces)).toMatchObject({ reasoning, text });
    }),
    { numRuns: 500 },
  );
});

test('says nothing empty, and holds nothing back that is certain', () => {
  const { told } = split(['', '<think>', 'Hm', '</think>', ' ', 'Yes']);
  expect(told).toEqual([
    { type: 'reasoning', text: 'Hm' },
    { type: 'text', text: 'Yes' },
  ]);
  expect(new HiddenMarks().push('Yes')).toEqual([{ type: 'text', text: 'Yes' }]);
});

describe('thoughts that no tag opens', () => {
  const inside = (pieces: readonly string[], isCut = false) =>
    split(pieces, new HiddenMarks(true), isCut).told;

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
    const marks = new HiddenMarks(true);
    marks.separate();
    expect(marks.push('Yes.')).toEqual([{ type: 'text', text: 'Yes.' }]);
  });

  test.each([
    ['Okay.</think>\n\nYes.', true, 'Okay.\n\nYes.'],
    ['The tags `<think>` and `</think>` are used so.', false, undefined],
    ['Yes.<think>Hm.</think>', false, 'Yes.'],
    ['Yes.', false, 'Yes.'],
  ])('are noticed in %j: %s', (text, expected, shown = text) => {
    let isUnopened = false;
    const marks = new HiddenMarks(false, () => {
      isUnopened = true;
    });
    expect(split([...text], marks).text).toBe(shown);
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
