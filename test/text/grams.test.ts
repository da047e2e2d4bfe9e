import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { Haystack } from '../../server/text/grams.ts';
import { haystack, termsOf } from '../../server/text/terms.ts';

/** N-grams of 3 to 5 characters with the borders of the word. */
function gramsOf(word: string): string[] {
  const text = `^${word}$`;
  return [3, 4, 5].flatMap((size) =>
    Array.from({ length: Math.max(0, text.length - size + 1) }, (_, at) =>
      text.slice(at, at + size),
    ),
  );
}

const text =
  'The swans of the northern pond are fed at noon, and their cygnets in the afternoon. Das Freibad öffnet im Sommer.';
const words = text.toLowerCase().replace('ö', 'o').match(/\w+/g)!;

test.each(['swan', 'swans', 'afternoons', 'offnen', 'papapapa', 'zebra', 'on', 'a'])(
  'the share of n-grams of “%s” is that of their texts',
  (word) => {
    const there = new Set(words.flatMap(gramsOf));
    const all = gramsOf(word);
    const share = all.filter((gram) => there.has(gram)).length / all.length;
    const expected = all.length < 2 ? 0 : share;
    expect(new Haystack(text).shareOf(word, 'spaced', 0)).toBe(expected);
    expect(new Haystack(text).shareOf(word, 'spaced', expected)).toBe(expected);
    const more = new Haystack(text).shareOf(word, 'spaced', expected + 0.01);
    expect(more).toBe(expected === 1 ? 1 : 0);
  },
);

test('each of thousands of words is found, and no other', () => {
  const many = Array.from({ length: 5000 }, (_, n) => `w${n * n}`);
  const stack = new Haystack(many.join(' '));
  expect(many.filter((word) => !stack.hasWord(word))).toEqual([]);
  expect(many.filter((word) => stack.hasWord(`x${word}`))).toEqual([]);
  expect(stack.hasWord('w49s', 3)).toBe(true);
  expect(stack.hasWord('w4', 2, '9')).toBe(true);
});

test('ideographs are compared one by one, Thai words by n-grams', () => {
  const stack = new Haystack('駐車場はあります ที่จอดรถ');
  expect(stack.shareOf('駐車料', 'ideographic', 0)).toBeCloseTo(2 / 3);
  expect(stack.hasWord('จอด')).toBe(true);
  expect(new Haystack('').shareOf('swan', 'spaced', 0)).toBe(0);
});

test('the words of a sentence take little memory: thousands of sentences and questions are kept', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const read = (n: number) => {
    const sentence = `The swans of pond ${n} are fed at noon.`;
    return { terms: termsOf(sentence), stack: haystack(sentence) };
  };
  read(0);
  const before = used();
  const kept = Array.from({ length: 4000 }, (_, n) => read(n));
  expect((used() - before) / kept.length).toBeLessThan(3000);
});
