import type { Site } from '../../admin/site.ts';

/** What WordPress tells a page; what a test needs is laid over it. */
export const siteOf = (site: Partial<Site> = {}): Site => ({
  homeUrl: '',
  startCommand: '',
  sidecarUrl: 'http://127.0.0.1:8790',
  hadContact: true,
  postTypes: [],
  ...site,
});
