import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { joinTexts } from '../../server/text/join-texts.ts';

fc.configureGlobal({ seed: 17 });

test.each([
  [
    'Open daily. Closed on Mondays.',
    'Closed on Mondays. Dogs are welcome.',
    'Open daily. Closed on Mondays. Dogs are welcome.',
  ],
  ['毎日開館。月曜日は休館。', '月曜日は休館。犬も歓迎。', '毎日開館。月曜日は休館。犬も歓迎。'],
  ['Open daily.', 'Dogs are welcome.', 'Open daily.\nDogs are welcome.'],
  ['A and a', 'a fee', 'A and a\na fee'],
  ['ababab', 'abababc', 'abababc'],
  ['', 'Dogs', '\nDogs'],
])('%j and %j', (before, after, joined) => {
  expect(joinTexts(before, after)).toBe(joined);
});

test('the longest repetition is said once, however texts repeat themselves', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'é', '👩‍🚀'),
    minLength: 5,
    maxLength: 40,
  });
  fc.assert(
    fc.property(text, text, text, (a, shared, b) => {
      const [before, after] = [a + shared, shared + b];
      let longest = Math.min(before.length, after.length);
      while (!before.endsWith(after.slice(0, longest))) longest--;
      expect(joinTexts(before, after)).toBe(before + after.slice(longest));
    }),
  );
});
