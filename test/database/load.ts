/** Visitors who ask and editors who save and delete, while things break, and what is left of it in the database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { errors } from '../../server/contract/errors.ts';
import type { Database } from '../../server/storage/database.ts';
import type { Dice } from '../dice.ts';
import { readFrames, type shimFor } from '../fakes/shim.ts';
import type { WordPressSite } from '../fakes/wordpress-site.ts';

/** One question, and all that its visitor saw. */
export interface Asked {
  question: string;
  from: number;
  to: number;
  /** 0: no response. */
  status: number;
  /** Code of a refusal or of an error within the stream; empty: none. */
  code: string;
  /** Id of the stored question; 0: not accepted. */
  accepted: number;
  /** Id of the stored answer: 0: it could not be stored; null: the stream broke off. */
  done: number | null;
  text: string;
  /** Whether its source changed or went while it was written, so that it is shown and stored without its mark. */
  withdrawn: boolean;
}

/** Longer than the sidecar waits for any vendor. */
const patience = 150_000;

export async function ask(shim: ReturnType<typeof shimFor>, question: string): Promise<Asked> {
  const asked: Asked = {
    question,
    from: Date.now(),
    to: 0,
    status: 0,
    code: '',
    accepted: 0,
    done: null,
    text: '',
    withdrawn: true,
  };
  try {
    const body = { message: question };
    // Like PHP: a connection that is used again may be closed by the server at the same moment.
    const headers = { connection: 'close' };
    const { url, ...init } = shim.signed('POST', '/chat', { body, headers });
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(patience) });
    asked.status = response.status;
    if (!response.ok) asked.code = ((await response.json()) as { code: string }).code;
    else {
      for await (const { data } of readFrames(response, 0)) {
        if (data.type === 'meta') asked.accepted = data.message_id;
        if (data.type === 'delta') asked.text += data.content;
        if (data.type === 'citations') asked.withdrawn = false;
        if (data.type === 'error') asked.code = data.code;
        if (data.type === 'done') asked.done = data.message_id;
      }
    }
  } catch {
    // The connection broke, as the missing parts tell.
  }
  asked.to = Date.now();
  return asked;
}

/** Whether a code is the contract's, and says more than that something went wrong. */
const isNamed = (code: string) => code in errors && code !== 'internal_error';

interface LoadOptions {
  shim: ReturnType<typeof shimFor>;
  site: WordPressSite;
  dice: Dice;
  visitors: number;
}

export function startLoad({ shim, site, dice, visitors }: LoadOptions) {
  const asked: Asked[] = [];
  const posts = new Map<number, boolean>();
  let stopped = false;
  let questions = 0;

  async function visit(): Promise<void> {
    while (!stopped) {
      questions++;
      asked.push(await ask(shim, `When are the swans fed at noon? Question ${questions}.`));
      // A visitor who was refused thinks for a while.
      await sleep((asked.at(-1)?.accepted ? 50 : 500) + dice.below(200));
    }
  }

  async function edit(): Promise<void> {
    while (!stopped) {
      const post_id = 1 + dice.below(60);
      const removed = posts.get(post_id) === true && dice.chance(0.3);
      posts.set(post_id, !removed);
      if (removed) site.remove(post_id);
      else site.put({ id: post_id, html: `<p>Swan ${dice.below(1e6)} is fed at noon.</p>` });
      const type = removed ? 'post_removed' : 'post_changed';
      // The plugin does not retry either: what is missed is found by comparison.
      await shim
        .call('POST', '/events', { role: 'system', body: { events: [{ type, post_id }] } })
        .catch(() => undefined);
      await sleep(300 + dice.below(400));
    }
  }

  const working = [...Array.from({ length: visitors }, visit), edit()];
  return {
    asked,
    /** Ids of the public posts. */
    published: () => [...posts].filter(([, there]) => there).map(([id]) => id),
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all(working);
    },
  };
}

export interface Fault {
  name: string;
  from: number;
  to: number;
}

/** Milliseconds after a fault in which its consequences may still be seen. */
const aftermath = 15_000;

/** The names of the faults that a time lies in, or soon after. */
export const during = (faults: readonly Fault[], from: number, to: number): string =>
  faults
    .filter((fault) => fault.from <= to && fault.to + aftermath >= from)
    .map(({ name }) => name)
    .join(', ');

