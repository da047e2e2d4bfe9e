import type { LanguageModel } from '../language-model.ts';
import { Lessons } from '../shared/lessons.ts';
import { vendorErrorOf } from '../shared/vendor-error.ts';
import { chatCompletions } from './chat-completions.ts';
import { hasResponses, type OpenAiConnection } from './connection.ts';
import { responsesModel } from './responses.ts';

/**
 * A model behind OpenAI's wire formats: the Responses API where the server has it, else chat completions. A model that
 * is not reached by the first, as some of Azure's deployments, is asked by the second.
 */
export function openAiModel(options: OpenAiConnection & { model: string }): LanguageModel {
  const chat = chatCompletions(options);
  if (!hasResponses(options)) return chat;
  const responses = responsesModel(options);
  const known = new Lessons<'no responses'>(options.clock);
  return {
    id: responses.id,
    async *stream(request, options) {
      if (!known.now().has('no responses')) {
        try {
          yield* responses.stream(request, options);
          return;
        } catch (error) {
          if (!hasNoResponses(error)) throw error;
          known.add('no responses');
        }
      }
      yield* chat.stream(request, options);
    },
  };
}

/** https://learn.microsoft.com/azure/foundry/openai/how-to/responses */
function hasNoResponses(error: unknown): boolean {
  const { status, code = '', message = '' } = vendorErrorOf(error) ?? {};
  if (status === 405 || code === 'OperationNotSupported') return true;
  if (status === 404) return code === '404' || /invalid url|resource not found/i.test(message);
  return status === 400 && /operation is unsupported|responses api/i.test(message);
}
