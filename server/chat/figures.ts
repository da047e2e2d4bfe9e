import type { Trouble, TurnedAway, VendorFailure } from '../contract/trouble.ts';
import { dayName, later, localDate, startOfDay } from '../runtime/local-date.ts';
import type { Log } from '../runtime/log.ts';
import { oneAtATime } from '../runtime/one-at-a-time.ts';
import type { State } from '../storage/state.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import type { Outcome, Usage } from '../contract/chat.ts';
import type { Figures } from '../contract/figures.ts';
import { billed, priceAt, pricesOf, type Priced } from '../providers/model-price.ts';
import type { ChatFigures, DayFigures, UnreadRatings } from '../storage/chat-figures.ts';
import { fold } from '../text/fold.ts';
import type { Budget } from './budget.ts';

/** Milliseconds for which counts gather before they are written: hundreds may be turned away in a second. */
const gather = 1000;
/** Milliseconds until counts that could not be written are tried again. */
const pause = 60_000;
/** Milliseconds: a year of figures, and the one before it for comparison. */
const kept = 800 * 86_400_000;
const prefix = 'count:';

interface CountsDependencies {
  state: Pick<State, 'add' | 'numbers'>;
  settings: Pick<SettingsStore, 'site'>;
  clock: () => number;
  log: Log;
}

/** Counts of one day by name: `waited`, `turned_away:<reason>`, `failed:<provider>:<failure>`, `took_over:<who>`. */
type Counts = ReadonlyMap<string, number>;

/** Counts events by day, in the site's time zone, for all sidecars of the site together. */
export function createDayCounts({ state, settings, clock, log }: CountsDependencies) {
  const waiting = new Map<string, number>();
  const serially = oneAtATime();
  let timer: NodeJS.Timeout | undefined;

  const today = () => dayName(localDate(clock(), settings.site()?.time_zone ?? 'UTC'));

  const add = (name: string, by: number) => waiting.set(name, (waiting.get(name) ?? 0) + by);

  function settleIn(ms: number): void {
    timer ??= setTimeout(() => void settle(), ms).unref();
  }

  /** Writes what has been counted; what cannot be written is kept. */
  const settle = (): Promise<void> =>
    serially(async () => {
      clearTimeout(timer);
      timer = undefined;
      for (const name of [...waiting.keys()]) {
        // More may have been counted while the names before it were written.
        const by = waiting.get(name) ?? 0;
        waiting.delete(name);
        try {
          await state.add(name, by, clock() + kept);
        } catch (error) {
          add(name, by);
          log.debug({ err: error }, 'counts of the day could not be written');
          return settleIn(pause);
        }
      }
    });

  return {
    settle,
    today,

    count: (name: string, by = 1): void => {
      add(`${prefix}${today()}:${name}`, by);
      settleIn(gather);
    },

    /** Returns the counts of the days from `first` to `last`, both included. */
    async between(first: string, last: string): Promise<Map<string, Counts>> {
      await settle();
      const days = new Map<string, Map<string, number>>();
      const end = dayName(later(new Date(last), 1));
      const rows = await state.numbers(prefix + first, prefix + end);
      for (const [name, number] of rows) {
        const day = name.slice(prefix.length, name.indexOf(':', prefix.length));
        const counts = days.get(day) ?? new Map<string, number>();
        days.set(day, counts.set(name.slice(prefix.length + day.length + 1), number));
      }
      return days;
    },
  };
}
export type DayCounts = ReturnType<typeof createDayCounts>;

/** Returns the counts in the form of the contract, the most frequent first. */
export function troubleOf(given: Counts = new Map()): Trouble {
  // A refusal of yesterday may be taken back today.
  const counts = new Map([...given].filter(([, count]) => count > 0));
  const of = (name: string) => counts.get(name) ?? 0;
  const stood_in = { builtin: of('took_over:builtin'), other: of('took_over:other') };
  const trouble: Trouble = { waited: of('waited'), turned_away: [], failures: [], stood_in };
  for (const [name, count] of [...counts].sort(([, a], [, b]) => b - a)) {
    const [kind, who = '', failure = ''] = name.split(':');
    if (kind === 'turned_away') trouble.turned_away.push({ reason: who as TurnedAway, count });
    if (kind === 'failed') {
      trouble.failures.push({ provider: who, failure: failure as VendorFailure, count });
    }
  }
  return trouble;
}

