/** Recorded replies of a llama.cpp server; `test/llama` asks a real one the same. */
import { describeLlamaCpp } from '../conformance/llama-cpp.ts';
import { startLlamaCpp } from '../fakes/llama-cpp.ts';

describeLlamaCpp(
  'recorded replies',
  ({ embedding, batch = 512, early, ...options }) =>
    startLlamaCpp({
      ...options,
      ...(embedding && { embedding: { dimensions: 576, batch } }),
      ...(early && { loading: 2 }),
    }),
  10_000,
);
