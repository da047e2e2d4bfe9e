import { z } from 'zod';
import { connectAppId, connectReply, type ConnectReply } from '../contract/connect.ts';
import { errorBody } from '../contract/errors.ts';
import { ConfigError } from '../errors/config-error.ts';
import { boundedFetch } from '../net/bounded-fetch.ts';
import { asksForPassword, basicAuth, requireNoCredentials } from '../net/site-auth.ts';
import { withoutSlash } from '../net/without-slash.ts';
import { routeUrl } from './bridge.ts';

/** Milliseconds for a connection, and for an answer. */
const connectMs = 5000;
const answerMs = 20_000;
/** The index of a site with many plugins has some hundred kilobytes. */
const maxBytes = 8 * 2 ** 20;

const isLocal = (hostname: string) =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Returns a site's address without a trailing slash. @throws ConfigError for one that would send secrets openly */
export function siteAddress(text: string): string {
  const url = URL.parse(text);
  if (url) requireNoCredentials(url);
  if (!url || !/^https?:$/.test(url.protocol) || url.search) {
    throw new ConfigError(`${text} is not the address of a site, such as https://example.com.`);
  }
  if (url.protocol === 'http:' && !isLocal(url.hostname)) {
    throw new ConfigError(`${text} has no HTTPS: the site's secret would be sent in the open.`);
  }
  return withoutSlash(`${url.origin}${url.pathname}`);
}

/** Returns the status and the JSON of an answer; `body` null for any other text. @throws ConfigError */
async function call(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
): Promise<{ status: number; body: unknown }> {
  const signal = AbortSignal.timeout(answerMs);
  const response = await fetch(url, { ...init, signal }).catch((cause: Error) => {
    throw new ConfigError(`${new URL(url).origin} does not answer: ${cause.message}`, { cause });
  });
  if (asksForPassword(response)) {
    throw new ConfigError(
      'The web server of the site asks for a password of its own. Copy the connection code from the first steps of RAG Chat in the admin, and start the sidecar with it and with ITIH_SITE_AUTH=user:password.',
    );
  }
  const elsewhere = response.headers.get('location');
  if (elsewhere !== null) {
    throw new ConfigError(`The site is at another address: ${URL.parse(elsewhere, url)?.origin}`);
  }
  return { status: response.status, body: await response.json().catch(() => null) };
}

/** https://developer.wordpress.org/rest-api/reference/ : the index names core's screen where it can be used. */
const index = z.object({
  namespaces: z.array(z.string()),
  authentication: z.object({
    'application-passwords': z.object({ endpoints: z.object({ authorization: z.url() }) }),
  }),
});

/**
 * Returns the address of core's screen "Authorize Application", where an administrator approves `name`. No address
 * to return to is given: core would write the password into it.
 * https://make.wordpress.org/core/2020/11/05/application-passwords-integration-guide/
 *
 * @throws ConfigError
 */
export async function authorizationUrl(
  site: string,
  name: string,
  fetch = boundedFetch({ connectMs, maxBytes }),
): Promise<string> {
  const { body } = await call(fetch, routeUrl(site, '/'), {});
  const namespaces = z.object({ namespaces: z.array(z.string()) }).safeParse(body).data?.namespaces;
  if (!namespaces) throw new ConfigError(`${site} does not answer as WordPress does.`);
  if (!namespaces.includes('itih/v1')) {
    throw new ConfigError(`Itih RAG Chat is not active at ${site}.`);
  }
  const found = index.safeParse(body).data?.authentication['application-passwords'].endpoints;
  const url = found && new URL(found.authorization);
  if (!url || url.host !== new URL(site).host) {
    throw new ConfigError(
      'This site does not offer application passwords: copy the connection code from the first steps of RAG Chat in the admin.',
    );
  }
  url.searchParams.set('app_name', name);
  url.searchParams.set('app_id', connectAppId);
  return url.href;
}

/** An approved application password; or a one-time code, with `user:password` for the site's web server or ''. */
type Given = { user: string; password: string } | { code: string; siteAuth: string };

const passwordRefused =
  'WordPress does not accept it: the user has to be an administrator, and the password the one of this approval. ' +
  'Some web servers keep passwords from PHP; then copy the connection code from the admin.';
const codeRefused =
  'The connection code was used already, or is older than 15 minutes. Make a new one in the first steps of RAG Chat in ' +
  'the admin; for a host that keeps no files choose the lasting form there.';

/**
 * Exchanges what was given for the connection. WordPress deletes it.
 *
 * @param sidecarUrl Where WordPress reaches the sidecar; empty: as it is set there.
 * @throws ConfigError
 */
export async function exchange(
  site: string,
  given: Given,
  sidecarUrl: string,
  fetch = boundedFetch({ connectMs, maxBytes }),
): Promise<ConnectReply> {
  const isCode = 'code' in given;
  const credentials = isCode ? given.siteAuth : `${given.user}:${given.password}`;
  const { status, body } = await call(fetch, routeUrl(site, '/itih/v1/connect'), {
    method: 'POST',
    headers: { ...basicAuth(credentials), 'content-type': 'application/json' },
    body: JSON.stringify({ sidecar_url: sidecarUrl, ...(isCode && { code: given.code }) }),
  });
  const reply = connectReply.safeParse(body);
  if (status === 200 && reply.success) return reply.data;
  const said = errorBody.safeParse(body).data;
  if (said && said.code !== 'rest_forbidden') throw new ConfigError(said.message);
  if (status !== 401 && status !== 403) {
    throw new ConfigError(`WordPress answers with the status ${status}.`);
  }
  throw new ConfigError(isCode ? codeRefused : passwordRefused);
}
