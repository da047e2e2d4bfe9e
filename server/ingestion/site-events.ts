import type { SiteEvent } from '../contract/bridge.ts';
import type { Context } from './context.ts';
import type { KnowledgeBase } from './knowledge-base.ts';
import type { IndexPosts } from './posts.ts';
import type { Reconciler } from './reconciler.ts';
import type { SiteFrames } from './site-frame.ts';
import type { Visibility } from './visibility.ts';

interface Parts {
  indexPosts: Pick<IndexPosts, 'enqueue'>;
  knowledge: Pick<KnowledgeBase, 'remove' | 'reindexChanged'>;
  reconciler: Pick<Reconciler, 'run'>;
  visibility: Pick<Visibility, 'distrust'>;
  frames: Pick<SiteFrames, 'tell' | 'refresh'>;
}

/** Applies changes of the site that the plugin reports. */
export class SiteEvents {
  readonly #context: Pick<Context, 'documents' | 'settings' | 'log'>;
  readonly #parts: Parts;

  constructor(context: Pick<Context, 'documents' | 'settings' | 'log'>, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Removes documents of posts that are gone, which is complete on return, and queues posts that have changed. */
  async apply(events: readonly SiteEvent[]): Promise<void> {
    const { documents } = this.#context;
    const { indexPosts, knowledge } = this.#parts;
    const idsOf = (type: 'post_changed' | 'post_removed') =>
      events.flatMap((event) => (event.type === type ? [event.post_id] : []));
    const removed = await documents.idsOf(idsOf('post_removed'));
    // An owner may also have added the address of a post as a web page.
    removed.push(...(await documents.pagesOf(removed)));
    for (const id of removed) await knowledge.remove(id);
    await indexPosts.enqueue(idsOf('post_changed'));
    if (events.some(({ type }) => type === 'settings_changed')) this.settingsChanged();
  }

  /** Reads the settings again: embedder, chunk sizes, post types, exclusions or the business card may have changed. */
  settingsChanged(): void {
    const { settings, log } = this.#context;
    const { knowledge, reconciler, visibility, frames } = this.#parts;
    settings.invalidate();
    visibility.distrust();
    knowledge
      .reindexChanged()
      .then(() => frames.tell())
      .then(() => reconciler.run())
      // The theme or the menus may have changed, too.
      .then(() => frames.refresh())
      .catch((error: unknown) => {
        log.warn({ err: error }, 'reconciling with the site failed; retrying on schedule');
      });
  }
}
