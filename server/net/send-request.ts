import { AsyncLocalStorage } from 'node:async_hooks';
import type { LookupAddress } from 'node:dns';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

/** Returns a `lookup` for node:net that always answers with the given addresses. */
export const pinnedLookup =
  (addresses: LookupAddress[]): LookupFunction =>
  (hostname, options, callback) => {
    const [first] = addresses;
    if (!first) callback(Object.assign(new Error(hostname), { code: 'ENOTFOUND' }), '');
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  };

/** Listeners of the work that is being done. */
const listeners = new AsyncLocalStorage<() => void>();

/**
 * Calls `sent` when a request of `work` has a connection, over which it is sent. A vendor's SDK is between the caller
 * and the request, and says nothing of it.
 */
export const whenSent = <T>(sent: () => void, work: () => T): T => listeners.run(sent, work);

/** Says so for a request that is not sent by `sendRequest`. */
export const tellSent = () => listeners.getStore()?.();

interface Options extends Pick<RequestOptions, 'method' | 'headers' | 'agent' | 'signal'> {
  /** Milliseconds until the connection stands, with TLS. A reused connection stands already. */
  connectMs: number;
  /** Connects to one of these and to no other address. Absent: wherever the URL's host resolves to. */
  addresses?: LookupAddress[] | undefined;
  body?: string | undefined;
}

/** Milliseconds from the connection to the end of the TLS handshake: a server without TLS says nothing. */
const handshakeMs = 5000;

/**
 * Sends one request over http or https and returns the head of the response; redirects are responses. The
 * caller reads the body or destroys it. The certificate is checked against the URL's host, also where
 * `addresses` are given.
 *
 * @throws the transport's error, with code `ETIMEDOUT` when the connection does not stand in time, and with `syscall`
 *   `tls` if all that it lacks is TLS
 */
export function sendRequest(
  url: URL,
  { connectMs, addresses, body, ...options }: Options,
): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:';
  const lookup = addresses && { lookup: pinnedLookup(addresses) };
  return new Promise((resolve, reject) => {
    const request = (isTls ? https : http).request(url, { ...options, ...lookup });
    const late = (syscall: 'connect' | 'tls') => {
      const error = new Error('The connection timed out.');
      request.destroy(Object.assign(error, { code: 'ETIMEDOUT', syscall }));
    };
    let timer = setTimeout(late, connectMs, 'connect' as const);
    const stopTimer = () => clearTimeout(timer);
    const sent = listeners.getStore();
    const connected = () => {
      stopTimer();
      sent?.();
    };
    request.on('close', stopTimer).on('error', reject).on('response', resolve);
    request.on('socket', (socket) => {
      if (request.reusedSocket) connected();
      else socket.once(isTls ? 'secureConnect' : 'connect', connected);
      if (!isTls || request.reusedSocket) return;
      socket.once('connect', () => {
        stopTimer();
        timer = setTimeout(late, Math.min(handshakeMs, connectMs), 'tls' as const);
      });
    });
    request.end(body);
  });
}
