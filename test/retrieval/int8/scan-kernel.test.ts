import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { compileKernel } from '../../../tools/wasm/scan-kernel.ts';

test('scan.wasm is what scan.wat says', async () => {
  const url = new URL('../../../server/retrieval/int8/scan.wasm', import.meta.url);
  const committed = await readFile(url);
  expect(Buffer.from(await compileKernel()).equals(committed)).toBe(true);
});
