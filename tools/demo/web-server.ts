import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';

interface Addresses {
  /** Where WordPress answers. */
  wordpress: string;
  /** The sidecar's listener for visitors. */
  edge: string;
}

/** As `plugin-shim/snippets/nginx.conf` leads it. */
const chat = /^\/wp-json(\/itih\/v1\/(?:chat|feedback|history)(?:\/[\w/-]*)?(?:\?.*)?)$/;

function pass(request: IncomingMessage, response: ServerResponse, target: string): void {
  const { method, headers, socket } = request;
  const sent = { ...headers, 'x-forwarded-for': socket.remoteAddress ?? '' };
  const onward = http.request(target, { method, headers: sent, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response).on('close', () => answer.destroy());
  });
  onward.on('error', () => {
    if (response.headersSent) return void response.destroy();
    response.writeHead(502).end('The site does not answer.');
  });
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}

/**
 * Stands for the web server of a site, on its address: leads the chat of visitors who are not logged in to the
 * sidecar, and everything else to WordPress.
 */
export async function startWebServer(
  port: number,
  { wordpress, edge }: Addresses,
): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    const { url = '/', headers } = request;
    const [, route] = chat.exec(url) ?? [];
    const isGuest = !/wordpress_logged_in_/.test(headers.cookie ?? '') && !headers.authorization;
    pass(request, response, route && isGuest ? edge + route : wordpress + url);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return server;
}
