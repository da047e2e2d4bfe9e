import type { Site } from '../../admin/site.ts';

/** The data that WordPress gives a page, with a test's own laid over it. */
export const siteOf = (site: Partial<Site> = {}): Site => ({
  homeUrl: '',
  startCommand: '',
  sidecarUrl: 'http://127.0.0.1:8790',
  hadContact: true,
  canManage: true,
  aiOff: false,
  ownAi: '',
  version: '0.1.0',
  exportUrl: 'http://site.test/wp-json/itih/v1/chats/export',
  postTypes: [],
  fileTypes: ['application/pdf'],
  fileExtensions: ['pdf', 'docx', 'txt', 'md'],
  accent: '#2145e6',
  place: {
    path: '/srv/alder/web',
    account: 'www-alder',
    folder: '/srv/alder/web/wp-content/plugins/itih-rag-chat/sidecar',
    wp: 'wp itih sidecar install --path=/srv/alder/web',
    node: 'node /srv/alder/web/wp-content/plugins/itih-rag-chat/sidecar/itih.mjs service install --wp /srv/alder/web',
    serve:
      'node /srv/alder/web/wp-content/plugins/itih-rag-chat/sidecar/itih.mjs serve --wp /srv/alder/web',
    build: 'docker build -t itih-rag-chat /srv/alder/web/wp-content/plugins/itih-rag-chat/sidecar',
    found: '',
    release: '',
    mayConnect: true,
  },
  uploadUrl: 'http://site.test/wp-json/wp/v2/media',
  maxUpload: 1_000_000,
  previewUrl: '',
  redirectUrl: 'http://site.test/wp-admin/admin.php?page=itih-rag-chat-settings&tab=mcp',
  privacyUrl: '',
  metaFields: [],
  titles: {},
  ...site,
});
