import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { beginsInside } from '../shared/hidden-marks.ts';
import { lessons } from '../shared/lessons.ts';
import { asStream, isWhole, streamAnswers } from '../shared/stream-answer.ts';
import { vendorErrorOf, vendorGarbled } from '../shared/vendor-error.ts';
import { workersAiApi } from './connection.ts';
import type { CloudflareConnection } from '../shared/cloudflare-api.ts';
import { type WorkersAiChunk, workersAiReader } from './reader.ts';
import { type Ability, maxTokensOf, workersAiRequest } from './request.ts';
import type { ResponseObject } from './response-form.ts';

/** A model of Cloudflare's Workers AI. */
export function workersAi(
  options: CloudflareConnection & { model: string; clock?: () => number },
): LanguageModel {
  const { model } = options;
  const id = `workers_ai:${model}`;
  const api = workersAiApi(options);
  const lacking = lessons<Ability>(options.clock);

  const ask = (request: ModelRequest, signal: AbortSignal, without: ReadonlySet<Ability>) =>
    api.run(
      model,
      workersAiRequest({ id, model }, request, without),
      signal,
      request.messages.find(({ role }) => role === 'system')?.content,
    );

  /** A model without tools only answers that the input is wrong. Asks without them, and remembers it if that works. */
  async function answer(request: ModelRequest, signal: AbortSignal): Promise<Response> {
    const known = lacking.now();
    try {
      return await ask(request, signal, known);
    } catch (error) {
      if (known.has('tools') || !hasTools(request) || !isWrongInput(error)) throw error;
      const response = await ask(request, signal, known.add('tools'));
      lacking.add('tools');
      return response;
    }
  }

  /**
   * Some models answer as a whole although a stream was asked for. Some answer nothing: those are asked again
   * without a stream, which is remembered. https://github.com/cloudflare/ai/blob/main/packages/workers-ai-provider/CHANGELOG.md
   */
  async function open(request: ModelRequest, signal: AbortSignal): Promise<Response> {
    const response = await answer(request, signal);
    if (!isWhole(response)) return response;
    const result = await api.result(response);
    if (saysSomething(result)) return asStream(result);
    if (lacking.now().has('streaming')) {
      throw vendorGarbled(api.label, 'returned an invalid response');
    }
    lacking.add('streaming');
    return open(request, signal);
  }

  return streamAnswers({
    id,
    model,
    api,
    framing: 'server_sent_events',
    open,
    createReader: (request) => workersAiReader(api, id, maxTokensOf(model, request)),
    thoughts: { isInside: () => beginsInside(model), onUnopened: () => undefined },
  });
}

const hasTools = ({ tools, toolChoice, messages }: ModelRequest): boolean =>
  (toolChoice === 'auto' && tools.length > 0) || messages.some(({ role }) => role === 'tool');

/** 5006 comes from the check of the schema, 8001 from the model. https://github.com/cloudflare/ai/pull/454 */
function isWrongInput(error: unknown): boolean {
  const code = vendorErrorOf(error)?.code;
  return code === '5006' || code === '8001';
}

function saysSomething(result: unknown): boolean {
  const { response, ...lists } = (result ?? {}) as WorkersAiChunk & ResponseObject;
  const { tool_calls, choices, output } = lists;
  return Boolean(response) || [tool_calls, choices, output].some((list) => list?.length);
}
