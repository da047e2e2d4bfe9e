import { createHash } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import type { Loaded } from '../read/blocks.ts';

/** Longest address that is fetched, as in the contract. */
const maxLength = 2048;
/** Of the column `source_key`. */
const maxKey = 191;

const refused = (message: string) => new AppError('invalid_request', { message });

/**
 * An address as a person writes it, without its fragment: of a page there is one document, however its
 * host is spelled. Without a scheme it is https.
 *
 * @throws AppError `invalid_request` that says what is wrong
 */
export function parseAddress(text: string): URL {
  const trimmed = text.trim();
  if (/\s/.test(trimmed)) throw refused('There is a space in this address.');
  // `example.com:8080` has a port and `mailto:someone` a scheme.
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(trimmed);
  const url = URL.parse(hasScheme ? trimmed : `https://${trimmed.replace(/^\/+/, '')}`);
  // A word alone is a host only where it is said to be one.
  if (!url?.hostname || !(hasScheme || /[.:]/.test(url.host))) {
    throw refused('This is not a web address.');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refused('Only http and https addresses can be read.');
  }
  if (url.username || url.password) {
    throw refused('An address with a user name or password in it is not read.');
  }
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  if (url.href.length > maxLength) throw refused('This address is too long.');
  return url;
}

/** The same for every spelling of one address; a long one by its digest. */
export function sourceKeyOf(url: URL): string {
  const key = `url:${url.href}`;
  if (key.length <= maxKey) return key;
  return `url:sha256:${createHash('sha256').update(url.href).digest('hex')}`;
}

const siteOf = (url: URL) => url.host.replace(/^www\./, '');

/**
 * What the page at `url` calls itself, if that can be believed: an address of the same site, and not
 * the home page of every page, as a template that was never finished says.
 */
export function canonicalOf(url: string, page: Loaded['page']): string | null {
  const canonical = URL.parse(page?.canonicalUrl ?? '');
  const own = URL.parse(url);
  if (!canonical || !own || siteOf(canonical) !== siteOf(own)) return null;
  if (canonical.pathname === '/' && own.pathname !== '/') return null;
  canonical.hash = '';
  return canonical.href;
}

/** Where a citation of the page leads. */
export const citedUrl = (url: string, page: Loaded['page']) => canonicalOf(url, page) ?? url;
