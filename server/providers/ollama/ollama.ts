import { AppError } from '../../errors/app-error.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { ollamaApi, type OllamaConnection } from './api.ts';
import { streamAnswers } from '../shared/stream-answer.ts';
import { VendorError } from '../shared/vendor-error.ts';
import { ollamaReader } from './reader.ts';
import { capabilities, ollamaRequest, type Capability } from './request.ts';

/** A model that Ollama runs. It is loaded when it is first asked, which the time until the first token has to allow for. */
export function ollama(options: OllamaConnection & { model: string }): LanguageModel {
  const { model } = options;
  const id = `ollama:${model}`;
  const api = ollamaApi(options);
  const lacking = new Set<Capability>();
  let context = 0;

  /** Asks again, once for each, without what the model cannot do, and remembers it. */
  async function open(request: ModelRequest, signal: AbortSignal): Promise<Response> {
    for (;;) {
      const body = ollamaRequest({ id, model }, request, lacking, context);
      try {
        const response = await api.post('/api/chat', body, signal);
        // Only what has worked: the machine may not have the memory for more.
        context = body.options.num_ctx;
        return response;
      } catch (error) {
        const missing = missingCapabilities(error).filter((name) => !lacking.has(name));
        if (missing.length === 0) throw error;
        for (const name of missing) lacking.add(name);
      }
    }
  }

  return streamAnswers({
    id,
    label: api.label,
    timeouts: api.timeouts,
    framing: 'json_lines',
    requireConfigured: () => api.requireConfigured(model),
    open,
    createReader: () => ollamaReader(api, id),
  });
}

/** `"gemma:2b" does not support tools`: https://github.com/ollama/ollama/blob/main/server/images.go */
function missingCapabilities(error: unknown): Capability[] {
  const cause = error instanceof AppError ? error.cause : undefined;
  if (!(cause instanceof VendorError) || cause.status !== 400) return [];
  const [, words = ''] = /\bdoes not support\b(.*)/.exec(cause.message) ?? [];
  return capabilities.filter((name) => words.includes(name));
}
