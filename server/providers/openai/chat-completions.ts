import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { AppError } from '../../errors/app-error.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { askAndLearn, streamAnswers } from '../shared/stream-answer.ts';
import { VendorError, vendorErrorOf } from '../shared/vendor-error.ts';
import { openAiApi, type OpenAiConnection } from './connection.ts';
import { completionReader } from './reader.ts';
import { isMiscalled, refusedOf, type Refusable } from './refusal.ts';
import { completionParams } from './request.ts';

/** A model of OpenAI, of Groq, or of another server that speaks OpenAI's chat completions. */
export function chatCompletions(options: OpenAiConnection & { model: string }): LanguageModel {
  const { provider, model } = options;
  const api = openAiApi(options);
  const id = `${provider}:${model}`;
  const known = new Set<Refusable>();

  /** For one answer: a miscalled tool is no reason to offer none the next time. */
  function forOneAnswer(): LanguageModel {
    const refused = new Set(known);

    function open(request: ModelRequest, signal: AbortSignal): Promise<Response> {
      let params: ChatCompletionCreateParamsStreaming;
      const ask = () => {
        params = completionParams(provider, model, request, refused);
        return api.call((client) =>
          client.chat.completions.create(params, { signal }).asResponse(),
        );
      };
      return askAndLearn(ask, (error) => {
        const name = refusedOf(error, params);
        if (!name || refused.has(name)) return false;
        refused.add(name);
        if (!isMiscalled(error)) known.add(name);
        return true;
      });
    }

    /** Groq reports some miscalled tools only in the stream: tried again without tools if nothing was said. */
    function streamedError(said: unknown): AppError {
      const error = api.refused(said);
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
      model,
      api,
      framing: 'server_sent_events',
      open,
      createReader: () => completionReader(id, api.label, streamedError),
    });
  }

  return { id, stream: (request, { signal }) => forOneAnswer().stream(request, { signal }) };
}
