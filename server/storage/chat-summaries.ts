import type { ChatSummary } from '../contract/chats.ts';
import type { Database } from './database.ts';

type Query = Database['query'];

const iso = (ms: number) => new Date(ms).toISOString();

/** Returns sums over the turns of each session. */
async function sums(query: Query, ids: readonly number[]) {
  const isRated = (rating: string) => (n: { feedback: string | null }) => n.feedback === rating;
  const rows = await query
    .selectFrom('chats')
    .select(['id', 'session_id', 'role', 'feedback', 'outcome', 'language'])
    .where('session_id', 'in', ids)
    .orderBy('id')
    .execute();
  const bySession = Map.groupBy(rows, ({ session_id }) => session_id);
  return new Map(
    [...bySession].map(([session, turns]) => [
      session,
      {
        firstId: turns.find(({ role }) => role === 'user')?.id ?? 0,
        up: turns.filter(isRated('up')).length,
        down: turns.filter(isRated('down')).length,
        outcome: turns.at(-1)?.outcome || null,
        language: turns.find(({ language }) => language)?.language ?? '',
      },
    ]),
  );
}

/** Returns sessions in the order of `ids`. */
export async function summaries(query: Query, ids: readonly number[]): Promise<ChatSummary[]> {
  if (ids.length === 0) return [];
  const [sessions, turns] = await Promise.all([
    query
      .selectFrom('chat_sessions')
      .select(['id', 'public_id', 'turns', 'created_at', 'last_at'])
      .where('id', 'in', ids)
      .execute(),
    sums(query, ids),
  ]);
  const firstIds = [...turns.values()].map(({ firstId }) => firstId);
  const firsts = await query
    .selectFrom('chats')
    .select(['session_id', 'content', 'page_url'])
    .where('id', 'in', firstIds.length > 0 ? firstIds : [0])
    .execute();
  const byId = new Map(sessions.map((session) => [session.id, session]));
  return ids.flatMap((id) => {
    const session = byId.get(id);
    const sum = turns.get(id);
    if (!session) return [];
    const first = firsts.find(({ session_id }) => session_id === id);
    return {
      session: session.public_id,
      first_question: first?.content ?? '',
      turns: session.turns,
      up: sum?.up ?? 0,
      down: sum?.down ?? 0,
      outcome: sum?.outcome ?? null,
      language: sum?.language ?? '',
      page_url: first?.page_url ?? '',
      created_at: iso(session.created_at),
      last_at: iso(session.last_at),
    };
  });
}
