import type { Figures } from '../../../server/contract/figures.ts';

type Day = Figures['period']['days'][number];

const noOutcomes = { answered: 0, closest: 0, refused: 0, failed: 0, stopped: 0 };
const noCost = { prompt_tokens: 0, completion_tokens: 0, cached_tokens: 0, usd: 0 };

export const dayOf = (day: string, given: Partial<Day> = {}): Day => ({
  day,
  questions: 0,
  outcomes: noOutcomes,
  up: 0,
  down: 0,
  cost: noCost,
  waited: 0,
  turned_away: 0,
  failures: 0,
  ...given,
});

interface Given {
  period?: Partial<Figures['period']>;
  budget?: Partial<Figures['budget']>;
  attention?: Partial<Figures['attention']>;
}

/** Nobody has asked, and nothing needs attention, unless it is given. */
export const figuresOf = ({ period, budget, attention }: Given = {}): Figures => ({
  period: {
    days: [dayOf('2026-01-30'), dayOf('2026-01-31')],
    sessions: 0,
    questions: 0,
    questions_before: 0,
    up: 0,
    down: 0,
    median_ms: null,
    p95_ms: null,
    models: [],
    top_questions: [],
    ...period,
  },
  budget: { day: { used: 0, limit: 0 }, month: { used: 0, limit: 0 }, ...budget },
  attention: { failed_documents: 0, unread_down: 0, open_gaps: 0, ...attention },
});

/** Two days with all kinds of figures. */
export const busyFigures = figuresOf({
  period: {
    days: [
      dayOf('2026-01-30', {
        questions: 6,
        outcomes: { ...noOutcomes, answered: 4, refused: 2 },
        cost: { prompt_tokens: 8000, completion_tokens: 500, cached_tokens: 0, usd: 0.25 },
      }),
      dayOf('2026-01-31', {
        questions: 3,
        outcomes: { ...noOutcomes, answered: 3 },
        up: 3,
        down: 1,
        cost: { prompt_tokens: 4000, completion_tokens: 300, cached_tokens: 0, usd: null },
      }),
    ],
    sessions: 4,
    questions: 9,
    questions_before: 6,
    up: 3,
    down: 1,
    median_ms: 1240,
    p95_ms: 4500,
    models: [
      {
        model: 'openai:gpt-5-mini',
        answers: 5,
        prompt_tokens: 12000,
        completion_tokens: 800,
        cached_tokens: 9000,
        usd: 0.25,
      },
      {
        model: 'builtin:extractive-1',
        answers: 4,
        prompt_tokens: 0,
        completion_tokens: 0,
        cached_tokens: 0,
        usd: null,
      },
    ],
    top_questions: [{ question: 'When do you open?', count: 5, outcome: 'refused' }],
  },
});
