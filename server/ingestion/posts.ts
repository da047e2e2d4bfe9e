import { hash, randomUUID } from 'node:crypto';
import type { IndexPostsRequest } from '../contract/knowledge.ts';
import type { Context } from './context.ts';

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
  return runPrefix + hash('sha256', request).slice(0, 16);
}

/** Queues posts for indexing: those that have changed, or all of them page by page. */
export class IndexPosts {
  readonly #context: Context;
  /** Starts of the runs that this process is executing. */
  readonly #running = new Set<string>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Makes the documents of posts that have none, queues all of them and wakes the worker. */
  async enqueue(postIds: readonly number[], { force = false } = {}): Promise<void> {
    const { documents, queue, wake } = this.#context;
    const posts = postIds.map(
      (id) => ({ kind: 'post', sourceKey: `post:${id}`, postId: id }) as const,
    );
    await queue.enqueue(await documents.ensureAll(posts), { force });
    wake();
  }

  /** Queues the given posts, or the first page of all; the other pages follow in the background. */
  async start(request: IndexPostsRequest): Promise<{ queued: number; total: number }> {
    const { settings, state, log } = this.#context;
    const { ids, force } = request;
    if (ids) {
      await this.enqueue(ids, { force });
      return { queued: ids.length, total: ids.length };
    }
    const postTypes = request.post_types ?? (await settings.get()).indexing.post_types;
    const run = { after: 0, postTypes, force, start: randomUUID() };
    const { queued, total, rest } = await this.#queuePage(run);
    if (rest) {
      const text = JSON.stringify(rest);
      await state.writeText(nameOf(rest), text);
      this.#continue(nameOf(rest), text).catch((error: unknown) => {
        log.error({ err: error }, 'indexing of posts was interrupted; retrying within a minute');
      });
    }
    return { queued, total };
  }

  /** Continues runs that a restart or an error of the site has interrupted. */
  async resume(): Promise<void> {
    const runs = await this.#context.state.texts(runPrefix);
    for (const { name, text } of runs) await this.#continue(name, text);
  }

  /** Queues one page and returns the rest of the run, null at its end. */
  async #queuePage(run: Run) {
    const { after, postTypes, force } = run;
    const { posts, next, total } = await this.#context.bridge.digest(after, pageSize, postTypes);
    await this.enqueue(
      posts.map(({ id }) => id),
      { force },
    );
    return { queued: posts.length, total, rest: next === null ? null : { ...run, after: next } };
  }

  /** Continues a run until its end, or until another sidecar or a later start has taken it over. */
  async #continue(name: string, text: string): Promise<void> {
    const { start } = JSON.parse(text) as Run;
    if (this.#running.has(start)) return;
    this.#running.add(start);
    try {
      for (let before: string | null = text; before !== null;) {
        const { rest } = await this.#queuePage(JSON.parse(before) as Run);
        const after: string | null = rest && JSON.stringify(rest);
        if (!(await this.#context.state.replaceText(name, before, after))) return;
        before = after;
      }
    } finally {
      this.#running.delete(start);
    }
  }
}
