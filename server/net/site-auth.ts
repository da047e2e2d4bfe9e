import { ConfigError } from '../errors/config-error.ts';

/** Headers by which a web server admits a call. */
export type AuthHeaders = Readonly<Record<string, string>>;

/** Returns the header of Basic authentication (RFC 7617); none without credentials. @param credentials `user:password` */
export const basicAuth = (credentials: string): AuthHeaders =>
  credentials ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {};

/** @throws ConfigError for an address with credentials, which would stand in logs; it does not repeat them */
export function requireNoCredentials({ host, username, password }: URL): void {
  if (!username && !password) return;
  throw new ConfigError(
    `The address of the site at ${host} contains a user name or password. Leave them out, and set ITIH_SITE_AUTH to user:password.`,
  );
}

/** Whether a web server wants a password for the whole site; WordPress itself asks for none in this way. */
export const asksForPassword = ({ status, headers }: Response): boolean =>
  status === 401 && /\bbasic\b/i.test(headers.get('www-authenticate') ?? '');

/** Whether credentials for `site` may be sent to `url`: its host and port, never with less protection. */
const isOf = (url: URL, site: URL | null) =>
  site?.host === url.host && (site.protocol === url.protocol || url.protocol === 'https:');

/** Returns the headers that open the site at an address; none for other sites. */
export type SiteAuth = (url: URL) => AuthHeaders;

/**
 * Makes the function that returns, for each address, the headers that open a site behind a password of its web
 * server, as staging sites have it. Other sites get none.
 *
 * @param addresses Returns the addresses under which the site is known at the moment.
 */
export const siteAuth =
  (credentials: string, addresses: () => readonly (string | undefined)[]): SiteAuth =>
  (url): AuthHeaders =>
    addresses().some((address) => isOf(url, URL.parse(address ?? '')))
      ? basicAuth(credentials)
      : {};