/** Compares each question with what is stored of it. */
export async function checkQuestions(
  database: Database,
  asked: readonly Asked[],
  faults: readonly Fault[],
): Promise<string[]> {
  const turns = await database.query
    .selectFrom('chats')
    .select(['id', 'role', 'content', 'question_id', 'finish_reason'])
    .execute();
  const questions = Map.groupBy(
    turns.filter(({ role }) => role === 'user'),
    ({ content }) => content,
  );
  const answers = Map.groupBy(
    turns.filter(({ role }) => role === 'assistant'),
    ({ question_id }) => Number(question_id),
  );
  return asked.flatMap((one) => {
    const near = during(faults, one.from, one.to);
    const wrong = wrongOf(one, questions.get(one.question) ?? [], answers.get(one.accepted) ?? []);
    return wrong && !allowed(wrong, near)
      ? [`${wrong} [${near || 'no fault near'}]: ${JSON.stringify(one)}`]
      : [];
  });
}

/** A connection breaks with its process, and an answer that the database does not take is stored when it is back. */
const allowed = (wrong: string, near: string) =>
  (/sidecar/.test(near) && ['broken off', 'no response'].includes(wrong)) ||
  (/database/.test(near) && wrong === 'answer stored after its end');

function wrongOf(
  { status, code, accepted, done, text, withdrawn }: Asked,
  questions: readonly { id: number }[],
  answers: readonly { id: number; content: string; finish_reason: string }[],
): string {
  if (questions.length > 1) return 'stored twice';
  if (answers.length > 1) return 'answered twice';
  if (code && !isNamed(code)) return `code ${code}`;
  if (status === 0) return 'no response';
  if (accepted === 0) return status === 200 ? 'no meta' : '';
  if (questions[0]?.id !== accepted) return 'question not stored';
  if (done === null) return 'broken off';
  const [stored] = answers;
  if (!stored) return 'answer lost';
  const shown = withdrawn ? text.replaceAll(' [1]', '') : text;
  if (stored.content !== shown) return 'stored otherwise than streamed';
  return done === 0 ? 'answer stored after its end' : '';
}

/** Rows that belong to nothing, and documents that did not end well. */
export async function checkRows(
  { query }: Database,
  published: readonly number[],
): Promise<string[]> {
  const documents = await query.selectFrom('documents').selectAll().execute();
  const chunks = await query.selectFrom('chunks').select(['id', 'document_id']).execute();
  const sessions = await query.selectFrom('chat_sessions').select('id').execute();
  const chats = await query.selectFrom('chats').select('session_id').execute();
  const terms = await query.selectFrom('chat_terms').select('session_id').distinct().execute();
  const ids = new Set(documents.map(({ id }) => id));
  const sessionIds = new Set(sessions.map(({ id }) => id));
  const posts = new Set(documents.map(({ post_id }) => post_id));
  const count = (name: string, orphans: readonly unknown[]) =>
    orphans.length > 0 ? [`${orphans.length} ${name}`] : [];
  return [
    ...count(
      'chunks without a document',
      chunks.filter(({ document_id }) => !ids.has(document_id)),
    ),
    ...count(
      'turns without a session',
      chats.filter(({ session_id }) => !sessionIds.has(session_id)),
    ),
    ...count(
      'terms without a session',
      terms.filter(({ session_id }) => !sessionIds.has(session_id)),
    ),
    ...count(
      'leases',
      documents.filter(({ lease_owner }) => lease_owner !== null),
    ),
    ...count(
      'posts without a document',
      published.filter((id) => !posts.has(id)),
    ),
    ...count(
      'documents of no public post',
      documents.filter(({ post_id }) => !published.includes(post_id ?? 0)),
    ),
    ...documents.flatMap((row) => {
      // The site was silent three times in a row: the post is read again within the hour.
      const waitsForSite = row.status === 'failed' && row.error_code === 'sidecar_unavailable';
      if (waitsForSite && row.available_at > 0) return [];
      const parts = chunks.filter(({ document_id }) => document_id === row.id).length;
      if (row.status !== 'completed')
        return [`post ${row.post_id} ${row.status}: ${row.error_code} ${row.error_message}`];
      return parts === row.chunk_count ? [] : [`post ${row.post_id}: ${parts} of its chunks`];
    }),
  ];
}
