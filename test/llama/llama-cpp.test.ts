/** A real llama.cpp server with a model of 135 million parameters; nothing is expected of what it writes. */
import { startLlamaProcess } from '../../tools/stack/llama-cpp.ts';
import { describeLlamaCpp, type LlamaOptions } from '../conformance/llama-cpp.ts';

const folder = process.env['ITIH_LLAMA'] ?? '';

async function start({ context = 4096, apiKey, embedding, batch = 512, early }: LlamaOptions) {
  const { origin, model, freeze, kill } = await startLlamaProcess(
    folder,
    [
      ...['-c', `${context}`],
      ...(apiKey ? ['--api-key', apiKey] : []),
      ...(embedding
        ? ['--embedding', '--pooling', 'mean', '-ub', `${batch}`, '-b', `${batch}`]
        : []),
    ],
    !early,
  );
  return {
    url: `${origin}/v1`,
    model,
    async isBusy() {
      const headers = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
      const slots = (await (await fetch(`${origin}/slots`, { headers })).json()) as {
        is_processing: boolean;
      }[];
      return slots.some(({ is_processing }) => is_processing);
    },
    freeze,
    close: kill,
  };
}

/** Other suites run beside it: time says nothing. */
describeLlamaCpp('a real one', start, {
  patience: 60_000,
  env: { ITIH_FIRST_TOKEN_SECONDS: '300' },
});
