import { dayName, later, localDate, startOfDay } from '../../runtime/local-date.ts';
import type { SettingsStore } from '../../wordpress/settings.ts';
import type { Outcome, Usage } from '../../contract/chat.ts';
import type { Figures } from '../../contract/figures.ts';
import { billed, priceAt, pricesOf, type Priced } from '../../providers/model-price.ts';
import type { ChatFigures, DayFigures, UnreadRatings } from '../../storage/chat-figures.ts';
import { fold } from '../../language/fold.ts';
import { troubleOf, type Counts, type DayCounts } from './day-counts.ts';
import type { Budget } from '../limits/budget.ts';

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
  figures: Pick<ChatFigures, 'latestQuestions' | 'outcomesOf'>,
  from: number,
): Promise<Figures['period']['top_questions']> {
  const groups = new Map<string, { question: string; id: number; count: number }>();
  for (const { id, content } of await figures.latestQuestions(from, maxQuestions)) {
    const question = content.slice(0, maxLength);
    const words = fold(question.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')).trim();
    const group = groups.get(words);
    if (group) group.count++;
    else if (words !== '') groups.set(words, { question, id, count: 1 });
  }
  const top = [...groups.values()].sort((a, b) => b.count - a.count).slice(0, shownQuestions);
  const outcomes = await figures.outcomesOf(top.map(({ id }) => id));
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

/** Reads the owner's figures, in the site's time zone. */
export class OwnerFigures {
  readonly #options: Dependencies;

  constructor(options: Dependencies) {
    this.#options = options;
  }

  /** Reads the figures of a period of days that ends today. */
  async read(days: number): Promise<Figures> {
    const { settings, budget, unreadRatings, failedDocuments, openGaps } = this.#options;
    const { limits, llm } = await settings.get();
    const [period, tokens, failed_documents, unread_down, open_gaps] = await Promise.all([
      this.#period(days, llm),
      budget.read(limits),
      failedDocuments(),
      unreadRatings.count(),
      openGaps(),
    ]);
    return { period, budget: tokens, attention: { failed_documents, unread_down, open_gaps } };
  }

  /** Reads the figures of all time for the head of the dashboard. */
  async summary() {
    const { chatFigures, clock } = this.#options;
    const now = clock();
    const today = dayName(localDate(now, this.#timeZone));
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
  }

  async #period(days: number, llm: Priced): Promise<Figures['period']> {
    const { chatFigures, dayCounts, clock } = this.#options;
    const today = localDate(clock(), this.#timeZone);
    const nameOf = (ago: number) => dayName(later(today, -ago));
    const names = Array.from({ length: days }, (_, ago) => nameOf(ago)).reverse();
    const [first, last] = [names[0]!, names.at(-1)!];
    const since = startOfDay(later(today, 1 - days), this.#timeZone);
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

  get #timeZone(): string {
    return this.#options.settings.site()?.time_zone ?? 'UTC';
  }
}
