import { expect, test } from '@jest/globals';
import { readTextFile } from './read-text-file.ts';

const text = 'Café,https://example.org/\n';

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['Windows-1252', Buffer.from(text, 'latin1')],
])('reads a list in %s', async (_, bytes) => {
  await expect(readTextFile(new Blob([bytes]))).resolves.toBe(text);
});
