import { createHash, randomBytes } from 'node:crypto';
import type { ImportedChat } from '../contract/import.ts';
import type { Database, Transaction } from './database.ts';
import { insertAnswer, insertTurn, rateAnswer } from './store-answer.ts';

type Turn = ImportedChat['turns'][number];
type Dialect = Database['dialect'];

/** A turn with what is known of its time and words. */
export interface DatedTurn extends Turn {
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
  dialect: Dialect,
  transaction: Transaction,
  sessionId: number,
  turn: DatedTurn,
  asked: { id: number; turn: DatedTurn; isFirst: boolean },
): Promise<void> {
  const { language, day } = asked.turn;
  const id = await insertAnswer(dialect, transaction, {
    now: turn.at,
    asked: {
      sessionId,
      questionId: asked.id,
      message: asked.turn.content,
      language,
      page: '',
      day,
      isFirst: asked.isFirst,
    },
    turn: {
      content: turn.content,
      // No document here is their source, so they are shown without a quotation.
      citations: turn.sources.map(({ title, url }, index) => {
        return { n: index + 1, title, url, kind: 'url' as const, excerpt: '', document_id: 0 };
      }),
      extras: { statements: [], closest: [], next_questions: [] },
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
    await rateAnswer(dialect, transaction, rating);
  }
}

/** Stores a conversation of another plugin with all that it is found and counted by. False: it is there already. */
export const importChat = (
  { dialect, transaction }: Pick<Database, 'dialect' | 'transaction'>,
  key: string,
  turns: readonly DatedTurn[],
): Promise<boolean> =>
  transaction(async (transaction) => {
    const publicId = idOf(key);
    const known = await transaction
      .selectFrom('chat_sessions')
      .select('id')
      .where('public_id', '=', publicId)
      .executeTakeFirst();
    if (known) return false;
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
    let asked: { id: number; turn: DatedTurn; isFirst: boolean } | null = null;
    let isFirst = true;
    for (const turn of turns) {
      if (turn.role === 'user') {
        const { content, language, at } = turn;
        const values = { session_id: sessionId, content, language, created_at: at };
        asked = { id: await insertTurn(transaction, { ...values, role: 'user' }), turn, isFirst };
      } else if (asked) {
        await insertReply(dialect, transaction, sessionId, turn, asked);
        [asked, isFirst] = [null, false];
      }
    }
    return true;
  });
