import type { LanguageModel, ModelRequest } from '../language-model.ts';
import { lessons } from '../shared/lessons.ts';
import { askAndLearn, streamAnswers } from '../shared/stream-answer.ts';
import { refusedFunction } from '../shared/tool-calls.ts';
import type { VendorConnection } from '../shared/vendor-access.ts';
import type { VendorError } from '../shared/vendor-error.ts';
import { geminiApi, methodPath } from './connection.ts';
import { geminiReader } from './reader.ts';
import { geminiRequest, type GeminiRequest } from './request.ts';
import type { Lacking } from './thinking.ts';

/** A model of Google's Gemini API. */
export function gemini(options: VendorConnection & { model: string }): LanguageModel {
  const { model } = options;
  const id = `gemini:${model}`;
  const api = geminiApi(options);
  const learnt = lessons<Lacking>();

  function open(request: ModelRequest, signal: AbortSignal): Promise<Response> {
    let body = geminiRequest({ id, model }, request, learnt.now());
    const path = `${methodPath(model, 'streamGenerateContent')}?alt=sse`;
    return askAndLearn(
      () => api.post(path, body, signal),
      (refusal) => {
        const lesson = lessonOf(refusal, body);
        if (!lesson || learnt.now().has(lesson)) return false;
        learnt.add(lesson);
        body = geminiRequest({ id, model }, request, learnt.now());
        return true;
      },
    );
  }

  return streamAnswers({
    id,
    model,
    api,
    framing: 'server_sent_events',
    open,
    createReader: () => geminiReader(api, id),
  });
}

/**
 * Reads what a model lacks from its refusal.
 * https://github.com/earendil-works/pi/issues/9455, https://github.com/RooCodeInc/Roo-Code/issues/10700
 */
function lessonOf(
  { status, message }: VendorError,
  { tools, generationConfig }: GeminiRequest,
): Lacking | undefined {
  if (status !== 400) return undefined;
  const refused = tools?.[0]?.functionDeclarations[Number(refusedFunction(message))];
  if (refused) return `tool ${refused.name}`;
  if (/function calling is not (enabled|supported)/i.test(message)) return 'tools';
  // A missing or wrong signature is about the messages.
  if (!/thinking/i.test(message)) return undefined;
  return generationConfig.thinkingConfig?.thinkingLevel === 'minimal' ? 'minimal' : 'thinking';
}
