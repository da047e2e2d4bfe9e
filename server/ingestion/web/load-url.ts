import { AppError } from '../../errors/app-error.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { DocumentRow } from '../../storage/documents.ts';
import type { Pages } from '../../storage/pages.ts';
import type { LoadedSource, LoadSource } from '../read/load-source.ts';
import type { HostGate } from './host-gate.ts';
import { refuseUnread, sourceOf } from './media-type.ts';
import { pageError } from './page-error.ts';
import type { Robots } from './robots.ts';
import type { SafeFetch, WebAnswer } from './safe-fetch.ts';
import { parseAddress } from './web-address.ts';

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
