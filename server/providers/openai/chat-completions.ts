import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { AppError } from '../../errors/app-error.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { beginsInside } from '../shared/hidden-marks.ts';
import { lessons } from '../shared/lessons.ts';
import { askAndLearn, streamAnswers } from '../shared/stream-answer.ts';
import { VendorError, vendorErrorOf } from '../shared/vendor-error.ts';
import { asStream, isWhole } from '../shared/whole-answer.ts';
import { openAiApi, type OpenAiConnection } from './connection.ts';
import { findPreset } from '../find-preset.ts';
import { traitsOf } from './preset.ts';
import { completionReader } from './reader.ts';
import { isMiscalled, isOfOneAnswer, refusedOf, type Refusable } from './refusal.ts';
import { completionParams } from './request.ts';
import { askTwice } from './second-try.ts';

/** A model of OpenAI, of Groq, or of another server that speaks OpenAI's chat completions. */
export function chatCompletions(options: OpenAiConnection & { model: string }): LanguageModel {
  const { provider, model } = options;
  const api = openAiApi(options);
  const id = `${provider}:${model}`;
  const known = lessons<Refusable>(options.clock);
  const { preset = findPreset(options.baseUrl) } = options;
  const traits = traitsOf(provider === 'openai_compatible' ? preset : undefined);

  /** For one answer: a miscalled tool is no reason to offer none the next time. */
  function forOneAnswer(refused: Set<Refusable>): LanguageModel {
    function open(request: ModelRequest, signal: AbortSignal): Promise<Response> {
      let params: ChatCompletionCreateParamsStreaming;
      const ask = async () => {
        params = completionParams(provider, model, request, refused, traits);
        const response = await api.call((client) =>
          client.chat.completions.create(params, { signal }).asResponse(),
        );
        return isWhole(response) ? asStream(await response.json()) : response;
      };
      return askAndLearn(ask, (error) => {
        const name = refusedOf(error, params);
        if (!name || refused.has(name)) return false;
        if (name === 'reserve' && !hasReserve(params, request)) return false;
        refused.add(name);
        if (!isOfOneAnswer(name, error)) known.add(name);
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
        cause: new VendorError(message, { code, failure: cause.failure, transient: true }),
      });
    }

    const observer = {
      streamedError,
      onReasoning: () => known.add('reasons'),
    };
    return streamAnswers({
      id,
      model,
      api,
      framing: 'server_sent_events',
      open,
      createReader: (_request, { named }) =>
        completionReader(id, api.label, { ...observer, named }),
      thoughts: {
        isInside: () => refused.has('unopened_thoughts') || beginsInside(model),
        onUnopened: () => known.add('unopened_thoughts'),
      },
    });
  }

  return {
    id,
    stream: (request, streamOptions) =>
      askTwice({ model, known: () => known.now(), forOneAnswer }, request, streamOptions),
  };
}

/** Whether a request has room for reasoning, which it can do without. */
const hasReserve = (sent: ChatCompletionCreateParamsStreaming, { maxTokens }: ModelRequest) =>
  (sent.max_completion_tokens ?? sent.max_tokens ?? 0) > maxTokens;
