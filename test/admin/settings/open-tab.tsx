import { Settings } from '../../../admin/screens/settings.tsx';
import type { Site } from '../../../admin/site.ts';
import { siteOf } from '../site.ts';

/** Returns the screen of settings with one of its tabs open. */
export function openTab(tab: string, site: Partial<Site> = {}) {
  window.history.replaceState(null, '', `?page=itih-rag-chat-settings${tab && `&tab=${tab}`}`);
  return <Settings site={siteOf(site)} />;
}
