import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  MarkPlacer,
  markSign,
  spacedMarkSign,
} from '../../../server/chat/citations/mark-placer.ts';

fc.configureGlobal({ seed: 29 });

/** Writes a text in pieces, with its `[1]` as marks. Each claim is followed by its numbers. */
function place(parts: readonly string[]) {
  const placer = new MarkPlacer<string>();
  const pushes = parts.map((part) => {
    const signs = part.replace(/( ?)\[(\d)\]/g, (_whole, space: string, n: string) => {
      placer.add({ numbers: [Number(n)], cited: [n] });
      return space ? spacedMarkSign : markSign;
    });
    return placer.push(signs);
  });
  const text = pushes.join('') + placer.end();
  const claims = placer.placed.map(({ claim, numbers }) => [claim.trim(), ...numbers]);
  return { text, claims, pushes };
}

const long = `${'word '.repeat(70)}end`;

const texts: [string, string, string][] = [
  ['the last of a paragraph', 'A [1]. B [1]. C [1].', 'A. B. C [1].'],
  ['each where the source changes', 'A [1]. B [1]. C [2]. D [1].', 'A. B [1]. C [2]. D [1].'],
  ['one for each paragraph', 'A [1]. B [1].\n\nC [1].', 'A. B [1].\n\nC [1].'],
  ['one for the lines of a paragraph', 'A [1].\nB [1].', 'A.\nB [1].'],
  ['one for a list of one source', '- A [1]\n- B [1]\n- C [1]\n', '- A\n- B\n- C [1]\n'],
  ['one for a loose list', '1. A [1]\n\n2. B [1]\n\nC [1]', '1. A\n\n2. B [1]\n\nC [1]'],
  ['all of a list of two sources', '- A [1]\n- B [1]\n- C [2]', '- A [1]\n- B [1]\n- C [2]'],
  ['one for an item', '- A [1]. B [1].\n- C [2]. D [2].', '- A. B [1].\n- C. D [2].'],
  ['one for each row', '| A [1] | B [1] |\n| C [1] | D |', '| A | B [1] |\n| C [1] | D |'],
  ['one above a list of its own', 'A [1]:\n- B [1]\n- C [1]', 'A [1]:\n- B\n- C [1]'],
  ['one that is far behind another', `A [1]. ${long} B [1].`, `A [1]. ${long} B [1].`],
  ['no space of a mark that goes', 'A [1] b [1]', 'A b [1]'],
];

describe('the text keeps', () => {
  test.each(texts)('%s', (_case, text, expected) => {
    expect(place([text]).text).toBe(expected);
  });
});

test('a mark stands for the text back to the one before it', () => {
  const { claims } = place(['A. B [1]. C [1]. D [2].\n\nE.\n- F [1]\n- G [1]']);
  expect(claims).toEqual([
    ['A. B. C', 1],
    ['. D', 2],
    ['- F\n- G', 1],
  ]);
});

test('text is held back only behind a mark, and only in its paragraph', () => {
  const { pushes } = place(['A b', ' [1]', '. C', '.\n\nD', ' e']);
  expect(pushes).toEqual(['A b', '', '', ' [1]. C.\n\nD', ' e']);
});

test('how a text is cut into pieces makes no difference', () => {
  const unit = fc.constantFrom(
    'a',
    ' y',
    '\n',
    '[1]',
    ' [2]',
    '[1]',
    '- x',
    '\n- x',
    '\n\n',
    '1. x',
    '|',
    long,
  );
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), fc.array(fc.nat(30)), (units, cuts) => {
      const ends = [...new Set([...cuts, units.length])].sort((a, b) => a - b);
      const parts = ends.map((end, at) => units.slice(ends[at - 1] ?? 0, end).join(''));
      const whole = place([units.join('')]);
      const cut = place(parts);
      expect([cut.text, cut.claims]).toEqual([whole.text, whole.claims]);
    }),
    { numRuns: 2000 },
  );
});
