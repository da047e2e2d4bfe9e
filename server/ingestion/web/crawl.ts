import { setImmediate as pause } from 'node:timers/promises';
import type { CrawlRequest, SitemapRequest } from '../../contract/knowledge.ts';
import type { AddressGuard } from '../../net/address-guard.ts';
import { crawlIdOf, sitemapCrawl, type Bounds, type Crawls } from '../../storage/pages.ts';
import type { DocumentRow, NewDocument } from '../../storage/documents.ts';
import type { Context } from '../context.ts';
import type { Extraction, LoadedSource } from '../read/extract.ts';
import { parseAddress, readUrlList, sourceKeyOf, type Rejected } from './addresses.ts';
import { canonicalOf } from '../read/blocks.ts';
import { robotsDirectives, type Robots, type Rules } from './robots.ts';
import type { Sitemaps } from './sitemap.ts';

/** Limits a crawl to the pages below a path of one host. */
type Scope = Pick<Bounds, 'origin' | 'path'>;

/** Returns the scope of a start page: `/docs` and `/docs/` are a section, `/docs/index.html` is a page of it. */
export function scopeOf({ origin, pathname }: URL): Scope {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  const folder = last.includes('.') ? pathname.slice(0, -last.length) : pathname;
  return { origin, path: folder.endsWith('/') ? folder : `${folder}/` };
}

export const isInScope = ({ origin, path }: Scope, url: URL) =>
  url.origin === origin && (url.pathname.startsWith(path) || `${url.pathname}/` === path);

/** Extensions of files without text. Addresses without an extension have to be requested. */
const withoutText =
  /\.(avif|bmp|gif|heic|ico|jpe?g|png|svgz?|tiff?|webp|aac|avi|flac|m4[av]|mkv|mov|mp[34]|mpe?g|og[agv]|wav|webm|wm[av]|7z|apk|bz2|deb|dmg|exe|gz|iso|jar|msi|rar|rpm|tar|tgz|xz|zip|css|js|mjs|json|map|xml|rss|atom|xsl|ics|vcf|eot|otf|ttf|woff2?|doc|xls|ppt|sql|log)$/i;

/** Query parameters that count visits or open a form; the page is the same without them. */
const tracking = /^(utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|_ga|replytocom|share)$/i;
const session = /^(phpsessid|jsessionid|sid|sessionid|session_id)$/i;

const maxLength = 512;
const maxSegments = 12;
const maxParameters = 4;
const maxRepeatedSegments = 2;

/**
 * Returns the address that a link leads to, normalised; null outside the scope, for files without text and
 * for endless address spaces: session ids, calendars, paths that repeat themselves.
 */
export function toCrawled(link: string, scope: Scope): URL | null {
  const url = URL.parse(link);
  if (!url || url.username || url.password) return null;
  const { protocol, host } = new URL(scope.origin);
  // Links with the site's former scheme, http, lead to the same pages.
  if (url.host === host) url.protocol = protocol;
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) {
    if (session.test(name)) return null;
    if (tracking.test(name)) url.searchParams.delete(name);
  }
  const { pathname } = url;
  if (!isInScope(scope, url) || url.href.length > maxLength) return null;
  if (withoutText.test(pathname) || /;jsessionid=/i.test(pathname)) return null;
  const segments = pathname.split('/').filter(Boolean);
  if (segments.length - new Set(segments).size > maxRepeatedSegments) return null;
  return segments.length > maxSegments || url.searchParams.size > maxParameters ? null : url;
}

/** Milliseconds between two pages of a site that names no `Crawl-delay`. */
const minGap = 250;
/** Links per page. */
const maxLinks = 2000;
/** Batches between which the event loop runs. */
const linkBatch = 25;
const pageBatch = 100;

type Page = Extraction['page'];

/** Returns the document of the page at `url`. */
export const toDocument = (url: URL): NewDocument => ({
  kind: 'url',
  sourceKey: sourceKeyOf(url),
  sourceUrl: url.href,
});

/**
 * Returns the address of the page that this one stands for: the target of a redirect or a shorter
 * canonical address. It must be shorter, so that two pages that name each other cannot loop.
 */
function otherPage(document: DocumentRow, { url }: LoadedSource, page: Page, bounds: Bounds) {
  const canonical = canonicalOf(url, page?.canonicalUrl);
  const isShorter = canonical !== null && canonical.length < document.source_url.length;
  const other = new URL(isShorter ? canonical : url);
  if (sourceKeyOf(other) === document.source_key) return null;
  if (isInScope(bounds, other)) return other;
  const arrived = new URL(url);
  return sourceKeyOf(arrived) === document.source_key ? null : arrived;
}

async function allowedLinks(page: Page, bounds: Bounds, rules: Rules): Promise<URL[]> {
  const found = new Map<string, URL>();
  for (const [index, link] of (page?.links ?? []).slice(0, maxLinks).entries()) {
    if (index % linkBatch === linkBatch - 1) await pause();
    const url = toCrawled(link, bounds);
    if (url && rules.allows(url)) found.set(url.href, url);
  }
  return [...found.values()];
}

/**
 * Crawls a section of a site. A crawl has no state but its documents: each page that is read creates and
 * queues the documents of the pages that it links to, so a crawl survives restarts and is shared by all
 * sidecars.
 */
export class Crawl {
  readonly #context: Context;
  readonly #crawls: Crawls;
  readonly #robots: Pick<Robots, 'rulesFor'>;

  constructor(context: Context, crawls: Crawls, robots: Pick<Robots, 'rulesFor'>) {
    this.#context = context;
    this.#crawls = crawls;
    this.#robots = robots;
  }

