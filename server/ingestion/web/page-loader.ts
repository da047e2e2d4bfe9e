import type { IncomingHttpHeaders } from 'node:http';
import { fileKindOfType, type FileKind } from '../../contract/document-kinds.ts';
import { failure } from '../failures.ts';
import type { LoadedSource, Source } from '../read/extract.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { AppError } from '../../errors/app-error.ts';
import type { DocumentRow } from '../../storage/documents.ts';
import type { Context } from '../context.ts';
import type { HostGate, SafeFetch, WebAnswer } from './safe-fetch.ts';
import type { Robots } from './robots.ts';
import { parseAddress } from './addresses.ts';

type Kind = 'page' | Exclude<FileKind, 'html'>;

/** Types that servers send for files whose type they do not know. */
const unspecific: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/force-download',
  'application/x-download',
  'application/zip',
  'application/xml',
  'text/xml',
]);

function kindOfType(type: string): Kind | undefined {
  const kind = type === 'application/xhtml+xml' ? 'html' : fileKindOfType(type);
  return kind === 'html' ? 'page' : kind;
}

const essence = (contentType = '') => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** @throws AppError `unsupported_type` if the header names a type that cannot be read */
export function requireReadable(contentType: string | undefined): void {
  const type = essence(contentType);
  if (!kindOfType(type) && !unspecific.has(type)) throw failure('unknown_type');
}

const startOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1024)).toString('latin1');

/** Contents of zipped documents by which their kinds are told. */
const zipped: readonly [content: string, Kind][] = [
  ['mimetypeapplication/epub+zip', 'epub'],
  ['mimetypeapplication/vnd.oasis.opendocument.', 'odf'],
  ['xl/workbook.', 'xlsx'],
  ['ppt/presentation.', 'pptx'],
  ['word/', 'docx'],
];

/** Recognises files by their first bytes, which are more reliable than the header. */
function kindOfMagic(bytes: Uint8Array): Kind | undefined {
  const start = startOf(bytes);
  if (/^\s*%PDF-/.test(start)) return 'pdf';
  if (/^\s*\{\\rtf/.test(start)) return 'rtf';
  if (!start.startsWith('PK\x03\x04')) return undefined;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const found = zipped.find(([content]) => file.includes(content));
  if (found) return found[1];
  throw failure('unknown_type');
}

function guessKind(bytes: Uint8Array): Kind {
  const start = startOf(bytes);
  const utf16 = /^(\xff\xfe|\xfe\xff)/.test(start);
  if (start.includes('\0') && !utf16) throw failure('unknown_type');
  const text = start.replace(/^\xef\xbb\xbf/, '').replace(/^(\s+|<\?xml.*?\?>|<!--.*?-->)+/s, '');
  if (/^<(!doctype\s+html|html|head|body)\b/i.test(text)) return 'page';
  if (text.startsWith('<')) throw failure('unknown_type');
  return 'txt';
}

/**
 * Returns an answer as a source; its kind is told by its bytes and its header.
 *
 * @throws AppError `unsupported_type`
 */
export function sourceOf(bytes: Uint8Array, contentType: string, url: string): Source {
  const kind = kindOfMagic(bytes) ?? kindOfType(essence(contentType)) ?? guessKind(bytes);
  return kind === 'page' ? { kind, bytes, contentType, url } : { kind, bytes };
}

/** Seconds: whatever a server asks for, the page is requested again within the day. */
const maxRetryAfter = 86_400;

/** Returns the seconds of a `Retry-After` header, which is a number of seconds or a date. */
function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isNaN(seconds)
    ? undefined
    : Math.min(Math.max(Math.ceil(seconds), 1), maxRetryAfter);
}

/** Returns the error of a status other than 200. */
function pageError(status: number, headers: IncomingHttpHeaders, now: number): AppError {
  const details = { cause: new Error(`The page's server answered ${status}.`), value: status };
  if ([404, 410].includes(status)) return failure('page_missing', details);
  if ([401, 402, 403, 407, 451].includes(status)) return failure('page_forbidden', details);
  if ([204, 205].includes(status)) return new AppError('no_text', details);
  if ([429, 503].includes(status)) {
    return failure('site_busy', {
      ...details,
      retryAfter: retryAfter(headers['retry-after'], now),
    });
  }
  const mayPass = status >= 500 || [408, 425].includes(status);
  return failure(mayPass ? 'site_error' : 'site_refuses', details);
}

