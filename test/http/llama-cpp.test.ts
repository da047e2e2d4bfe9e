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
      // The end of a loop is soon found.
      ...(options.endless && { delayMs: 20 }),
    }),
  { patience: 10_000 },
);
