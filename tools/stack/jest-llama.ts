import { prepareLlamaCpp } from './llama-cpp.ts';

/** `ITIH_LLAMA` tells the tests where the server is. */
export default async function llama(): Promise<void> {
  process.env['ITIH_LLAMA'] = await prepareLlamaCpp();
}
