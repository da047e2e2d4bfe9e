import type { ResponseCreateParamsStreaming } from 'openai/resources/responses/responses';
import type { VendorError } from '../shared/vendor-error.ts';
import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { lessons } from '../shared/lessons.ts';
import { asStream, isWhole, streamAnswers } from '../shared/stream-answer.ts';
import { openAiApi, type OpenAiConnection } from './connection.ts';
import { responseReader } from './responses-reader.ts';
import { responseParams } from './responses-request.ts';
import { askTwice } from './second-try.ts';

/** All that a request can leave out or change. */
export type ResponseLesson =
  | 'temperature'
  | 'reasoning_effort'
  /** One value, such as `effort none`. */
  | `effort ${string}`
  /** The summary of the reasoning. */
  | 'summary'
  /** Encrypted reasoning. */
  | 'include'
  /** Reasoning of earlier turns that is sent again. */
  | 'carried'
  | 'tools'
  /** One tool, whose schema is refused. */
  | `tool ${string}`
  /** The model has reasoned, although nobody asked and its name does not tell. */
  | 'reasons';

type Refused = Pick<VendorError, 'status' | 'param' | 'code' | 'message'>;

/**
 * Returns the part of a request that is refused, if there may be an answer without it.
 * https://github.com/pydantic/pydantic-ai/issues/2865 (`include`), https://github.com/anomalyco/opencode/issues/4451
 * (a value of the effort), https://github.com/continuedev/continue/issues/8933 (reasoning without its item)
 */
function refusedOfResponse(
  { status, param = '', code, message }: Refused,
  sent: ResponseCreateParamsStreaming,
): ResponseLesson | undefined {
  if (status !== 400 && status !== 404 && status !== 422) return undefined;
  if (sent.tools && /not support (tools|tool use|function calling)/i.test(message)) return 'tools';
  const tool = /^tools\[(\d+)\]/.exec(param);
  const offered = sent.tools?.[Number(tool?.[1])];
  if (offered?.type === 'function') return `tool ${offered.name}`;
  if (/encrypted content is not supported/i.test(message)) return 'include';
  if (carries(sent) && (code === 'invalid_encrypted_content' || isUnpaired(message))) {
    return 'carried';
  }
  const isAbout = (name: string) => param === name || message.includes(name);
  if (sent.reasoning?.summary && isAbout('reasoning.summary')) return 'summary';
  if (sent.reasoning?.summary && /reasoning summar/i.test(message)) return 'summary';
  if (sent.reasoning?.effort && (isAbout('reasoning.effort') || param.endsWith('.effort'))) {
    const isValue = code === 'unsupported_value' || /unsupported value/i.test(message);
    return isValue ? `effort ${sent.reasoning.effort}` : 'reasoning_effort';
  }
  if (sent.reasoning && isAbout("'reasoning'")) return 'reasoning_effort';
  return sent.temperature != null && isAbout('temperature') ? 'temperature' : undefined;
}

const isUnpaired = (message: string) =>
  /without its required|encrypted content.{0,80}could not be|items are not persisted/i.test(
    message,
  );

const carries = ({ input }: ResponseCreateParamsStreaming): boolean =>
  Array.isArray(input) && input.some((item) => item.type === 'reasoning');

/** A model of OpenAI's Responses API. https://developers.openai.com/api/reference/resources/responses */
export function responsesModel(options: OpenAiConnection & { model: string }): LanguageModel {
  const { provider, model } = options;
  const api = openAiApi(options);
  const id = `${provider}:${model}`;
  const known = lessons<ResponseLesson>(options.clock);

  function forOneAnswer(learnt: Set<ResponseLesson>): LanguageModel {
    const open = (request: ModelRequest, signal: AbortSignal): Promise<Response> =>
      known.ask(
        {
          request: (known) => responseParams(id, model, request, known),
          async send(params) {
            const response = await api.call((client) =>
              client.responses.create(params, { signal }).asResponse(),
            );
            return isWhole(response) ? asStream(lastEvent(await response.json())) : response;
          },
          lessonOf: refusedOfResponse,
          // Reasoning that cannot be read again is that of one conversation.
          isKept: (lesson) => lesson !== 'carried',
        },
        learnt,
      );

    return streamAnswers({
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
