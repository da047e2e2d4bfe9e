import type { ResponseCreateParamsStreaming } from 'openai/resources/responses/responses';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { lessons } from '../shared/lessons.ts';
import { askAndLearn, streamAnswers } from '../shared/stream-answer.ts';
import { asStream, isWhole } from '../shared/whole-answer.ts';
import { openAiApi, type OpenAiConnection } from './connection.ts';
import { responseReader } from './responses-reader.ts';
import { refusedOfResponse, type ResponseLesson } from './responses-refusal.ts';
import { responseParams } from './responses-request.ts';
import { askTwice } from './second-try.ts';

/** A model of OpenAI's Responses API. https://developers.openai.com/api/reference/resources/responses */
export function responsesModel(options: OpenAiConnection & { model: string }): LanguageModel {
  const { provider, model } = options;
  const api = openAiApi(options);
  const id = `${provider}:${model}`;
  const known = lessons<ResponseLesson>(options.clock);

  function forOneAnswer(learnt: Set<ResponseLesson>): LanguageModel {
    function open(request: ModelRequest, signal: AbortSignal): Promise<Response> {
      let params: ResponseCreateParamsStreaming;
      const ask = async () => {
        params = responseParams(id, model, request, learnt);
        const response = await api.call((client) =>
          client.responses.create(params, { signal }).asResponse(),
        );
        return isWhole(response) ? asStream(lastEvent(await response.json())) : response;
      };
      return askAndLearn(ask, (error) => {
        const lesson = refusedOfResponse(error, params);
        if (!lesson || learnt.has(lesson)) return false;
        learnt.add(lesson);
        // Reasoning that cannot be read again is that of one conversation.
        if (lesson !== 'carried') known.add(lesson);
        return true;
      });
    }

    return streamAnswers({
      id,
      model,
      api,
      framing: 'server_sent_events',
      open,
      createReader: () => responseReader(id, api.label, api.refused, () => known.add('reasons')),
    });
  }

  return {
    id,
    stream: (request, streamOptions) =>
      askTwice({ model, known: () => known.now(), forOneAnswer }, request, streamOptions),
  };
}

/** Returns the event with which a stream ends, of a whole response. */
function lastEvent(response: unknown) {
  const { status } = (response ?? {}) as { status?: unknown };
  const isOther = status === 'failed' || status === 'incomplete';
  return { type: `response.${isOther ? status : 'completed'}`, response };
}
