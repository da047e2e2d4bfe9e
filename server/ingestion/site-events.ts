import type { SiteEvent } from '../contract/bridge.ts';
import type { Log } from '../runtime/log.ts';
import type { Documents } from '../storage/documents.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import type { IndexPosts } from './index-posts.ts';
import type { Reconcile } from './reconcile.ts';
import type { RemoveDocument } from './remove.ts';
import type { ReindexChanged } from './requeue.ts';
import type { Visibility } from './visibility.ts';

interface Dependencies {
  documents: Documents;
  settings: SettingsStore;
  indexPosts: IndexPosts;
  removeDocument: RemoveDocument;
  reconcile: Reconcile;
  reindexChanged: ReindexChanged;
  visibility: Pick<Visibility, 'distrust'>;
  log: Log;
}

/** Applies changes of the site. Removals are complete when `siteChanged` resolves. */
export function createSiteEvents(dependencies: Dependencies) {
  const { documents, settings, indexPosts, removeDocument, reconcile, reindexChanged, log } =
    dependencies;
  const { visibility } = dependencies;

  /** Embedder, chunk sizes, post types or exclusions may have changed. */
  function settingsChanged(): void {
    settings.invalidate();
    visibility.distrust();
    reindexChanged()
      .then(reconcile)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'reconciling with the site failed; retrying on schedule');
      });
  }

  async function siteChanged(events: readonly SiteEvent[]): Promise<void> {
    const idsOf = (type: 'post_changed' | 'post_removed') =>
      events.flatMap((event) => (event.type === type ? [event.post_id] : []));
    const removed = await documents.idsOf(idsOf('post_removed'));
    // An owner may also have added the address of a post as a web page.
    removed.push(...(await documents.pagesOf(removed)));
    for (const id of removed) await removeDocument(id);
    await indexPosts.enqueuePosts(idsOf('post_changed'), false);
    if (events.some(({ type }) => type === 'settings_changed')) settingsChanged();
  }

  return { siteChanged, settingsChanged };
}
