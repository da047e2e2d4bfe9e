import { AppError } from '../errors/app-error.ts';
import type { Settings } from '../contract/settings.ts';
import type { Log } from '../runtime/log.ts';
import type { State } from '../storage/state.ts';
import type { LanguageModel, ModelMessage, ModelRequest } from '../providers/language-model.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';

/** A day or a month (UTC) with a cap; 0: none. */
export interface BudgetPeriod {
  unit: 'day' | 'month';
  /** The counter's name. */
  name: string;
  cap: number;
  /** Milliseconds. */
  endsAt: number;
}

/** Returns this day and this month. */
export function budgetPeriods(
  limits: Settings['limits'],
  now: number,
): [day: BudgetPeriod, month: BudgetPeriod] {
  const date = new Date(now);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const text = date.toISOString();
  return [
    {
      unit: 'day',
      name: `tokens:${text.slice(0, 10)}`,
      cap: limits.daily_tokens,
      endsAt: Date.UTC(year, month, day + 1),
    },
    {
      unit: 'month',
      name: `tokens:${text.slice(0, 7)}`,
      cap: limits.monthly_tokens,
      endsAt: Date.UTC(year, month + 1),
    },
  ];
}

interface Dependencies {
  state: Pick<State, 'add' | 'addUpTo' | 'readNumber'>;
  clock: () => number;
  log: Log;
  /** Hears how many tokens of a cap are used or reserved, after each answer, and if there is no room for one. */
  used: (period: BudgetPeriod, tokens: number, isFull?: boolean) => void;
}

/** Counts tokens in the database, which all sidecars share. */
export function createBudgetCounters({ state, clock, log, used }: Dependencies) {
  /**
   * Changes that the database did not take, summed up by counter. If the answer of the database was lost rather than
   * the change, it is counted twice.
   */
  const owed = new Map<string, { period: BudgetPeriod; by: number }>();

  async function change(period: BudgetPeriod, by: number): Promise<void> {
    const { name, endsAt } = period;
    const sum = by + (owed.get(name)?.by ?? 0);
    owed.delete(name);
    if (sum === 0 || endsAt <= clock()) return;
    try {
      used(period, await state.add(name, sum, endsAt));
    } catch (error) {
      owed.set(name, { period, by: sum + (owed.get(name)?.by ?? 0) });
      log.warn(
        { err: error, counter: name, tokens: sum },
        'used tokens could not be counted yet; it is tried again',
      );
    }
  }

  /** Repeats the changes that failed. */
  async function settle(): Promise<void> {
    for (const { period } of [...owed.values()]) await change(period, 0);
  }

  /** @throws AppError `budget_exhausted`; the database's error */
  async function reserve(limits: Settings['limits'], tokens: number) {
    await settle();
    const now = clock();
    const held: BudgetPeriod[] = [];
    const settleAt = async (actual: number) => {
      for (const period of held) await change(period, actual - tokens);
    };
    try {
      for (const period of budgetPeriods(limits, now)) {
        const { name, cap, endsAt } = period;
        if (cap === 0) continue;
        if (!(await state.addUpTo(name, tokens, cap, endsAt))) {
          used(period, await state.readNumber(name), true);
          const retryAfter = Math.ceil((endsAt - now) / 1000);
          throw new AppError('budget_exhausted', { retryAfter, turnedAway: 'budget' });
        }
        held.push(period);
      }
    } catch (error) {
      await settleAt(0);
      throw error;
    }
    /** Replaces the reservation by what was used. */
    return settleAt;
  }

  return { reserve, settle };
}
export type BudgetCounters = ReturnType<typeof createBudgetCounters>;

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
