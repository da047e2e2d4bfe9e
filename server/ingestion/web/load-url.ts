import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { DocumentRow } from '../../storage/documents.ts';
import type { Pages } from '../../storage/pages.ts';
import type { LoadedSource, LoadSource } from '../read/load-source.ts';
import type { HostGate } from './host-gate.ts';
import { refuseUnread, sourceOf } from './media-type.ts';
import type { Robots } from './robots.ts';
import type { SafeFetch, WebAnswer } from './safe-fetch.ts';
import { parseAddress } from './web-address.ts';

/** Seconds: whatever a server asks for, the document is looked at again within the day. */
const longestWait = 86_400;

/** Seconds, from a number of them or a date; undefined when there is neither. */
function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 1), longestWait);
}

/** What a status other than 200 means for a document. */
export function pageError(status: number, headers: IncomingHttpHeaders, now: number): AppError {
  const cause = new Error(`The page's server answered ${status}.`);
  switch (status) {
    case 404:
    case 410:
      return new AppError('not_found', { message: 'There is no page at this address.', cause });
    case 401:
    case 402:
    case 403:
    case 407:
    case 451: {
      const message = `The site does not let this page be read (${status}).`;
      return new AppError('rest_forbidden', { message, cause });
    }
    case 204:
    case 205:
      return new AppError('no_text', { cause });
    case 429:
    case 503: {
      const wait = retryAfter(headers['retry-after'], now);
      const message = 'The site is busy; the page will be asked for again.';
      return new AppError('overloaded', { message, cause, ...(wait && { retryAfter: wait }) });
    }
    default: {
      const message = `The page could not be read: its server answered ${status}.`;
      const retryable = status >= 500 || status === 408 || status === 425;
      return new AppError('provider_error', { message, cause, retryable });
    }
  }
}

interface Dependencies {
  pages: Pages;
  safeFetch: SafeFetch;
  robots: Robots;
  gate: HostGate;
  clock: () => number;
}

/** The page is not there for the public any more: what was read of it must not answer. */
const withdrawn: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'not_found',
  'rest_forbidden',
  'blocked_address',
]);

/** Found by a crawl or in a sitemap, not named by the owner, who would want to know what became of it. */
const isFound = ({ id, crawl_id }: DocumentRow) => crawl_id !== null && crawl_id !== String(id);

/** Of a page that has no title: the last part of its path, else its host. */
function titleOf(url: URL): string {
  const last = url.pathname.split('/').filter(Boolean).at(-1) ?? '';
  try {
    return decodeURIComponent(last) || url.host;
  } catch {
    return last;
  }
}

const header = (value: string | string[] | undefined) => [value ?? ''].flat().join(', ');

function toLoaded({ url, headers, body }: WebAnswer): LoadedSource {
  const source = sourceOf(body, headers['content-type'] ?? '', url.href);
  return {
    source,
    url: url.href,
    title: titleOf(url),
    bytes: body.byteLength,
    modified: '',
    answer: {
      // One that does not fit its column would be another one when it is sent back.
      etag: fitting(headers.etag, 255),
      lastModified: fitting(headers['last-modified'], 64),
      robots: header(headers['x-robots-tag']),
    },
  };
}

const fitting = (value = '', length: number) =>
  value.length <= length && /^[\x20-\x7e]*$/.test(value) ? value : '';

/** Reads documents of kind `url`. What belongs to a crawl or a sitemap also honours robots.txt. */
export function createLoadUrl(dependencies: Dependencies): LoadSource {
  const { pages, safeFetch, robots, gate, clock } = dependencies;

  async function visit(document: DocumentRow, conditional: boolean, signal: AbortSignal) {
    const url = parseAddress(document.source_url);
    const robot = document.crawl_id !== null;
    const gap = robot ? (await robots.rulesFor(url)).delay : 0;
    const answer = await gate(url.host, gap, signal, () =>
      safeFetch(url, {
        signal,
        headers: conditional ? validators(document) : {},
        ...(robot && { admit: (next) => robots.admit(next) }),
        accept: (headers) => refuseUnread(headers['content-type']),
      }),
    );
    if (answer.status === 304 && conditional) return 'unchanged';
    if (answer.status !== 200) throw pageError(answer.status, answer.headers, clock());
    return toLoaded(answer);
  }

  return async (document, conditional, signal) => {
    try {
      return await visit(document, conditional, signal);
    } catch (error) {
      signal.throwIfAborted();
      const gone = error instanceof AppError && withdrawn.has(error.code);
      if (gone && isFound(document)) return null;
      await pages.noteFailedVisit(document, gone);
      throw error;
    }
  };
}

function validators({ etag, last_modified }: DocumentRow): Record<string, string> {
  return {
    ...(etag && { 'if-none-match': etag }),
    ...(last_modified && { 'if-modified-since': last_modified }),
  };
}
