import { createHash } from 'node:crypto';
import { failure } from '../failures.ts';
import type { Loaded } from '../read/blocks.ts';

/** As in the contract. */
const maxLength = 2048;
/** Length of the column `source_key`. */
const maxKey = 191;

/**
 * Parses an address as people write it: without a scheme it is https. The fragment and a final dot of the
 * host are removed, so that one page has one address.
 *
 * @throws AppError `invalid_request`
 */
export function parseAddress(text: string): URL {
  const trimmed = text.trim();
  if (/\s/.test(trimmed)) throw failure('address_has_space');
  // `example.com:8080` has a port, `mailto:someone` a scheme.
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(trimmed);
  const url = URL.parse(hasScheme ? trimmed : `https://${trimmed.replace(/^\/+/, '')}`);
  // A host without a dot is only accepted behind a scheme.
  if (!url?.hostname || !(hasScheme || /[.:]/.test(url.host))) throw failure('not_an_address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw failure('not_http');
  if (url.username || url.password) throw failure('has_credentials');
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  if (url.href.length > maxLength) throw failure('address_too_long');
  return url;
}

/** Returns the `source_key` of an address: the address itself, or its digest if it is too long. */
export function sourceKeyOf(url: URL): string {
  const key = `url:${url.href}`;
  if (key.length <= maxKey) return key;
  return `url:sha256:${createHash('sha256').update(url.href).digest('hex')}`;
}

export const withoutWww = ({ host }: URL) => host.replace(/^www\./, '');

/**
 * Returns the canonical address that the page at `url` names; null if it names none, one of another site,
 * or the home page on a page below it, as unfinished templates do.
 */
export function canonicalOf(url: string, page: Loaded['page']): string | null {
  const canonical = URL.parse(page?.canonicalUrl ?? '');
  const own = URL.parse(url);
  if (!canonical || !own || withoutWww(canonical) !== withoutWww(own)) return null;
  if (canonical.pathname === '/' && own.pathname !== '/') return null;
  canonical.hash = '';
  return canonical.href;
}

/** Returns the address that citations of the page link to. */
export const citedUrl = (url: string, page: Loaded['page']) => canonicalOf(url, page) ?? url;