/** Codes of pages that are not public any more: their stored text must not be used in answers. */
const withdrawn: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'not_found',
  'rest_forbidden',
  'blocked_address',
]);

/** Whether a crawl or a sitemap found the page. The owner is not told about the errors of such pages. */
const isDiscovered = ({ id, crawl_id }: DocumentRow) =>
  crawl_id !== null && crawl_id !== String(id);

/** Returns a title for pages that have none: the last part of the path, else the host. */
function titleOf(url: URL): string {
  const last = url.pathname.split('/').filter(Boolean).at(-1) ?? '';
  try {
    return decodeURIComponent(last) || url.host;
  } catch {
    return last;
  }
}

/** Returns a validator for the next visit, unless its column could not keep it unchanged. */
const validator = (value = '', maxLength: number) =>
  value.length <= maxLength && /^[\x20-\x7e]*$/.test(value) ? value : '';

export type Validators = Pick<DocumentRow, 'etag' | 'last_modified'>;

/** Returns what the next visit sends back; empty where there is none. */
export const validatorsOf = (headers: IncomingHttpHeaders): Validators => ({
  etag: validator(headers.etag, 255),
  last_modified: validator(headers['last-modified'], 64),
});

/** Returns the headers of a request for what has changed since. */
export const conditionsOf = ({ etag, last_modified }: Validators): Record<string, string> => ({
  ...(etag && { 'if-none-match': etag }),
  ...(last_modified && { 'if-modified-since': last_modified }),
});

function toLoaded({ url, headers, body }: WebAnswer): LoadedSource {
  return {
    source: sourceOf(body, headers['content-type'] ?? '', url.href),
    url: url.href,
    title: titleOf(url),
    answer: {
      ...validatorsOf(headers),
      robots: [headers['x-robots-tag'] ?? ''].flat().join(', '),
    },
  };
}

/** Loads documents of kind `url`. Pages of a crawl or a sitemap also honour robots.txt. */
export class PageLoader {
  readonly #context: Pick<Context, 'pages' | 'clock'>;
  readonly #safeFetch: SafeFetch;
  readonly #robots: Robots;
  readonly #gate: HostGate;

  constructor(
    context: Pick<Context, 'pages' | 'clock'>,
    safeFetch: SafeFetch,
    robots: Robots,
    gate: HostGate,
  ) {
    this.#context = context;
    this.#safeFetch = safeFetch;
    this.#robots = robots;
    this.#gate = gate;
  }

  /** Visits a page, as `SourceLoader.load` says. A failed visit is noted; a discovered page that is gone is null. */
  async load(
    document: DocumentRow,
    conditional: boolean,
    signal: AbortSignal,
  ): Promise<LoadedSource | 'unchanged' | null> {
    try {
      return await this.#visit(document, conditional, signal);
    } catch (error) {
      signal.throwIfAborted();
      const isWithdrawn = error instanceof AppError && withdrawn.has(error.code);
      if (isWithdrawn && isDiscovered(document)) return null;
      await this.#context.pages.noteFailedVisit(document, isWithdrawn);
      throw error;
    }
  }

  async #visit(document: DocumentRow, conditional: boolean, signal: AbortSignal) {
    const robots = this.#robots;
    const url = parseAddress(document.source_url);
    const isRobot = document.crawl_id !== null;
    const gap = isRobot ? (await robots.rulesFor(url)).delay : 0;
    const answer = await this.#gate.pass(url.host, gap, signal, () =>
      this.#safeFetch.get(url, {
        signal,
        headers: conditional ? conditionsOf(document) : {},
        ...(isRobot && { admit: (next) => robots.admit(next) }),
        accept: (headers) => requireReadable(headers['content-type']),
      }),
    );
    if (answer.status === 304 && conditional) return 'unchanged';
    const { clock } = this.#context;
    if (answer.status !== 200) throw pageError(answer.status, answer.headers, clock());
    return toLoaded(answer);
  }
}
