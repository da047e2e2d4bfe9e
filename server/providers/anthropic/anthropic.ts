import { AppError } from '../../errors/app-error.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { anthropicApi, type AnthropicConnection } from './connection.ts';
import { streamAnswers } from '../shared/stream-answer.ts';
import { VendorError } from '../shared/vendor-error.ts';
import { anthropicReader } from './reader.ts';
import { learnFrom, messageParams, nothingLearned } from './request.ts';

/** Anthropic's Messages API. https://platform.claude.com/docs/en/api/messages/create */
export function anthropic(options: AnthropicConnection & { model: string }): LanguageModel {
  const { model } = options;
  const id = `anthropic:${model}`;
  const api = anthropicApi(options);
  let learned = nothingLearned;

  /** Asks again without what the model refuses, once for each thing, and remembers it. */
  async function open(request: ModelRequest, signal: AbortSignal): Promise<Response> {
    for (;;) {
      const params = messageParams(id, model, request, learned);
      try {
        // Not by `messages.create`, which writes warnings about older models to the console.
        return await api.call((client) =>
          client.post('/v1/messages', { body: params, stream: true, signal }).asResponse(),
        );
      } catch (error) {
        const cause = error instanceof AppError ? error.cause : undefined;
        const lesson = cause instanceof VendorError ? learnFrom(cause, params, learned) : undefined;
        if (!lesson) throw error;
        learned = lesson;
      }
    }
  }

  return streamAnswers({
    id,
    label: api.label,
    timeouts: api.timeouts,
    framing: 'server_sent_events',
    requireConfigured: () => api.requireConfigured(model),
    open,
    createReader: () => anthropicReader(id, api.streamedError),
  });
}
