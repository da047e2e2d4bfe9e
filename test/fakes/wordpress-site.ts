/** The shim's half of the bridge without WordPress: for suites about the sidecar alone. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type {
  BridgeAttachment,
  BridgeBudget,
  BridgeMail,
  BridgePost,
  BridgeSettings,
} from '../../server/contract/bridge.ts';
import {
  hashBody,
  signatureHeaders,
  signingKey,
  verify,
} from '../../server/wordpress/signature.ts';
import { listen } from './listen.ts';
import { fakeSite } from './shim.ts';

type SitePost = Partial<BridgePost> & { id: number };

interface GuestAnswer {
  status: number;
  location?: string;
  html?: string;
}

export async function startWordPressSite(secret: string) {
  const posts = new Map<number, BridgePost>();
  const files = new Map<number, { about: BridgeAttachment; bytes: Buffer }>();
  const site = {
    /** The identity that it gives itself. */
    identity: fakeSite,
    about: { name: 'Fake', home_url: 'http://site.test', locale: 'en_US' } as Pick<
      BridgeSettings['site'],
      'name' | 'home_url' | 'locale' | 'time_zone'
    >,
    // Words only: hardly a test is about the local model, which takes time.
    settings: {
      general: { widget_enabled: true },
      embeddings: { provider: 'builtin' },
    } as Record<string, unknown>,
    /** Calls so far: `GET /itih/v1/bridge/posts`. */
    calls: [] as string[],
    /** `X-Request-Id` of each call. */
    requestIds: [] as string[],
    /** The messages to the owner about the budget. */
    budgetTold: [] as BridgeBudget[],
    /** The conversations that visitors have mailed, and whether the site can mail. */
    mailed: [] as BridgeMail[],
    canMail: true,
    /** Set: every call is answered with this status. */
    failWith: 0,
    /** Set: the web server wants this `user:password`, in all calls. */
    password: '',
    /** Milliseconds before a call is answered. */
    delay: 0,
    /** Posts that visitors can view and that the owner keeps out of the chat. */
    keptOut: new Set<number>(),
    /** Paths of pages that were asked for, without the front page. */
    visits: [] as string[],
    /** Answers to guests by path, where they do not get the post of this permalink. */
    guests: new Map<string, GuestAnswer>(),
  };

  function page(query: URLSearchParams) {
    const limit = Number(query.get('limit') ?? 100);
    const after = Number(query.get('after') ?? 0);
    const types = query.get('post_types')?.split(',');
    const found = [...posts.values()]
      .filter((post) => post.id > after && (types?.includes(post.post_type) ?? true))
      .sort((a, b) => a.id - b.id);
    const shown = found.slice(0, limit);
    return { shown, next: found.length > limit ? (shown.at(-1)?.id ?? null) : null };
  }

  /** Those of the posts and files that are there. */
  function standing(ids: readonly number[]) {
    const of = (id: number) => {
      const url = files.get(id)?.about.url;
      return (
        posts.get(id) ??
        (url === undefined ? [] : { id, modified: '', permalink: url, prominent: false })
      );
    };
    return ids.flatMap(of);
  }

  function answer(method: string, route: string, query: URLSearchParams, body: Buffer): unknown {
    if (route === '/itih/v1/bridge/settings') {
      if (method === 'PUT') {
        site.settings = (
          JSON.parse(body.toString()) as { settings: typeof site.settings }
        ).settings;
        return { ok: true };
      }
      const versions = { wordpress_version: '7.1', plugin_version: '0.1.0' };
      const oauth = { redirect_url: 'http://site.test/wp-admin/admin.php', client_url: '' };
      return { settings: site.settings, site: { ...site.about, ...versions, oauth } };
    }
    if (route === '/itih/v1/bridge/budget') {
      site.budgetTold.push(JSON.parse(body.toString()) as BridgeBudget);
      return { sent: true };
    }
    if (route === '/itih/v1/bridge/mail') {
      site.mailed.push(JSON.parse(body.toString()) as BridgeMail);
      return { sent: site.canMail };
    }
    if (route === '/itih/v1/bridge/posts') {
      const ids = query.get('ids')?.split(',').map(Number);
      if (!ids) return { posts: page(query).shown, next: page(query).next };
      const given = ids.filter((id) => query.get('open') === '1' || !site.keptOut.has(id));
      return { posts: given.flatMap((id) => posts.get(id) ?? []), next: null };
    }
    if (route === '/itih/v1/bridge/digest') {
      const ids = query.get('ids')?.split(',').map(Number);
      const { shown, next } = ids ? { shown: standing(ids), next: null } : page(query);
      const digest = shown.map(({ id, modified, permalink, prominent }) => ({
        id,
        modified,
        permalink,
        prominent,
      }));
      return {
        posts: digest,
        next,
        total: page(new URLSearchParams({ limit: '1e9' })).shown.length,
      };
    }
    const [, id, file] = /^\/itih\/v1\/bridge\/attachments\/(\d+)(\/file)?$/.exec(route) ?? [];
    const found = files.get(Number(id));
    return found && (file ? found.bytes : found.about);
  }

  /** The front page, and posts at their permalinks, as a theme shows them. */
  function pageAt(path: string): GuestAnswer {
    const given = site.guests.get(path);
    if (given) return given;
    const of = ({ permalink }: BridgePost) =>
      new URL(permalink, 'http://site.test').pathname === path;
    const post = [...posts.values()].find(of);
    if (!post && path !== '/') return { status: 404 };
    const { title, html } = post ?? { title: 'Fake', html: '<p>Welcome.</p>' };
    return { status: 200, html: `<h1>${title}</h1><nav><a href="/a/">A</a></nav>${html}` };
  }

  async function servePage(path: string, response: ServerResponse): Promise<void> {
    if (path !== '/') site.visits.push(path);
    if (site.delay > 0) await new Promise((resolve) => setTimeout(resolve, site.delay));
    const answer: GuestAnswer = site.failWith ? { status: site.failWith } : pageAt(path);
    const { status, location, html } = answer;
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      ...(location !== undefined && { location }),
    });
    response.end(html);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://site');
    if (!query.has('rest_route')) return servePage(pathname, response);
    const route = query.get('rest_route') ?? '';
    const header = (name: string) => String(request.headers[name] ?? '');
    const method = header('x-http-method-override') || (request.method ?? '');
    site.calls.push(`${method} ${route}`);
    site.requestIds.push(header('x-request-id'));
    const expected = `Basic ${Buffer.from(site.password).toString('base64')}`;
    if (site.password && header('authorization') !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="Staging"' });
      return void response.end('<h1>401 Authorization Required</h1>');
    }
    if (site.delay > 0) await new Promise((resolve) => setTimeout(resolve, site.delay));
    const call = {
      method,
      route,
      query,
      timestamp: Number(header(signatureHeaders.timestamp)),
      callId: header(signatureHeaders.callId),
      identity: header(signatureHeaders.identity),
      site: header(signatureHeaders.site),
      bodyHash: hashBody(body),
    };
    if (route === '/itih/v1/site' && !site.failWith) {
      response.setHeader('content-type', 'application/json');
      const { id, url: home_url } = site.identity;
      return void response.end(JSON.stringify({ id, home_url }));
    }
    const key = signingKey(secret, site.identity.id);
    const signed = verify(call, header(signatureHeaders.signature), key, Date.now() / 1000);
    const found = signed && !site.failWith && answer(call.method, route, query, body);
    const status = site.failWith || (signed ? (found ? 200 : 404) : 401);
    response.statusCode = status;
    if (Buffer.isBuffer(found)) return void response.end(found);
    response.setHeader('content-type', 'application/json');
    // Not the plugin's own refusal: that of WordPress, or of what stands before it.
    const code = site.failWith ? 'internal_server_error' : 'not_found';
    response.end(JSON.stringify(found || { code }));
  }

  const server = createServer((request, response) => {
    // The client may leave in the middle of its request.
    void serve(request, response).catch(() => response.destroy());
  });
  const { url, close } = await listen(server);
  let edits = 0;

  return Object.assign(site, {
    url,
    close,

    /** Publishes or changes a public post. */
    put(post: SitePost): void {
      const before = posts.get(post.id);
      posts.set(post.id, {
        post_type: 'post',
        title: `Post ${post.id}`,
        excerpt: '',
        html: '',
        terms: [],
        fields: [],
        permalink: `http://site.test/post-${post.id}/`,
        language: 'en-US',
        ...before,
        ...post,
        modified: new Date(1_700_000_000_000 + ++edits * 1000).toISOString(),
      });
    },

    /** Trashed, unpublished, deleted: for the bridge it is the same. */
    remove(id: number): void {
      posts.delete(id);
    },

    attach(id: number, filename: string, bytes: Buffer): void {
      const url = `http://site.test/uploads/${filename}`;
      const about = { id, title: filename, filename, mime_type: '', url, bytes: bytes.length };
      files.set(id, { about, bytes });
    },
  });
}
export type WordPressSite = Awaited<ReturnType<typeof startWordPressSite>>;
