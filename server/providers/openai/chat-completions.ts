import { AppError } from '../../errors/app-error.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { openAiApi, type OpenAiConnection } from './connection.ts';
import { streamAnswers } from '../shared/stream-answer.ts';
import { VendorError } from '../shared/vendor-error.ts';
import { completionReader } from './reader.ts';
import { isMiscalled, refusedOf, type Refusable } from './refusal.ts';
import { completionParams } from './request.ts';

/** OpenAI, Groq, and whatever server speaks OpenAI's chat completions. */
export function chatCompletions(options: OpenAiConnection & { model: string }): LanguageModel {
  const { provider, model } = options;
  const api = openAiApi(options);
  const id = `${provider}:${model}`;
  const known = new Set<Refusable>();

  /** For one answer: a miscalled tool is no reason to offer none the next time. */
  function forOneAnswer(): LanguageModel {
    const refused = new Set(known);

    /** Asks again without what the server refuses, and remembers it. */
    async function open(request: ModelRequest, signal: AbortSignal): Promise<Response> {
      for (;;) {
        const params = completionParams(provider, model, request, refused);
        try {
          return await api.call((client) =>
            client.chat.completions.create(params, { signal }).asResponse(),
          );
        } catch (error) {
          const cause = vendorErrorOf(error);
          const name = cause && refusedOf(cause, params);
          if (!name || refused.has(name)) throw error;
          refused.add(name);
          if (!isMiscalled(cause)) known.add(name);
        }
      }
    }

    /** What Groq finds out only in the stream is tried again without tools, if nothing was said so far. */
    function streamedError(said: unknown): AppError {
      const error = api.streamedError(said);
      const cause = vendorErrorOf(error);
      if (!cause || !isMiscalled(cause) || refused.has('tools')) return error;
      refused.add('tools');
      const { message, code } = cause;
      return new AppError(error.code, {
        cause: new VendorError(message, { code, transient: true }),
      });
    }

    return streamAnswers({
      id,
      label: api.label,
      timeouts: api.timeouts,
      framing: 'server_sent_events',
      requireConfigured: () => api.requireConfigured(model),
      open,
      createReader: () => completionReader(id, api.label, streamedError),
    });
  }

  return { id, stream: (request, { signal }) => forOneAnswer().stream(request, { signal }) };
}

function vendorErrorOf(error: unknown): VendorError | undefined {
  const cause = error instanceof AppError ? error.cause : undefined;
  return cause instanceof VendorError ? cause : undefined;
}
