/**
 * The endpoint table: paths are relative to `/wp-json/itih/v1` and, in the sidecar, to `/itih/v1`.
 *
 * auth: `none`, `nonce` (a WordPress REST nonce), `admin` (`manage_options`), `reader` (a filterable capability;
 * every administrator has it), `editor` (may edit the post that the path names), `bridge` (sidecar → shim, signed; it
 * calls `/bridge/stream-test` through the site),
 * `exchange` (a one-time code, or an application password that an administrator has approved for `itih connect`),
 * `system` (shim → sidecar, signed; not reachable from outside).
 * server: the part that answers; the shim relays the sidecar's routes. `both`: the shim answers the part that it
 * can answer without the sidecar, and relays the rest.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  auth: 'none' | 'nonce' | 'admin' | 'reader' | 'editor' | 'bridge' | 'exchange' | 'system';
  server: 'shim' | 'sidecar' | 'both';
  /** The response is streamed and must be relayed without buffering. */
  stream?: true;
}

export const namespace = 'itih/v1';

export const routes = [
  { method: 'GET', path: '/session', auth: 'none', server: 'shim' },
  { method: 'GET', path: '/site', auth: 'none', server: 'shim' },
  { method: 'POST', path: '/chat', auth: 'nonce', server: 'sidecar', stream: true },
  { method: 'POST', path: '/chat/sync', auth: 'nonce', server: 'sidecar' },
  { method: 'GET', path: '/chat/<id>/events', auth: 'nonce', server: 'sidecar', stream: true },
  { method: 'DELETE', path: '/chat/<id>', auth: 'nonce', server: 'sidecar' },
  { method: 'POST', path: '/feedback', auth: 'nonce', server: 'sidecar' },
  { method: 'POST', path: '/chat/mail', auth: 'nonce', server: 'sidecar' },
  { method: 'GET', path: '/history', auth: 'nonce', server: 'sidecar' },
  { method: 'DELETE', path: '/history', auth: 'nonce', server: 'sidecar' },

  { method: 'GET', path: '/documents', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/documents', auth: 'admin', server: 'sidecar' },
  { method: 'GET', path: '/documents/<id>', auth: 'admin', server: 'sidecar' },
  { method: 'DELETE', path: '/documents/<id>', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/documents/<id>/process', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/documents/bulk', auth: 'admin', server: 'sidecar' },
  { method: 'GET', path: '/linked-files', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/posts/index', auth: 'admin', server: 'sidecar' },
  { method: 'GET', path: '/posts/<id>/reading', auth: 'admin', server: 'sidecar' },
  { method: 'GET', path: '/suggestions', auth: 'admin', server: 'sidecar' },
  { method: 'PUT', path: '/queue', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/search', auth: 'admin', server: 'sidecar' },

  { method: 'GET', path: '/mcp/servers', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/mcp/servers', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/mcp/servers/<id>', auth: 'admin', server: 'sidecar' },
  { method: 'DELETE', path: '/mcp/servers/<id>', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/mcp/servers/<id>/discover', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/mcp/servers/<id>/sign-in', auth: 'admin', server: 'sidecar' },
  { method: 'DELETE', path: '/mcp/servers/<id>/sign-in', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/mcp/sign-in', auth: 'admin', server: 'sidecar' },
  { method: 'GET', path: '/mcp/client', auth: 'none', server: 'shim' },

  { method: 'GET', path: '/admin/models', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/admin/models', auth: 'admin', server: 'sidecar' },
  { method: 'GET', path: '/models/local', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/models/local', auth: 'admin', server: 'sidecar' },
  { method: 'DELETE', path: '/models/local/<name>', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/admin/test', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/admin/embedding-estimate', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/admin/answer-estimate', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/vector-store/create-index', auth: 'admin', server: 'sidecar' },
  { method: 'GET', path: '/settings', auth: 'admin', server: 'both' },
  { method: 'PUT', path: '/settings', auth: 'admin', server: 'both' },
  { method: 'GET', path: '/dashboard', auth: 'reader', server: 'sidecar' },
  { method: 'GET', path: '/figures', auth: 'reader', server: 'sidecar' },
  { method: 'GET', path: '/status', auth: 'reader', server: 'sidecar' },
  { method: 'POST', path: '/ask', auth: 'admin', server: 'sidecar' },
  { method: 'GET', path: '/common-questions', auth: 'reader', server: 'sidecar' },
  { method: 'POST', path: '/common-questions', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/common-questions/<name>', auth: 'admin', server: 'sidecar' },

  { method: 'GET', path: '/chats', auth: 'reader', server: 'sidecar' },
  { method: 'GET', path: '/chats/facets', auth: 'reader', server: 'sidecar' },
  { method: 'GET', path: '/chats/export', auth: 'reader', server: 'sidecar', stream: true },
  { method: 'POST', path: '/chats/import', auth: 'admin', server: 'sidecar' },
  { method: 'POST', path: '/chats/delete', auth: 'admin', server: 'sidecar' },
  { method: 'GET', path: '/chats/deletion', auth: 'reader', server: 'sidecar' },
  { method: 'DELETE', path: '/chats/deletion', auth: 'admin', server: 'sidecar' },
  { method: 'GET', path: '/chats/<session>', auth: 'reader', server: 'sidecar' },
  { method: 'DELETE', path: '/chats/<session>', auth: 'admin', server: 'sidecar' },

  { method: 'GET', path: '/gaps', auth: 'reader', server: 'sidecar' },
  { method: 'GET', path: '/gaps/<id>', auth: 'reader', server: 'sidecar' },
  { method: 'POST', path: '/gaps/<id>', auth: 'reader', server: 'sidecar' },

  { method: 'GET', path: '/content', auth: 'admin', server: 'shim' },
  { method: 'GET', path: '/posts/<id>/chat', auth: 'editor', server: 'shim' },
  { method: 'POST', path: '/posts/<id>/chat', auth: 'editor', server: 'shim' },

  { method: 'POST', path: '/connect', auth: 'exchange', server: 'shim' },
  { method: 'POST', path: '/connection', auth: 'admin', server: 'shim' },
  { method: 'PUT', path: '/connection', auth: 'admin', server: 'shim' },
  { method: 'DELETE', path: '/connection', auth: 'admin', server: 'shim' },

  { method: 'GET', path: '/bridge/settings', auth: 'bridge', server: 'shim' },
  { method: 'PUT', path: '/bridge/settings', auth: 'bridge', server: 'shim' },
  { method: 'GET', path: '/bridge/posts', auth: 'bridge', server: 'shim' },
  { method: 'GET', path: '/bridge/digest', auth: 'bridge', server: 'shim' },
  { method: 'GET', path: '/bridge/attachments/<id>', auth: 'bridge', server: 'shim' },
  { method: 'GET', path: '/bridge/attachments/<id>/file', auth: 'bridge', server: 'shim' },

  { method: 'POST', path: '/bridge/budget', auth: 'bridge', server: 'shim' },
  { method: 'POST', path: '/bridge/week', auth: 'bridge', server: 'shim' },
  { method: 'POST', path: '/bridge/mail', auth: 'bridge', server: 'shim' },
  { method: 'POST', path: '/bridge/ai', auth: 'bridge', server: 'shim' },
  { method: 'POST', path: '/bridge/older', auth: 'bridge', server: 'shim' },
  { method: 'GET', path: '/bridge/transport', auth: 'bridge', server: 'shim' },
  { method: 'GET', path: '/bridge/stream-test', auth: 'bridge', server: 'sidecar', stream: true },

  { method: 'POST', path: '/events', auth: 'system', server: 'sidecar' },
  { method: 'POST', path: '/posts/chat', auth: 'system', server: 'sidecar' },
  { method: 'GET', path: '/ping', auth: 'system', server: 'sidecar' },
  { method: 'GET', path: '/privacy/<id>', auth: 'system', server: 'sidecar' },
  { method: 'DELETE', path: '/privacy/<id>', auth: 'system', server: 'sidecar' },
  { method: 'GET', path: '/checks/<name>', auth: 'system', server: 'sidecar' },
  { method: 'POST', path: '/import', auth: 'system', server: 'sidecar' },
  { method: 'DELETE', path: '/data', auth: 'system', server: 'sidecar' },
] as const satisfies readonly Route[];

/** `POST /chat` */
export type RouteName = `${(typeof routes)[number]['method']} ${(typeof routes)[number]['path']}`;
