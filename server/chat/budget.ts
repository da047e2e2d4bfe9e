import type { Settings } from '../contract/settings.ts';
import type { LanguageModel, ModelMessage, ModelRequest } from '../providers/language-model.ts';
import type { State } from '../storage/state.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { budgetPeriods, type BudgetCounters } from './budget-counters.ts';

/** Estimates the tokens of messages, tool calls and tool definitions. */
const promptTokens = ({ messages, tools }: ModelRequest) =>
  estimateTokens(
    messages.map((message) => message.content + callsOf(message)).join('\n') +
      (tools.length > 0 ? JSON.stringify(tools) : ''),
  );

const callsOf = (message: ModelMessage) =>
  message.role === 'assistant' && message.toolCalls?.length
    ? JSON.stringify(message.toolCalls)
    : '';

/** Reserved for a prompt: the estimate is too low for some languages. What is not used is given back. */
const margin = 1.25;

/** Reads the tokens that are used of the caps; without a cap they are not counted. */
export function createReadBudget({ state, clock }: { state: State; clock: () => number }) {
  return async function readBudget(limits: Settings['limits']) {
    const [day, month] = await Promise.all(
      budgetPeriods(limits, clock()).map(async ({ name, cap }) => ({
        used: await state.readNumber(name),
        limit: cap,
      })),
    );
    return { day: day!, month: month! };
  };
}
export type ReadBudget = ReturnType<typeof createReadBudget>;

/** Sums up what an answer costs, by the vendor's own count where it gives one. */
function createBill(prompt: number) {
  let charged = 0;
  let counted = 0;
  let counts = 0;
  let written = '';
  return {
    /** A vendor has begun to answer, and charges the prompt. */
    charge: () => void charged++,
    /** A model that calls nobody, as in tests, does not tell that it is charged. */
    write(text: string) {
      charged ||= 1;
      written += text;
    },
    count(tokens: number) {
      charged ||= 1;
      counted += tokens;
      counts++;
      written = '';
    },
    total: () => counted + Math.max(0, charged - counts) * prompt + estimateTokens(written),
  };
}

/**
 * Keeps the tokens of all visitors and sidecars within the owner's caps. An answer reserves the maximum that
 * it can use before the model is called, so that many at once cannot exceed a cap; unused tokens are given
 * back, all of them if the vendor did not begin to answer.
 */
export function createBudget({ reserve }: Pick<BudgetCounters, 'reserve'>) {
  /** Wraps `model`: it throws `budget_exhausted` if a cap does not leave enough for an answer. */
  return function withinBudget(model: LanguageModel, limits: Settings['limits']): LanguageModel {
    if (limits.daily_tokens === 0 && limits.monthly_tokens === 0) return model;
    return {
      id: model.id,
      async *stream(request, options) {
        const prompt = promptTokens(request);
        const settle = await reserve(limits, Math.ceil(prompt * margin) + request.maxTokens);
        const bill = createBill(prompt);
        const charged = () => {
          bill.charge();
          options.charged?.();
        };
        try {
          for await (const event of model.stream(request, { ...options, charged })) {
            if (event.type === 'text' || event.type === 'reasoning') bill.write(event.text);
            if (event.type === 'tool_call') bill.write(JSON.stringify(event.call));
            if (event.type === 'usage') {
              bill.count(event.usage.prompt_tokens + event.usage.completion_tokens);
            }
            yield event;
          }
        } finally {
          await settle(bill.total());
        }
      },
    };
  };
}
export type WithinBudget = ReturnType<typeof createBudget>;
