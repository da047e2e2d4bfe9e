import { randomUUID } from 'node:crypto';
import type { Settings } from '../../contract/settings.ts';
import { AppError } from '../../errors/app-error.ts';
import type { LanguageModel, ModelRequest } from '../../providers/language-model.ts';
import type { Log } from '../../runtime/log.ts';
import type { State } from '../../storage/state.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import type { Bridge } from '../../wordpress/bridge.ts';

type Limits = Settings['limits'];

/** A day or a month (UTC) with a cap; 0: none. */
interface BudgetPeriod {
  unit: 'day' | 'month';
  /** The counter's name. */
  name: string;
  cap: number;
  /** Milliseconds. */
  endsAt: number;
}

function periodsAt({ daily_tokens, monthly_tokens }: Limits, now: number) {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const name = `tokens:${date.toISOString().slice(0, 10)}`;
  const tomorrow = Date.UTC(year, month, date.getUTCDate() + 1);
  const next = Date.UTC(year, month + 1);
  const day: BudgetPeriod = { unit: 'day', name, cap: daily_tokens, endsAt: tomorrow };
  const ofMonth: BudgetPeriod = { ...day, unit: 'month', name: name.slice(0, -3) };
  return { day, month: { ...ofMonth, cap: monthly_tokens, endsAt: next } };
}

/** Estimates the tokens of messages, tool calls and tool definitions. */
function promptTokens({ messages, tools }: ModelRequest): number {
  const texts = messages.map((message) => {
    const calls = message.role === 'assistant' && message.toolCalls?.length;
    return message.content + (calls ? JSON.stringify(message.toolCalls) : '');
  });
  return estimateTokens(texts.join('\n') + (tools.length > 0 ? JSON.stringify(tools) : ''));
}

/** Reserved for a prompt: the estimate is too low for some languages. What is not used is given back. */
const margin = 1.25;

interface Dependencies {
  state: Pick<State, 'add' | 'addUpTo' | 'readNumber'>;
  clock: () => number;
  log: Log;
  /** Hears how many tokens of a cap are used or reserved, after each answer, and if there is no room for one. */
  used?: (period: BudgetPeriod, tokens: number, isFull?: boolean) => void;
}

/**
 * Keeps the tokens of all visitors and sidecars within the owner's caps, counted in the database. An answer reserves
 * the maximum that it can use before the model is called, so that many at once cannot exceed a cap; unused tokens are
 * given back, all of them if the vendor did not begin to answer.
 */
export class Budget {
  readonly #options: Dependencies;
  /**
   * Changes that the database did not take, summed up by counter. If the answer of the database was lost rather than
   * the change, it is counted twice.
   */
  readonly #owed = new Map<string, { period: BudgetPeriod; by: number }>();

  constructor(options: Dependencies) {
    this.#options = options;
  }

  async #change(period: BudgetPeriod, by: number): Promise<void> {
    const { state, clock, log, used } = this.#options;
    const { name, endsAt } = period;
    const sum = by + (this.#owed.get(name)?.by ?? 0);
    this.#owed.delete(name);
    if (sum === 0 || endsAt <= clock()) return;
    try {
      const tokens = await state.add(name, sum, endsAt);
      used?.(period, tokens);
    } catch (error) {
      this.#owed.set(name, { period, by: sum + (this.#owed.get(name)?.by ?? 0) });
      log.warn(
        { err: error, counter: name, tokens: sum },
        'used tokens could not be counted yet; it is tried again',
      );
    }
  }

