import type { Usage } from '../../server/contract/chat.ts';
import type {
  LanguageModel,
  ModelEvent,
  ModelMessage,
  ModelRequest,
} from '../../server/providers/language-model.ts';
import { messageParams, nothingLearned } from '../../server/providers/anthropic/request.ts';
import { estimateTokens } from '../../server/text/estimate-tokens.ts';
import { promptCache } from '../../test/fakes/anthropic-cache.ts';
import type { MessageRequest } from '../../test/fakes/anthropic-rules.ts';

/** Answers, or calls the first tool, and says what the prompt is billed as. */
export interface Biller {
  bill: (request: ModelRequest) => Usage;
}

/** No sentence twice: an answer that repeats itself is ended. */
export const answerText = [1, 2, 3, 4, 5, 6, 7, 8]
  .map((n) => `Hall ${n} opens at ten and costs nine fifty, as its page says [1]. `)
  .join('');

/** A model that calls a tool as often as the question wants, then answers. */
export function scriptedModel(id: string, calls: () => number, { bill }: Biller): LanguageModel {
  return {
    id,
    async *stream(request): AsyncGenerator<ModelEvent> {
      const made = request.messages.filter(({ role }) => role === 'tool').length;
      const usage = await Promise.resolve(bill(request));
      if (made < calls()) {
        const input = { query: 'what is on', from: '2026-11-23' };
        const name = request.tools[0]?.name ?? '';
        yield { type: 'tool_call', call: { id: `call_${made}`, name, input } };
        yield { type: 'usage', usage };
        yield { type: 'finish', reason: 'tool_calls' };
        return;
      }
      yield { type: 'text', text: answerText };
      yield { type: 'usage', usage };
      yield { type: 'finish', reason: 'stop' };
    },
  };
}

/** Anthropic's cache, with the marks that the adapter sets, or with none. */
export function anthropicBiller(model: string, clock: () => number, marked: boolean): Biller {
  const cache = promptCache(clock);
  const learned = marked
    ? nothingLearned
    : { ...nothingLearned, refused: new Set(['cache'] as const) };
  return {
    bill(request) {
      const sent = messageParams(`anthropic:${model}`, model, request, learned);
      const { read, written, rest } = cache(sent as unknown as MessageRequest);
      return usageOf(read + written + rest, read, written);
    },
  };
}

/** Shortest prefix that is cached, and the steps in which it grows. */
const leastCached = 1024;
const step = 128;
const keptMs = 5 * 60_000;

/**
 * A cache that finds the longest beginning of a prompt that it has read in the last minutes by itself, as OpenAI's.
 * https://developers.openai.com/api/docs/guides/prompt-caching
 */
export function automaticBiller(clock: () => number): Biller {
  const kept: { text: string; until: number }[] = [];
  return {
    bill({ messages, tools }) {
      const text = [JSON.stringify(tools), ...messages.map(written)].join('\n');
      const now = clock();
      const shared = Math.max(
        0,
        ...kept.filter(({ until }) => until > now).map((one) => sharedStart(one.text, text)),
      );
      kept.push({ text, until: now + keptMs });
      const tokens = estimateTokens(text.slice(0, shared));
      const read = tokens < leastCached ? 0 : Math.floor(tokens / step) * step;
      return usageOf(estimateTokens(text), read, 0);
    },
  };
}

const written = (message: ModelMessage) => JSON.stringify([message.role, message.content]);

function sharedStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a[at] === b[at]) at++;
  return at;
}

const usageOf = (
  prompt_tokens: number,
  cached_tokens: number,
  cache_write_tokens: number,
): Usage => ({
  prompt_tokens,
  completion_tokens: estimateTokens(answerText),
  cached_tokens,
  cache_write_tokens,
});
