import type { Figures } from '../contract/figures.ts';
import type { ChatFigures } from '../storage/chat-figures.ts';
import { fold } from '../text/fold.ts';

/** The latest questions, which are grouped. */
const maxQuestions = 2000;
const shown = 10;
/** UTF-16 code units of a question that are compared, and shown. */
const maxLength = 300;

/** Returns the words of a question with one space between them. */
const wordsOf = (question: string) => fold(question.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')).trim();

/** Groups the latest questions since `from` (ms) by their words, the most frequent first. */
export async function topQuestions(
  { latestQuestions, outcomesOf }: Pick<ChatFigures, 'latestQuestions' | 'outcomesOf'>,
  from: number,
): Promise<Figures['period']['top_questions']> {
  const groups = new Map<string, { question: string; id: number; count: number }>();
  for (const { id, content } of await latestQuestions(from, maxQuestions)) {
    const question = content.slice(0, maxLength);
    const words = wordsOf(question);
    const group = groups.get(words);
    if (group) group.count++;
    else if (words !== '') groups.set(words, { question, id, count: 1 });
  }
  const top = [...groups.values()].sort((a, b) => b.count - a.count).slice(0, shown);
  const outcomes = await outcomesOf(top.map(({ id }) => id));
  return top.map(({ question, count, id }) => ({
    question,
    count,
    outcome: outcomes.get(id) ?? null,
  }));
}
