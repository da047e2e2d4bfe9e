import type { LookupAddress } from 'node:dns';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { pinnedLookup } from './pinned-lookup.ts';
import { sentListener } from './when-sent.ts';

interface Options extends Pick<RequestOptions, 'method' | 'headers' | 'agent' | 'signal'> {
  /** Milliseconds until the connection stands, with TLS. A reused connection stands already. */
  connectMs: number;
  /** Connects to one of these and to no other address. Absent: wherever the URL's host resolves to. */
  addresses?: LookupAddress[] | undefined;
  body?: string | undefined;
}

/**
 * Sends one request over http or https and returns the head of the response; redirects are responses. The
 * caller reads the body or destroys it. The certificate is checked against the URL's host, also where
 * `addresses` are given.
 *
 * @throws the transport's error, with code `ETIMEDOUT` when the connection does not stand in time
 */
export function sendRequest(
  url: URL,
  { connectMs, addresses, body, ...options }: Options,
): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:';
  const lookup = addresses && { lookup: pinnedLookup(addresses) };
  return new Promise((resolve, reject) => {
    const request = (isTls ? https : http).request(url, { ...options, ...lookup });
    const late = () =>
      request.destroy(Object.assign(new Error('The connection timed out.'), { code: 'ETIMEDOUT' }));
    const timer = setTimeout(late, connectMs);
    const stopTimer = () => clearTimeout(timer);
    const sent = sentListener();
    const connected = () => {
      stopTimer();
      sent?.();
    };
    request.on('close', stopTimer).on('error', reject).on('response', resolve);
    request.on('socket', (socket) => {
      if (request.reusedSocket) connected();
      else socket.once(isTls ? 'secureConnect' : 'connect', connected);
    });
    request.end(body);
  });
}