  /**
   * Creates the first document, which the caller still has to process, and queues the pages of an earlier
   * crawl from the same page again.
   */
  async begin({ url: text, depth, max_pages }: CrawlRequest): Promise<DocumentRow> {
    const url = parseAddress(text);
    const first = await this.#context.documents.ensure(toDocument(url));
    const bounds = { ...scopeOf(url), maxPages: max_pages, made: 0 };
    const known = await this.#crawls.begin(first.id, depth, bounds);
    await this.enqueueApart(
      known.filter((id) => id !== first.id),
      minGap,
    );
    return first;
  }

  /** Applies robots directives and follows the links of a crawled page. Returns false to discard the document. */
  async follow(document: DocumentRow, loaded: LoadedSource, page: Page): Promise<boolean> {
    const { crawl_id: crawlId, crawl_depth: depth } = document;
    if (crawlId === null) return true;
    const { noindex, nofollow } = robotsDirectives(loaded.answer?.robots ?? '', page?.robots ?? '');
    const isFirst = crawlId === crawlIdOf(document.id);
    const known = crawlId === sitemapCrawl ? null : await this.#crawls.bounds(crawlId);
    if (!known) return !noindex;
    const at = new URL(loaded.url);
    const bounds = isFirst ? await this.#boundsOfFirst(document, known, at) : known;
    const rules = await this.#robots.rulesFor(at);
    const join = async (urls: readonly URL[], depthLeft: number) => {
      const joined = await this.#crawls.join(crawlId, depthLeft, urls.map(toDocument));
      await this.enqueueApart(joined, Math.max(rules.delay, minGap));
    };
    const other = isFirst ? null : otherPage(document, loaded, page, bounds);
    if (other) {
      await join(isInScope(bounds, other) ? [other] : [], depth);
      return false;
    }
    if (depth > 0 && !nofollow) await join(await allowedLinks(page, bounds, rules), depth - 1);
    // The owner has named the first page, so its `noindex` does not count.
    return isFirst || !noindex;
  }

  /** Queues pages so that one becomes due every `gap` milliseconds, and other documents in between. */
  async enqueueApart(ids: readonly number[], gap: number): Promise<void> {
    const { queue, clock, wake } = this.#context;
    const [first] = ids;
    if (first === undefined) return;
    const from = await this.#crawls.nextTurn(first, gap, clock());
    for (let start = 0; start < ids.length; start += pageBatch) {
      const batch = ids.slice(start, start + pageBatch);
      await queue.enqueue(batch);
      await this.#crawls.takeTurns(batch, gap, from + start * gap);
      await pause();
    }
    wake();
  }

  /** Moves the scope with the first page if that redirects, such as to `www.` or to https. */
  async #boundsOfFirst(document: DocumentRow, bounds: Bounds, at: URL): Promise<Bounds> {
    const scope = scopeOf(at);
    const path = isInScope({ ...bounds, origin: at.origin }, at) ? bounds.path : scope.path;
    const moved = { ...bounds, origin: scope.origin, path, made: 0 };
    await this.#crawls.setBounds(crawlIdOf(document.id), moved);
    return moved;
  }
}

export interface Added {
  ids: number[];
  rejected: Rejected[];
}

/** Milliseconds between two pages of a list, so that other documents need not wait for its end. */
const listGap = 100;

interface PageSources {
  guard: Pick<AddressGuard, 'check'>;
  crawl: Crawl;
  sitemaps: Pick<Sitemaps, 'pages'>;
}

/** Creates documents of web pages, without reading them. */
export class AddPages {
  readonly #context: Pick<Context, 'documents' | 'pages'>;
  readonly #sources: PageSources;

  constructor(context: Pick<Context, 'documents' | 'pages'>, sources: PageSources) {
    this.#context = context;
    this.#sources = sources;
  }

  /** @throws AppError `invalid_request`, `blocked_address` */
  async one(text: string): Promise<{ id: number }> {
    const url = parseAddress(text);
    this.#sources.guard.check(url);
    const [id = 0] = await this.#claim([{ url, title: '' }]);
    return { id };
  }

  async list(text: string): Promise<Added> {
    const { guard } = this.#sources;
    const { listed, rejected } = await readUrlList(text, (url) => guard.check(url));
    return { ids: await this.#claim(listed), rejected };
  }

  /** @throws AppError if there is no sitemap or it cannot be read */
  async sitemap({ url, max_pages }: SitemapRequest): Promise<Added> {
    const { pages: found, rejected } = await this.#sources.sitemaps.pages(url, max_pages);
    const wanted = found.map((page) => ({ ...toDocument(page), crawlId: sitemapCrawl }));
    return { ids: await this.#context.documents.ensureAll(wanted), rejected };
  }

  /** Returns the first page of a crawl. @throws AppError `invalid_request`, `blocked_address` */
  async crawl(request: CrawlRequest): Promise<{ id: number }> {
    const { guard, crawl } = this.#sources;
    guard.check(parseAddress(request.url));
    return crawl.begin(request);
  }

  queue(ids: readonly number[]): Promise<void> {
    return this.#sources.crawl.enqueueApart(ids, listGap);
  }

  /** Creates documents of pages that the owner names. Pages that a crawl has found leave the crawl. */
  #claim(listed: readonly { url: URL; title: string }[]): Promise<number[]> {
    return this.#context.pages.claimAll(
      listed.map(({ url, title }) => ({ ...toDocument(url), title, titleGiven: title !== '' })),
    );
  }
}
