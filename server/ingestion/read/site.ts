import type { Loaded } from './blocks.ts';

/** Loads what the pages of a site share: the contact data of its header and footer. @param bytes JSON of `SitePage[]` */
export function loadSite(bytes: Uint8Array): Loaded {
  void bytes;
  return { title: '', language: '', blocks: [], frame: [] };
}
