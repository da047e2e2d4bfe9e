/** A web site on this machine, of pages that a test writes. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { listen } from './listen.ts';

export interface WebPage {
  status?: number;
  /** `content-type` is HTML unless said. */
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export const htmlPage = (title: string, text: string, links: string[] = [], head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>
  <nav>${links.map((href) => `<a href="${href}">${href}</a>`).join(' ')}</nav>
  <main><h1>${title}</h1><p>${text}</p></main></body></html>`;

/** The parameter of a request past caches; `?itih` names the page of such a request, where it is another. */
const pastCaches = /([?&])itih=[^&]*/;

/** @param credentials Set: the site speaks https. */
export async function startWebSite(credentials?: { key: string; cert: string }) {
  const pages = new Map<string, WebPage | Handler>();
  const requests: { path: string; headers: IncomingMessage['headers'] }[] = [];

  const serve: Handler = (request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    const page =
      pages.get(path) ??
      pages.get(path.replace(pastCaches, '$1itih')) ??
      pages.get(path.replace(pastCaches, ''));
    if (typeof page === 'function') return page(request, response);
    const { status = 200, headers = {}, body = '' } = page ?? { status: 404, body: 'Not found' };
    const etag = headers['etag'];
    const unchanged = etag !== undefined && request.headers['if-none-match'] === etag;
    response.writeHead(unchanged ? 304 : status, {
      'content-type': 'text/html; charset=utf-8',
      ...headers,
    });
    response.end(unchanged ? undefined : body);
  };

  const server = credentials ? https.createServer(credentials, serve) : createServer(serve);
  const { port, close } = await listen(server);

  return {
    port,
    host: `127.0.0.1:${port}`,
    close,
    url: `${credentials ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    paths: () => requests.map(({ path }) => path),

    on(path: string, page: WebPage | Handler | string): void {
      pages.set(path, typeof page === 'string' ? { body: page } : page);
    },
  };
}
export type WebSite = Awaited<ReturnType<typeof startWebSite>>;
