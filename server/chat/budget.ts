import { AppError } from '../errors/app-error.ts';
import type { Settings } from '../contract/settings.ts';
import type { LanguageModel, ModelMessage, ModelRequest } from '../providers/language-model.ts';
import type { State } from '../storage/state.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';

/** Estimates the tokens of messages, tool calls and tool definitions. */
const promptTokens = ({ messages, tools }: ModelRequest) =>
  estimateTokens(
    messages.map((message) => message.content + callsOf(message)).join('') +
      (tools.length > 0 ? JSON.stringify(tools) : ''),
  );

const callsOf = (message: ModelMessage) =>
  message.role === 'assistant' && message.toolCalls?.length
    ? JSON.stringify(message.toolCalls)
    : '';

/** Returns this day and this month (UTC) with their caps, counters' names and ends in milliseconds. */
function periods(limits: Settings['limits'], now: number) {
  const date = new Date(now);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const text = date.toISOString();
  return [
    {
      name: `tokens:${text.slice(0, 10)}`,
      cap: limits.daily_tokens,
      endsAt: Date.UTC(year, month, day + 1),
    },
    {
      name: `tokens:${text.slice(0, 7)}`,
      cap: limits.monthly_tokens,
      endsAt: Date.UTC(year, month + 1),
    },
  ] as const;
}

/** Reads the tokens that are used of the caps; without a cap they are not counted. */
export function createReadBudget({ state, clock }: { state: State; clock: () => number }) {
  return async function readBudget(limits: Settings['limits']) {
    const [day, month] = await Promise.all(
      periods(limits, clock()).map(async ({ name, cap }) => ({
        used: await state.readNumber(name),
        limit: cap,
      })),
    );
    return { day: day!, month: month! };
  };
}
export type ReadBudget = ReturnType<typeof createReadBudget>;

/**
 * Keeps the tokens of all visitors and sidecars within the owner's caps. An answer reserves the maximum that
 * it can use before the model is called, so that many at once cannot exceed a cap; unused tokens are given
 * back.
 */
export function createBudget({ state, clock }: { state: State; clock: () => number }) {
  /** @throws AppError `budget_exhausted` */
  async function reserve(limits: Settings['limits'], tokens: number) {
    const now = clock();
    const reserved = periods(limits, now).filter(({ cap }) => cap > 0);
    /** Returns the periods that are over their caps now. */
    const add = async (by: number) => {
      const over = [];
      for (const period of reserved) {
        const used = await state.add(period.name, by, period.endsAt);
        if (used > period.cap) over.push(period);
      }
      return over;
    };
    const over = await add(tokens);
    if (over.length > 0) {
      await add(-tokens);
      const endsAt = Math.max(...over.map((period) => period.endsAt));
      throw new AppError('budget_exhausted', { retryAfter: Math.ceil((endsAt - now) / 1000) });
    }
    return async (used: number) => {
      await add(used - tokens);
    };
  }

  /** Wraps `model`: it throws `budget_exhausted` if a cap does not leave enough for an answer. */
  return function withinBudget(model: LanguageModel, limits: Settings['limits']): LanguageModel {
    if (limits.daily_tokens === 0 && limits.monthly_tokens === 0) return model;
    return {
      id: model.id,
      async *stream(request, options) {
        const prompt = promptTokens(request);
        const settle = await reserve(limits, prompt + request.maxTokens);
        let written = '';
        let counted: number | null = null;
        try {
          for await (const event of model.stream(request, options)) {
            if (event.type === 'text' || event.type === 'reasoning') written += event.text;
            if (event.type === 'usage') {
              counted = event.usage.prompt_tokens + event.usage.completion_tokens;
            }
            yield event;
          }
        } finally {
          // A vendor also charges for an answer that was not read to its end. If tokens cannot be given
          // back, they stay reserved: the error is on the safe side.
          await settle(counted ?? prompt + estimateTokens(written)).catch(() => undefined);
        }
      },
    };
  };
}
export type WithinBudget = ReturnType<typeof createBudget>;
