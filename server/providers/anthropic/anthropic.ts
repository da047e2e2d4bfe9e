import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { lessons } from '../shared/lessons.ts';
import { askAndLearn, streamAnswers } from '../shared/stream-answer.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import { anthropicApi } from './connection.ts';
import { anthropicReader } from './reader.ts';
import { learnFrom, messageParams, nothingLearned, type Learned } from './request.ts';

/** A model of Anthropic's Messages API. https://platform.claude.com/docs/en/api/messages/create */
export function anthropic(
  options: VendorConnection & { model: string; clock?: () => number },
): LanguageModel {
  const { model } = options;
  const id = `anthropic:${model}`;
  const api = anthropicApi(options);
  const learnt = lessons<Learned>(options.clock);

  function open(request: ModelRequest, signal: AbortSignal): Promise<Response> {
    let params: MessageCreateParamsStreaming;
    // The latest refusal counts: it holds those before it.
    let learned = [...learnt.now()].at(-1) ?? nothingLearned;
    const ask = () => {
      params = messageParams(id, model, request, learned);
      // Not by `messages.create`, which writes warnings about older models to the console.
      return api.call((client) =>
        client.post('/v1/messages', { body: params, stream: true, signal }).asResponse(),
      );
    };
    return askAndLearn(ask, (error) => {
      const lesson = learnFrom(error, params, learned);
      if (!lesson) return false;
      learnt.add((learned = lesson));
      return true;
    });
  }

  return streamAnswers({
    id,
    model,
    api,
    framing: 'server_sent_events',
    open,
    createReader: () => anthropicReader(id, api.refused),
  });
}