  /** Repeats the changes that failed. */
  async settle(): Promise<void> {
    for (const { period } of [...this.#owed.values()]) await this.#change(period, 0);
  }

  /** Reads the tokens that are used of the caps; without a cap they are not counted. */
  async read(limits: Limits) {
    const { state, clock } = this.#options;
    const { day, month } = periodsAt(limits, clock());
    const read = async ({ name, cap }: BudgetPeriod) => ({
      used: await state.readNumber(name),
      limit: cap,
    });
    return { day: await read(day), month: await read(month) };
  }

  /**
   * Returns a function that replaces the reservation by the tokens that were used.
   *
   * @throws AppError `budget_exhausted`; the database's error
   */
  async #reserve(limits: Limits, tokens: number): Promise<(actual: number) => Promise<void>> {
    const { state, clock, used } = this.#options;
    await this.settle();
    const now = clock();
    const reserved: BudgetPeriod[] = [];
    const settleAt = async (actual: number) => {
      for (const period of reserved) await this.#change(period, actual - tokens);
    };
    try {
      for (const period of Object.values(periodsAt(limits, now))) {
        const { name, cap, endsAt } = period;
        if (cap === 0) continue;
        if (!(await state.addUpTo(name, tokens, cap, endsAt))) {
          used?.(period, await state.readNumber(name), true);
          const retryAfter = Math.ceil((endsAt - now) / 1000);
          throw new AppError('budget_exhausted', { retryAfter, turnedAway: 'budget' });
        }
        reserved.push(period);
      }
    } catch (error) {
      await settleAt(0);
      throw error;
    }
    return settleAt;
  }

  /** Wraps `model`: it throws `budget_exhausted` if a cap does not leave enough for an answer. */
  within = (model: LanguageModel, limits: Limits): LanguageModel => {
    if (limits.daily_tokens === 0 && limits.monthly_tokens === 0) return model;
    const reserve = (tokens: number) => this.#reserve(limits, tokens);
    return {
      id: model.id,
      async *stream(request, options) {
        const prompt = promptTokens(request);
        const settleAt = await reserve(Math.ceil(prompt * margin) + request.maxTokens);
        // The vendor's own count is billed where it gives one, else an estimate.
        let [charges, counts, counted, written] = [0, 0, 0, ''];
        const charged = () => {
          charges++;
          options.charged?.();
        };
        try {
          for await (const event of model.stream(request, { ...options, charged })) {
            if (event.type === 'text' || event.type === 'reasoning') written += event.text;
            if (event.type === 'tool_call') written += JSON.stringify(event.call);
            if (event.type === 'usage') {
              counted += event.usage.prompt_tokens + event.usage.completion_tokens;
              counts++;
              written = '';
            }
            yield event;
          }
        } finally {
          const uncounted = Math.max(0, charges - counts) * prompt;
          await settleAt(counted + uncounted + estimateTokens(written));
        }
      },
    };
  };
}

/** Share of a cap at which the owner is told. */
const share = 0.8;
/** Milliseconds between attempts, of all sidecars, to send a message that could not be sent. */
const pause = 60_000;

interface NoticeDependencies {
  state: Pick<State, 'lease'>;
  bridge: Pick<Bridge, 'tellBudget'>;
  clock: () => number;
  log: Log;
}

/** Has WordPress mail the owner once a day or month when most of its tokens are used. */
export class BudgetNotice {
  readonly #options: NoticeDependencies;
  /** Counters that need no further message of this process, and until when (ms). */
  readonly #quiet = new Map<string, number>();

  constructor(options: NoticeDependencies) {
    this.#options = options;
  }

  /** Hears of a use; see `Budget`. */
  used = (period: BudgetPeriod, tokens: number, isFull = false): void => {
    const { name, cap } = period;
    // The reservation of an answer for which there is no room may be a good part of a small cap.
    if (!isFull && tokens < share * cap) return;
    const { clock, log } = this.#options;
    const now = clock();
    for (const [known, until] of this.#quiet) if (until <= now) this.#quiet.delete(known);
    if (this.#quiet.has(name)) return;
    this.#quiet.set(name, now + pause);
    this.#tell(period, tokens).catch((error: unknown) =>
      log.warn({ err: error }, 'the owner could not be told that the tokens run out'),
    );
  };

  async #tell({ unit, name, cap, endsAt }: BudgetPeriod, used: number): Promise<void> {
    const { state, bridge, clock, log } = this.#options;
    const lease = `told:${name}`;
    const owner = randomUUID();
    if (!(await state.lease(lease, owner, clock(), clock() + pause))) return;
    const ends_at = new Date(endsAt).toISOString();
    const { sent } = await bridge.tellBudget({ unit, used, limit: cap, ends_at });
    if (!sent) log.warn({ unit }, 'the site cannot mail its owner that the tokens run out');
    await state.lease(lease, owner, clock(), endsAt);
    this.#quiet.set(name, endsAt);
  }
}
