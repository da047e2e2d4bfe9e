import { readFile, writeFile } from 'node:fs/promises';
import wabt from 'wabt';

const folder = new URL('../../server/retrieval/int8/', import.meta.url);
const features = { simd: true, threads: true };

/** The bytes of scan.wasm as they follow from scan.wat. */
export async function compileKernel(): Promise<Uint8Array> {
  const compiler = await wabt();
  const source = await readFile(new URL('scan.wat', folder), 'utf8');
  const module = compiler.parseWat('scan.wat', source, features);
  const { buffer } = module.toBinary({});
  module.destroy();
  return buffer;
}

if (import.meta.main) await writeFile(new URL('scan.wasm', folder), await compileKernel());
