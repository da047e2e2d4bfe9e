import { estimateTokens } from '../../text/estimate-tokens.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { lessons } from '../shared/lessons.ts';
import { askAndLearn, streamAnswers } from '../shared/stream-answer.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import type { VendorError } from '../shared/vendor-error.ts';
import { ollamaApi } from './connection.ts';
import { ollamaReader } from './reader.ts';
import { capabilities, ollamaRequest, type Capability } from './request.ts';

/** A model that Ollama runs. The first question loads it, within the time limit of the first token. */
export function ollama(
  options: VendorConnection & { model: string; clock?: () => number },
): LanguageModel {
  const { model } = options;
  const id = `ollama:${model}`;
  const api = ollamaApi(options);
  const lacking = lessons<Capability>(options.clock);
  let context = 0;

  function open(request: ModelRequest, signal: AbortSignal): Promise<Response> {
    const ask = async () => {
      const body = ollamaRequest({ id, model }, request, lacking.now(), context);
      const response = await api.post('/api/chat', body, signal);
      // Only a size that has worked: the machine may not have the memory for more.
      context = body.options.num_ctx;
      return response;
    };
    return askAndLearn(ask, (error) => {
      const known = lacking.now();
      const missing = missingCapabilities(error).filter((name) => !known.has(name));
      for (const name of missing) lacking.add(name);
      return missing.length > 0;
    });
  }

  return streamAnswers({
    id,
    model,
    api,
    framing: 'json_lines',
    open,
    createReader: ({ messages }) =>
      ollamaReader(api, id, () =>
        estimateTokens(messages.map(({ content }) => content).join('\n')),
      ),
  });
}

/** `"gemma:2b" does not support tools`: https://github.com/ollama/ollama/blob/main/server/images.go */
function missingCapabilities({ status, message }: VendorError): Capability[] {
  if (status !== 400) return [];
  const [, words = ''] = /\bdoes not support\b(.*)/.exec(message) ?? [];
  return capabilities.filter((name) => words.includes(name));
}
