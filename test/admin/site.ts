import type { Site } from '../../admin/site.ts';

/** The data that WordPress gives a page, with a test's own laid over it. */
export const siteOf = (site: Partial<Site> = {}): Site => ({
  homeUrl: '',
  startCommand: '',
  sidecarUrl: 'http://127.0.0.1:8790',
  hadContact: true,
  canManage: true,
  postTypes: [],
  fileTypes: ['application/pdf'],
  previewUrl: '',
  privacyUrl: '',
  titles: {},
  ...site,
});
