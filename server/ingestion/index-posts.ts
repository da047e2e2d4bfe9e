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
  /** Called when there is something new in the queue. */
  look: () => void;
}

/** How far a run through all posts has come; kept in the database, so that a restart goes on. */
interface Run {
  after: number;
  postTypes: string[];
  force: boolean;
  /** Names its start: of two starts that ask for the same only the later goes on. */
  start: string;
}

const runPrefix = 'indexing:';
const pageSize = 500;

/** Runs that ask for the same have one name; all others go on side by side. */
function nameOf({ postTypes, force }: Pick<Run, 'postTypes' | 'force'>): string {
  const asked = JSON.stringify([[...postTypes].sort(), force]);
  return runPrefix + createHash('sha256').update(asked).digest('hex').slice(0, 16);
}

/** Takes posts up for indexing, a page at a time, however many there are. */
export function createIndexPosts(dependencies: Dependencies) {
  const { documents, queue, state, bridge, settings, log, look } = dependencies;
  /** Starts of the runs that this process is on. */
  const running = new Set<string>();

  async function enqueuePosts(postIds: readonly number[], force: boolean): Promise<void> {
    const posts = postIds.map(
      (id) => ({ kind: 'post', sourceKey: `post:${id}`, postId: id }) as const,
    );
    await queue.enqueue(await documents.ensureAll(posts), { force });
    look();
  }

  /** Takes up one page and gives what it was, how many posts there are in all, and the next step. */
  async function step(run: Run) {
    const { posts, next, total } = await bridge.digest(run.after, pageSize, run.postTypes);
    await enqueuePosts(
      posts.map((post) => post.id),
      run.force,
    );
    return { queued: posts.length, total, rest: next === null ? null : { ...run, after: next } };
  }

  /** Ends early when another sidecar, or a later start, has taken the run over. */
  async function goOn(name: string, text: string): Promise<void> {
    const { start } = JSON.parse(text) as Run;
    if (running.has(start)) return;
    running.add(start);
    try {
      for (let before: string | null = text; before !== null;) {
        const { rest } = await step(JSON.parse(before) as Run);
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

    async start(request: IndexPostsRequest): Promise<{ queued: number; total: number }> {
      const { ids, force } = request;
      if (ids) {
        await enqueuePosts(ids, force);
        return { queued: ids.length, total: ids.length };
      }
      const postTypes = request.post_types ?? (await settings.get()).indexing.post_types;
      const { queued, total, rest } = await step({
        after: 0,
        postTypes,
        force,
        start: randomUUID(),
      });
      if (rest) {
        const text = JSON.stringify(rest);
        await state.writeText(nameOf(rest), text);
        goOn(nameOf(rest), text).catch((error: unknown) => {
          log.error(
            { err: error },
            'indexing of posts was interrupted; it goes on within a minute',
          );
        });
      }
      return { queued, total };
    },

    /** Goes on with runs that a restart, or a site that did not answer, has interrupted. */
    async resume(): Promise<void> {
      for (const { name, text } of await state.texts(runPrefix)) await goOn(name, text);
    },
  };
}
export type IndexPosts = ReturnType<typeof createIndexPosts>;
