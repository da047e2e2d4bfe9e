import type { SiteEvent } from '../contract/bridge.ts';
import type { Log } from '../runtime/log.ts';
import type { Documents } from '../storage/documents.ts';
import type { SettingsStore } from '../wordpress/settings.ts';
import type { Visibility } from './visibility.ts';
import type { Reconcile } from './reconcile.ts';
import type { IndexPosts } from './index-posts.ts';
import type { ReindexChanged } from './requeue.ts';
import type { RemoveDocument } from './remove.ts';

interface Dependencies {
  documents: Documents;
  settings: SettingsStore;
  indexPosts: IndexPosts;
  removeDocument: RemoveDocument;
  reconcile: Reconcile;
  reindexChanged: ReindexChanged;
  visibility: Pick<Visibility, 'doubt'>;
  log: Log;
}

/** What follows from a change on the site. Removals are done when this returns. */
export function createSiteEvents(dependencies: Dependencies) {
  const { documents, settings, indexPosts, removeDocument, reconcile, reindexChanged, log } =
    dependencies;
  const { visibility } = dependencies;

  /** Another embedder, other sizes, post types or exclusions may be chosen now. */
  function settingsChanged(): void {
    settings.invalidate();
    visibility.doubt();
    reindexChanged()
      .then(reconcile)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the site could not be compared; the schedule will');
      });
  }

  async function siteChanged(events: readonly SiteEvent[]): Promise<void> {
    const changed: number[] = [];
    const removed: number[] = [];
    let settingsToo = false;
    for (const event of events) {
      switch (event.type) {
        case 'post_changed':
          changed.push(event.post_id);
          break;
        case 'post_removed':
          removed.push(event.post_id);
          break;
        case 'settings_changed':
          settingsToo = true;
          break;
        default:
          event satisfies never;
      }
    }
    const gone = await documents.idsOf(removed);
    // An owner may have added a post's address as a web page, too.
    gone.push(...(await documents.pagesOf(gone)));
    for (const id of gone) await removeDocument(id);
    await indexPosts.enqueuePosts(changed, false);
    if (settingsToo) settingsChanged();
  }

  return { siteChanged, settingsChanged };
}
