import type { Site } from '../../admin/site.ts';

/** The data that WordPress gives a page, with a test's own laid over it. */
export const siteOf = (site: Partial<Site> = {}): Site => ({
  homeUrl: '',
  startCommand: '',
  sidecarUrl: 'http://127.0.0.1:8790',
  hadContact: true,
  canManage: true,
  aiOff: false,
  version: '0.1.0',
  exportUrl: 'http://site.test/wp-json/itih/v1/chats/export',
  postTypes: [],
  fileTypes: ['application/pdf'],
  fileExtensions: ['pdf', 'docx', 'txt', 'md'],
  accent: '#2145e6',
  uploadUrl: 'http://site.test/wp-json/wp/v2/media',
  maxUpload: 1_000_000,
  previewUrl: '',
  redirectUrl: 'http://site.test/wp-admin/admin.php?page=itih-rag-chat-settings&tab=mcp',
  privacyUrl: '',
  metaFields: [],
  titles: {},
  ...site,
});
