import { createHash, randomUUID } from 'node:crypto';
import type { IndexPostsRequest } from '../contract/knowledge.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Log } from '../runtime/log.ts';
import type { Documents } from '../storage/documents.ts';
import type { State } from '../storage/state.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { SettingsStore } from '../wordpress/settings.ts';

interface Dependencies {
  documents: Documents;
  queue: JobQueue;
  state: State;
  bridge: Bridge;
  settings: SettingsStore;
  log: Log;
  /** Wakes the worker. */
  look: () => void;
}

/** Progress of a run through all posts; kept in the database, so that it continues after a restart. */
interface Run {
  after: number;
  postTypes: string[];
  force: boolean;
  /** Identifies the start: of two starts with the same request only the later one continues. */
  start: string;
}

const runPrefix = 'indexing:';
const pageSize = 500;

/** Returns the same name for runs with the same request; other runs proceed independently. */
function nameOf({ postTypes, force }: Run): string {
  const request = JSON.stringify([[...postTypes].sort(), force]);
  return runPrefix + createHash('sha256').update(request).digest('hex').slice(0, 16);
}

/** Queues posts for indexing, all of them page by page. */
export function createIndexPosts(dependencies: Dependencies) {
  const { documents, queue, state, bridge, settings, log, look } = dependencies;
  /** Starts of the runs that this process is executing. */
  const running = new Set<string>();

  async function enqueuePosts(postIds: readonly number[], force: boolean): Promise<void> {
    const posts = postIds.map(
      (id) => ({ kind: 'post', sourceKey: `post:${id}`, postId: id }) as const,
    );
    await queue.enqueue(await documents.ensureAll(posts), { force });
    look();
  }

  /** Queues one page and returns the rest of the run, null at its end. */
  async function queuePage(run: Run) {
    const { posts, next, total } = await bridge.digest(run.after, pageSize, run.postTypes);
    const ids = posts.map((post) => post.id);
    await enqueuePosts(ids, run.force);
    return { queued: posts.length, total, rest: next === null ? null : { ...run, after: next } };
  }

  /** Continues a run until its end, or until another sidecar or a later start has taken it over. */
  async function continueRun(name: string, text: string): Promise<void> {
    const { start } = JSON.parse(text) as Run;
    if (running.has(start)) return;
    running.add(start);
    try {
      for (let before: string | null = text; before !== null;) {
        const { rest } = await queuePage(JSON.parse(before) as Run);
        const after: string | null = rest && JSON.stringify(rest);
        if (!(await state.replaceText(name, before, after))) return;
        before = after;
      }
    } finally {
      running.delete(start);
    }
  }

  return {
    enqueuePosts,

    /** Queues the given posts, or the first page of all; the other pages follow in the background. */
    async start(request: IndexPostsRequest): Promise<{ queued: number; total: number }> {
      const { ids, force } = request;
      if (ids) {
        await enqueuePosts(ids, force);
        return { queued: ids.length, total: ids.length };
      }
      const postTypes = request.post_types ?? (await settings.get()).indexing.post_types;
      const run = { after: 0, postTypes, force, start: randomUUID() };
      const { queued, total, rest } = await queuePage(run);
      if (rest) {
        const text = JSON.stringify(rest);
        await state.writeText(nameOf(rest), text);
        continueRun(nameOf(rest), text).catch((error: unknown) => {
          log.error({ err: error }, 'indexing of posts was interrupted; retrying within a minute');
        });
      }
      return { queued, total };
    },

    /** Continues runs that a restart or an error of the site has interrupted. */
    async resume(): Promise<void> {
      for (const { name, text } of await state.texts(runPrefix)) await continueRun(name, text);
    },
  };
}
export type IndexPosts = ReturnType<typeof createIndexPosts>;
