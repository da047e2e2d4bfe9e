import type { Outcome, Usage } from '../contract/chat.ts';
import type { Figures } from '../contract/figures.ts';
import type { Trouble } from '../contract/trouble.ts';
import { billed, priceAt, pricesOf, type Priced } from '../providers/model-price.ts';
import { dayName, later, localDate, startOfDay } from '../runtime/local-date.ts';
import type { ChatFigures, DayFigures, UnreadRatings } from '../storage/chat-figures.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import type { ReadBudget } from './budget.ts';
import { troubleOf, type DayCounts } from './day-counts.ts';
import { topQuestions } from './top-questions.ts';

/** The latest answers, whose times are measured. */
const maxTimes = 1000;
const msPerDay = 86_400_000;

interface FiguresDependencies {
  settings: Pick<SettingsStore, 'get' | 'site'>;
  chatFigures: ChatFigures;
  unreadRatings: Pick<UnreadRatings, 'count'>;
  readBudget: ReadBudget;
  failedDocuments: () => Promise<number>;
  openGaps: () => Promise<number>;
  dayCounts: Pick<DayCounts, 'between'>;
  clock: () => number;
}

const sum = (rows: readonly DayFigures[], value: (row: DayFigures) => number) =>
  rows.reduce((total, row) => total + value(row), 0);
const answersOf = (rows: readonly DayFigures[]) => sum(rows, ({ answers }) => answers);
/** A rating of an answer that was counted elsewhere may be taken back. */
const ratingsOf = (rows: readonly DayFigures[]) => ({
  up: Math.max(
    0,
    sum(rows, ({ up }) => up),
  ),
  down: Math.max(
    0,
    sum(rows, ({ down }) => down),
  ),
});

const usageOf = (rows: readonly DayFigures[]) =>
  ({
    prompt_tokens: sum(rows, ({ promptTokens }) => promptTokens),
    completion_tokens: sum(rows, ({ completionTokens }) => completionTokens),
    cached_tokens: sum(rows, ({ cachedTokens }) => cachedTokens),
    cache_write_tokens: sum(rows, ({ cacheWriteTokens }) => cacheWriteTokens),
  }) satisfies Usage;

/** Returns what the tokens of one model cost, each day's at its price; null if one is not known. */
function costOfModel(model: string, rows: readonly DayFigures[], llm: Priced): number | null {
  // Once: to look it up takes longer than to add.
  const prices = pricesOf(model, llm);
  const byPrice = Map.groupBy(rows, ({ day }) => priceAt(prices, Date.parse(day)));
  return [...byPrice].reduce<number | null>(
    (total, [price, own]) =>
      total === null || price === undefined ? null : total + billed(usageOf(own), price),
    0,
  );
}

/** Returns tokens and what they cost; `usd` null if a model's price is not known. */
function spentOn(rows: readonly DayFigures[], llm: Priced) {
  const { prompt_tokens, completion_tokens, cached_tokens } = usageOf(rows);
  const used = rows.filter((row) => row.promptTokens + row.completionTokens > 0);
  const costs = [...Map.groupBy(used, ({ model }) => model)].map(([model, own]) =>
    costOfModel(model, own, llm),
  );
  const usd = costs.reduce<number | null>(
    (total, cost) => (total === null || cost === null ? null : total + cost),
    0,
  );
  return { prompt_tokens, completion_tokens, cached_tokens, usd };
}

function outcomesOf(rows: readonly DayFigures[]): Record<Outcome, number> {
  const outcomes = { answered: 0, closest: 0, refused: 0, failed: 0, stopped: 0 };
  for (const { outcome, answers } of rows) outcomes[outcome] += answers;
  return outcomes;
}

const counted = (rows: readonly { count: number }[]) =>
  rows.reduce((total, { count }) => total + count, 0);

const troubleIn = ({ waited, turned_away, failures }: Trouble) => ({
  waited,
  // The others have asked nothing.
  turned_away: counted(turned_away.filter(({ reason }) => reason !== 'requests')),
  failures: counted(failures),
});

const dayOf = (day: string, rows: readonly DayFigures[], llm: Priced, trouble: Trouble) => ({
  day,
  questions: answersOf(rows),
  outcomes: outcomesOf(rows),
  ...ratingsOf(rows),
  cost: spentOn(rows, llm),
  ...troubleIn(trouble),
});

function modelsOf(rows: readonly DayFigures[], llm: Priced) {
  const byModel = Map.groupBy(
    rows.filter(({ model }) => model !== ''),
    ({ model }) => model,
  );
  return [...byModel]
    .map(([model, own]) => ({ model, answers: answersOf(own), ...spentOn(own, llm) }))
    .sort((a, b) => b.answers - a.answers);
}

/** Returns the value below which the share of the sorted values is; null without values. */
const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;

/** Reads the figures of a period that ends today, in the site's time zone. */
export function createFigures(dependencies: FiguresDependencies) {
  const { settings, chatFigures, unreadRatings, readBudget } = dependencies;
  const { failedDocuments, openGaps, dayCounts, clock } = dependencies;

  async function period(days: number, llm: Priced): Promise<Figures['period']> {
    const timeZone = settings.site()?.time_zone ?? 'UTC';
    const today = localDate(clock(), timeZone);
    const names = Array.from({ length: days }, (_, ago) => dayName(later(today, -ago))).reverse();
    const first = names[0]!;
    const since = startOfDay(later(today, 1 - days), timeZone);
    const before = [1 - 2 * days, -days].map((ago) => dayName(later(today, ago)));
    const [own, questionsBefore, times, top, counts] = await Promise.all([
      chatFigures.between(first, names.at(-1)!),
      chatFigures.answersBetween(before[0]!, before[1]!),
      chatFigures.latestTimes(since, maxTimes),
      topQuestions(chatFigures, since),
      dayCounts.between(first, names.at(-1)!),
    ]);
    const byDay = Map.groupBy(own, ({ day }) => day);
    const sorted = times.sort((a, b) => a - b);
    return {
      days: names.map((day) => dayOf(day, byDay.get(day) ?? [], llm, troubleOf(counts.get(day)))),
      sessions: sum(own, ({ sessions }) => sessions),
      questions: answersOf(own),
      questions_before: questionsBefore,
      ...ratingsOf(own),
      median_ms: quantile(sorted, 0.5),
      p95_ms: quantile(sorted, 0.95),
      models: modelsOf(own, llm),
      top_questions: top,
    };
  }

  return async function figures(days: number): Promise<Figures> {
    const { limits, llm } = await settings.get();
    const [given, budget, failed_documents, unread_down, open_gaps] = await Promise.all([
      period(days, llm),
      readBudget(limits),
      failedDocuments(),
      unreadRatings.count(),
      openGaps(),
    ]);
    return { period: given, budget, attention: { failed_documents, unread_down, open_gaps } };
  };
}

/** Reads the figures of all time for the head of the dashboard. */
export function createSummary({
  settings,
  chatFigures,
  clock,
}: Pick<FiguresDependencies, 'settings' | 'chatFigures' | 'clock'>) {
  return async function summary() {
    const now = clock();
    const today = dayName(localDate(now, settings.site()?.time_zone ?? 'UTC'));
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
      median_ms: quantile(
        times.sort((a, b) => a - b),
        0.5,
      ),
      prompt_tokens: total.promptTokens,
      completion_tokens: total.completionTokens,
    };
  };
}
