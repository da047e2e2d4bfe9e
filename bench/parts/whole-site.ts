import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../server/config/config.ts';
import { openDatabase } from '../../server/composition/services.ts';
import type { StatusReply } from '../../server/contract/admin.ts';
import type { ChatReply } from '../../server/contract/chat.ts';
import type { SearchReply } from '../../server/contract/search.ts';
import { startWordPressSite } from '../../test/fakes/wordpress-site.ts';
import { startSidecar } from './sidecar.ts';
import type { Site } from './sites.ts';

/** Milliseconds for which the number of vectors stays the same when all are there. */
const settled = 4000;

export interface Chunk {
  id: number;
  document_id: number;
  heading_path: string;
  content: string;
  title: string;
  source_url: string;
}

/** The session of a conversation, once it has one. */
export type Session = { id?: string; secret?: string };

/**
 * A whole sidecar as its own process, on SQLite, that has read a site and given it vectors.
 *
 * @param models Folder of further local models; empty: none.
 */
export async function startWholeSite(
  { title, home, locale, timeZone, contact, posts }: Site,
  embedder: string,
  models = '',
) {
  const folder = await mkdtemp(join(tmpdir(), 'itih-whole-'));
  const [provider, model] = embedder.split(':');
  if (model) {
    await mkdir(join(folder, 'models'));
    await symlink(join(models, model), join(folder, 'models', model));
  }
  const secret = randomBytes(32).toString('hex');
  const site = await startWordPressSite(secret);
  site.identity = { ...site.identity, url: home };
  site.about = { name: title, home_url: home, locale, time_zone: timeZone };
  for (const post of posts) site.put(post);
  const env = {
    ITIH_SITE_URL: site.url,
    ITIH_DATABASE_URL: `sqlite:${join(folder, 'site.sqlite')}`,
    ITIH_CACHE_DIR: folder,
  };
  const sidecar = await startSidecar(env, secret);

  async function call<T>(...given: Parameters<typeof sidecar.call>): Promise<T> {
    const answer = await sidecar.call(...given);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${given[0]} ${given[1]} answered ${text}`);
    return JSON.parse(text) as T;
  }

  const isIdle = ({ queue, index }: StatusReply) =>
    queue.queued + queue.processing === 0 && !index.building;

  /** Waits until all is read, and has a vector where it gets one. */
  async function untilRead(): Promise<void> {
    let vectors = -1;
    for (let since = Date.now(); Date.now() - since < settled; await sleep(200)) {
      const status = await call<StatusReply>('GET', '/status');
      if (isIdle(status) && status.vector_store.vectors === vectors) continue;
      vectors = status.vector_store.vectors;
      since = Date.now();
    }
  }

  const settings = (patch: Record<string, unknown>) => call('PUT', '/settings', patch);
  await settings({
    embeddings: { provider, ...(model && { local: { model } }) },
    chat: { contact },
    limits: { per_session_max: 0, per_ip_max: 0, answers_per_ip: 0, answers_total: 0 },
  });
  await call('POST', '/posts/index', {});
  await untilRead();

  return {
    settings,

    async chunks(): Promise<Chunk[]> {
      const database = openDatabase(readConfig({ ...env, ITIH_SECRET: secret }));
      const rows = await database.query
        .selectFrom('chunks')
        .innerJoin('documents', 'documents.id', 'chunks.document_id')
        .select([
          'chunks.id',
          'document_id',
          'heading_path',
          'content',
          'title',
          'documents.source_url',
        ])
        .execute();
      await database.close();
      return rows;
    },

    search: (query: string) =>
      call<SearchReply>('POST', '/search', { query, top_k: 50, min_score: 0 }),

    /** Asks as a visitor, and remembers the session. */
    async ask(message: string, pageUrl: string | null, session: Session): Promise<ChatReply> {
      const body = {
        message,
        ...(session.id && { session_id: session.id }),
        ...(pageUrl && { page_url: pageUrl }),
      };
      const headers = session.secret ? { 'x-itih-secret': session.secret } : {};
      const reply = await call<ChatReply>('POST', '/chat/sync', body, 'visitor', headers);
      session.id = reply.session_id;
      session.secret = reply.session_secret ?? session.secret ?? '';
      return reply;
    },

    async stop(): Promise<void> {
      await sidecar.end('SIGTERM');
      await site.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