/** The latest questions, which are grouped. */
const maxQuestions = 2000;
const shownQuestions = 10;
/** UTF-16 code units of a question that are compared, and shown. */
const maxLength = 300;
/** The latest answers, whose times are measured. */
const maxTimes = 1000;
const msPerDay = 86_400_000;

type Rows = readonly DayFigures[];

const sum = (rows: Rows, value: (row: DayFigures) => number) =>
  rows.reduce((total, row) => total + value(row), 0);
const answersOf = (rows: Rows) => sum(rows, ({ answers }) => answers);
/** A rating of an answer that was counted elsewhere may be taken back. */
const ratingsOf = (rows: Rows) => {
  const [up, down] = [sum(rows, (row) => row.up), sum(rows, (row) => row.down)];
  return { up: Math.max(0, up), down: Math.max(0, down) };
};
const usageOf = (rows: Rows) =>
  ({
    prompt_tokens: sum(rows, ({ promptTokens }) => promptTokens),
    completion_tokens: sum(rows, ({ completionTokens }) => completionTokens),
    cached_tokens: sum(rows, ({ cachedTokens }) => cachedTokens),
    cache_write_tokens: sum(rows, ({ cacheWriteTokens }) => cacheWriteTokens),
  }) satisfies Usage;

/** Returns tokens and what they cost, each day's at its price; `usd` null if a model's price is not known. */
function spentOn(rows: Rows, llm: Priced) {
  const { prompt_tokens, completion_tokens, cached_tokens } = usageOf(rows);
  const used = rows.filter((row) => row.promptTokens + row.completionTokens > 0);
  const costs = [...Map.groupBy(used, ({ model }) => model)].flatMap(([model, own]) => {
    // Once: to look it up takes longer than to add.
    const prices = pricesOf(model, llm);
    const byPrice = Map.groupBy(own, ({ day }) => priceAt(prices, Date.parse(day)));
    return Array.from(byPrice, ([price, some]) => price && billed(usageOf(some), price));
  });
  const usd = costs.reduce<number | null>(
    (total, cost) => (total === null || cost === undefined ? null : total + cost),
    0,
  );
  return { prompt_tokens, completion_tokens, cached_tokens, usd };
}

function outcomesOf(rows: Rows): Record<Outcome, number> {
  const outcomes = { answered: 0, closest: 0, refused: 0, failed: 0, stopped: 0 };
  for (const { outcome, answers } of rows) outcomes[outcome] += answers;
  return outcomes;
}

function dayOf(day: string, rows: Rows, llm: Priced, counts: Counts | undefined) {
  const { waited, turned_away, failures } = troubleOf(counts);
  const counted = (some: readonly { count: number }[]) =>
    some.reduce((total, { count }) => total + count, 0);
  return {
    day,
    questions: answersOf(rows),
    outcomes: outcomesOf(rows),
    ...ratingsOf(rows),
    cost: spentOn(rows, llm),
    waited,
    // The others have asked nothing.
    turned_away: counted(turned_away.filter(({ reason }) => reason !== 'requests')),
    failures: counted(failures),
  };
}

function modelsOf(rows: Rows, llm: Priced) {
  const named = rows.filter(({ model }) => model !== '');
  return Array.from(
    Map.groupBy(named, ({ model }) => model),
    ([model, own]) => ({ model, answers: answersOf(own), ...spentOn(own, llm) }),
  ).sort((a, b) => b.answers - a.answers);
}

/** Returns the value below which the share of the values is; null without values. */
function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}

