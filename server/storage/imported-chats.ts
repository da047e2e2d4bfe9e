import { createHash, randomBytes } from 'node:crypto';
import type { ImportedChat } from '../contract/import.ts';
import { insertAnswer, insertTurn, rateAnswer } from './chats.ts';
import { type Database, type Transaction, rowOf } from './database.ts';
import { noExtras } from './stored-turn.ts';

type ImportedTurn = ImportedChat['turns'][number];

/** A turn with what is known of its time and words. */
export interface DatedTurn extends ImportedTurn {
  /** BCP 47; empty if unknown. */
  language: string;
  /** In the site's time zone, such as 2026-11-22. */
  day: string;
}

/** Derives a conversation's public id from its name, so that it is found again. */
function idOf(key: string): string {
  const hex = createHash('sha256').update(`imported ${key}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

async function insertReply(
  transaction: Transaction,
  sessionId: number,
  turn: DatedTurn,
  question: { id: number; turn: DatedTurn; isFirst: boolean },
): Promise<void> {
  const { content: message, language, day } = question.turn;
  const { id: questionId, isFirst } = question;
  const id = await insertAnswer(transaction, {
    now: turn.at,
    question: { sessionId, questionId, message, language, page: '', day, isFirst },
    turn: {
      content: turn.content,
      // No document here is their source, so they are shown without a quotation.
      citations: turn.sources.map(({ title, url }, index) => {
        return { n: index + 1, title, url, kind: 'url' as const, excerpt: '', document_id: 0 };
      }),
      extras: noExtras,
      reasoning: '',
      toolCalls: [],
      model: turn.model,
      finishReason: turn.content === '' ? 'error' : 'stop',
      outcome: turn.content === '' ? 'failed' : 'answered',
      requestId: '',
      confidence: null,
      usage: { prompt_tokens: turn.prompt_tokens, completion_tokens: turn.completion_tokens },
      responseTime: turn.response_time_ms,
    },
  });
  if (turn.feedback) {
    const comment = turn.feedback_comment || null;
    const rating = { sessionId, messageId: id, feedback: turn.feedback, comment };
    await rateAnswer(transaction, rating);
  }
}

/** Stores a conversation of another plugin with all that it is found and counted by. False: it is there already. */
export const importChat = (
  { transaction }: Pick<Database, 'transaction'>,
  key: string,
  turns: readonly DatedTurn[],
): Promise<boolean> =>
  transaction(async (transaction) => {
    const publicId = idOf(key);
    if (await rowOf(transaction, 'chat_sessions', ['id'], { public_id: publicId })) return false;
    const session = await transaction
      .insertInto('chat_sessions')
      .values({
        public_id: publicId,
        // Nobody has the secret: visitors do not go on with it.
        secret_hash: randomBytes(32).toString('hex'),
        ip_hash: '',
        user_hash: '',
        turns: turns.filter(({ role }) => role === 'user').length,
        created_at: turns[0]!.at,
        last_at: turns.at(-1)!.at,
      })
      .executeTakeFirstOrThrow();
    const sessionId = Number(session.insertId);
    let question: { id: number; turn: DatedTurn; isFirst: boolean } | null = null;
    let isFirst = true;
    for (const turn of turns) {
      if (turn.role === 'user') {
        const { content, language, at } = turn;
        const values = { session_id: sessionId, content, language, created_at: at };
        const id = await insertTurn(transaction, { ...values, role: 'user' });
        question = { id, turn, isFirst };
      } else if (question) {
        await insertReply(transaction, sessionId, turn, question);
        [question, isFirst] = [null, false];
      }
    }
    return true;
  });
