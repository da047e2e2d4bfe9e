import type { IndexPostsRequest } from '../contract/knowledge.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Log } from '../log.ts';
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
}

const runName = 'index_posts';
const pageSize = 500;

/** Takes posts up for indexing, a page at a time, however many there are. */
export function createIndexPosts(dependencies: Dependencies) {
  const { documents, queue, state, bridge, settings, log, look } = dependencies;

  async function enqueuePosts(ids: readonly number[], force: boolean): Promise<void> {
    const rows = [];
    for (const id of ids) {
      rows.push(await documents.ensure({ kind: 'post', sourceKey: `post:${id}`, postId: id }));
    }
    await queue.enqueue(
      rows.map((row) => row.id),
      { force },
    );
    look();
  }

  /** Takes up one page. `rest` is null after the last. */
  async function step(run: Run): Promise<{ queued: number; total: number; rest: Run | null }> {
    const { posts, next, total } = await bridge.digest(run.after, pageSize, run.postTypes);
    await enqueuePosts(
      posts.map((post) => post.id),
      run.force,
    );
    const rest = next === null ? null : { ...run, after: next };
    await (rest ? state.writeText(runName, JSON.stringify(rest)) : state.remove(runName));
    return { queued: posts.length, total, rest };
  }

  async function finish(run: Run | null): Promise<void> {
    for (let rest = run; rest;) rest = (await step(rest)).rest;
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
      const { queued, total, rest } = await step({ after: 0, postTypes, force });
      finish(rest).catch((error: unknown) => {
        log.error(
          { err: error },
          'indexing of posts was interrupted; it goes on at the next start',
        );
      });
      return { queued, total };
    },

    /** Goes on with a run that a restart has interrupted. */
    async resume(): Promise<void> {
      const text = await state.readText(runName);
      if (text !== null) await finish(JSON.parse(text) as Run);
    },
  };
}
export type IndexPosts = ReturnType<typeof createIndexPosts>;