/** Groups the latest questions since `from` (ms) by their words, the most frequent first. */
async function topQuestions(
  { latestQuestions, outcomesOf }: Pick<ChatFigures, 'latestQuestions' | 'outcomesOf'>,
  from: number,
): Promise<Figures['period']['top_questions']> {
  const groups = new Map<string, { question: string; id: number; count: number }>();
  for (const { id, content } of await latestQuestions(from, maxQuestions)) {
    const question = content.slice(0, maxLength);
    const words = fold(question.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')).trim();
    const group = groups.get(words);
    if (group) group.count++;
    else if (words !== '') groups.set(words, { question, id, count: 1 });
  }
  const top = [...groups.values()].sort((a, b) => b.count - a.count).slice(0, shownQuestions);
  const outcomes = await outcomesOf(top.map(({ id }) => id));
  return top.map(({ id, ...group }) => ({ ...group, outcome: outcomes.get(id) ?? null }));
}

interface Dependencies {
  settings: Pick<SettingsStore, 'get' | 'site'>;
  chatFigures: ChatFigures;
  unreadRatings: Pick<UnreadRatings, 'count'>;
  budget: Pick<Budget, 'read'>;
  failedDocuments: () => Promise<number>;
  openGaps: () => Promise<number>;
  dayCounts: Pick<DayCounts, 'between'>;
  clock: () => number;
}

/** Reads figures, in the site's time zone. */
export function createFigures(dependencies: Dependencies) {
  const { settings, chatFigures, unreadRatings, budget } = dependencies;
  const { failedDocuments, openGaps, dayCounts, clock } = dependencies;
  const timeZone = () => settings.site()?.time_zone ?? 'UTC';

  async function period(days: number, llm: Priced): Promise<Figures['period']> {
    const today = localDate(clock(), timeZone());
    const nameOf = (ago: number) => dayName(later(today, -ago));
    const names = Array.from({ length: days }, (_, ago) => nameOf(ago)).reverse();
    const [first, last] = [names[0]!, names.at(-1)!];
    const since = startOfDay(later(today, 1 - days), timeZone());
    const [own, questions_before, times, top_questions, counts] = await Promise.all([
      chatFigures.between(first, last),
      chatFigures.answersBetween(nameOf(2 * days - 1), nameOf(days)),
      chatFigures.latestTimes(since, maxTimes),
      topQuestions(chatFigures, since),
      dayCounts.between(first, last),
    ]);
    const byDay = Map.groupBy(own, ({ day }) => day);
    return {
      days: names.map((day) => dayOf(day, byDay.get(day) ?? [], llm, counts.get(day))),
      sessions: sum(own, ({ sessions }) => sessions),
      questions: answersOf(own),
      questions_before,
      ...ratingsOf(own),
      median_ms: quantile(times, 0.5),
      p95_ms: quantile(times, 0.95),
      models: modelsOf(own, llm),
      top_questions,
    };
  }

  return {
    /** Reads the figures of a period of days that ends today. */
    async figures(days: number): Promise<Figures> {
      const { limits, llm } = await settings.get();
      const [given, tokens, failed_documents, unread_down, open_gaps] = await Promise.all([
        period(days, llm),
        budget.read(limits),
        failedDocuments(),
        unreadRatings.count(),
        openGaps(),
      ]);
      const attention = { failed_documents, unread_down, open_gaps };
      return { period: given, budget: tokens, attention };
    },

    /** Reads the figures of all time for the head of the dashboard. */
    async summary() {
      const now = clock();
      const today = dayName(localDate(now, timeZone()));
      const [total, current, times] = await Promise.all([
        chatFigures.total(),
        chatFigures.between(today, today),
        chatFigures.latestTimes(now - 7 * msPerDay, maxTimes),
      ]);
      return {
        sessions: total.sessions,
        questions: total.answers,
        questions_today: answersOf(current),
        up: Math.max(0, total.up),
        down: Math.max(0, total.down),
        median_ms: quantile(times, 0.5),
        prompt_tokens: total.promptTokens,
        completion_tokens: total.completionTokens,
      };
    },
  };
}
