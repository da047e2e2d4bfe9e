import { propertyTerm } from '../../server/storage/chat-terms.ts';
import type { Feedback, Outcome } from '../../server/contract/chat.ts';
import { searchTerms } from '../../server/text/search-terms.ts';
import { hash, random } from '../parts/words.ts';

const words = 30_000;
const turnsOfSession = 4;
const msPerDay = 86_400_000;
const days = 365;
const chinese = '博物馆开门时间票价地点停车儿童学校展览今天明天天鹅喂食餐厅洗手间导游预约网站语言';

export interface GeneratedTurn {
  questionId: number;
  at: number;
  day: string;
  question: string;
  answer: string;
  page: string;
  language: string;
  outcome: Outcome;
  feedback: Feedback | null;
  model: string;
  ms: number;
  tokens: number;
}

export interface GeneratedSession {
  id: number;
  turns: GeneratedTurn[];
}

/** The word of a rank: low ranks are said most often. */
export const wordOf = (rank: number) => `w${rank.toString(36)}`;

/** Returns a rank as words have it in texts: the frequency of each is about one by its rank. */
const rankOf = (next: () => number) => Math.floor(words ** next()) - 1;

const sentence = (next: () => number, length: number) =>
  Array.from({ length }, () => wordOf(rankOf(next))).join(' ');
const chineseText = (next: () => number, length: number) =>
  Array.from({ length }, () => chinese[Math.floor(next() * chinese.length)]).join('');

function outcomeOf(share: number): Outcome {
  if (share < 0.75) return 'answered';
  if (share < 0.85) return 'closest';
  if (share < 0.97) return 'refused';
  return share < 0.99 ? 'stopped' : 'failed';
}

function languageOf(share: number): string {
  if (share < 0.6) return 'en';
  if (share < 0.85) return 'de';
  return share < 0.95 ? 'fr' : 'zh';
}

/** Yields conversations of four turns over a year, the same ones each time. */
export function* sessionsOf(turns: number, now: number): Generator<GeneratedSession> {
  const sessions = Math.ceil(turns / turnsOfSession);
  for (let id = 1; id <= sessions; id++) {
    const next = random(hash(`session ${id}`));
    const language = languageOf(next());
    const page = `/page-${Math.floor(200 ** next())}/`;
    const start = now - Math.floor(((sessions - id + 1) / sessions) * days * msPerDay);
    const text = (length: number) =>
      language === 'zh' ? chineseText(next, length) : sentence(next, length);
    const made = Array.from({ length: turnsOfSession }, (_, n): GeneratedTurn => {
      const at = start + n * 30_000;
      const rated = next();
      return {
        questionId: (id - 1) * turnsOfSession * 2 + n * 2 + 1,
        at,
        day: new Date(at).toISOString().slice(0, 10),
        question: `${text(8)}?`,
        answer: `${text(30)}.`,
        page,
        language,
        outcome: outcomeOf(next()),
        feedback: rated < 0.03 ? 'up' : rated < 0.04 ? 'down' : null,
        model: next() < 0.9 ? 'openai:gpt-4o-mini' : 'builtin:extractive-1',
        ms: 200 + Math.floor(next() * 3000),
        tokens: 500 + Math.floor(next() * 2000),
      };
    });
    yield { id, turns: made };
  }
}

/** Returns the terms of a conversation, in order. */
export function termsOf({ turns }: GeneratedSession): string[] {
  const terms = searchTerms(turns.map(({ question, answer }) => `${question} ${answer}`).join(' '));
  for (const { outcome, day, language, page, feedback } of turns) {
    terms.add(propertyTerm('outcome', outcome));
    terms.add(propertyTerm('day', day));
    terms.add(propertyTerm('language', language));
    terms.add(propertyTerm('page', page));
    if (feedback) terms.add(propertyTerm('feedback', feedback));
  }
  return [...terms].sort();
}

/** The title of a document. */
export const titleOf = (id: number) => `${sentence(random(hash(`title ${id}`)), 6)} ${id}`;
