import { expect, test } from '@jest/globals';
import { shownModel } from '../../server/text/shown-model.ts';

test.each([
  ['openai_compatible:/home/someone/models/Tiny-1B.Q4.gguf', 'openai_compatible:Tiny-1B.Q4.gguf'],
  ['openai_compatible:C:\\Users\\someone\\Tiny.gguf', 'openai_compatible:Tiny.gguf'],
  ['openai_compatible:models/tiny/Tiny.gguf', 'openai_compatible:Tiny.gguf'],
  ['openai_compatible:./tiny', 'openai_compatible:tiny'],
  ['openai_compatible:~/models/tiny/', 'openai_compatible:tiny'],
  ['openai_compatible:/', 'openai_compatible:'],
  ['openai_compatible:acme/tiny-1b', 'openai_compatible:acme/tiny-1b'],
  ['ollama:tiny:1b', 'ollama:tiny:1b'],
  ['gemini:models/tiny-flash', 'gemini:models/tiny-flash'],
  ['curated', 'curated'],
])('%s is shown as %s', (id, shown) => {
  expect(shownModel(id)).toBe(shown);
});

test('fits the column that keeps it', () => {
  expect(shownModel(`openai_compatible:${'m'.repeat(500)}`)).toHaveLength(191);
});
