import { setImmediate as pause } from 'node:timers/promises';
import type { CrawlRequest } from '../../contract/knowledge.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { crawlIdOf, sitemapCrawl, type Bounds, type Crawls } from '../../storage/crawls.ts';
import type { DocumentRow, Documents, NewDocument } from '../../storage/documents.ts';
import type { FollowPage, LoadedSource } from '../read/load-source.ts';
import { isInScope, scopeOf, toCrawled } from './crawl-scope.ts';
import { robotsDirectives, type Robots, type Rules } from './robots.ts';
import { canonicalOf, parseAddress, sourceKeyOf } from './web-address.ts';

interface Dependencies {
  documents: Documents;
  crawls: Crawls;
  queue: JobQueue;
  robots: Robots;
  clock: () => number;
  /** Called when there is something new in the queue. */
  look: () => void;
}

/** Milliseconds between two pages of a site that names no `Crawl-delay`. */
const politeGap = 250;
/** Links of one page that are looked at. */
const maxLinks = 2000;
/** Between two looks at what else there is to do. */
const linksAtOnce = 25;
const pagesAtOnce = 100;

type Page = Parameters<FollowPage>[2];

/** A document of the page at `url`. */
export const toDocument = (url: URL): NewDocument => ({
  kind: 'url',
  sourceKey: sourceKeyOf(url),
  sourceUrl: url.href,
});

/**
 * A crawl is nothing but documents: each page, once it has been read, makes documents of the pages that
 * it links to. So it goes on after a restart, on any sidecar, and with every later visit.
 */
export function createCrawl(dependencies: Dependencies) {
  const { documents, crawls, queue, robots, clock, look } = dependencies;

  /**
   * Queues pages so that their site is asked for one every `gap` milliseconds, and other documents need
   * not wait behind all of them.
   */
  async function enqueueApart(ids: readonly number[], gap: number): Promise<void> {
    const [first] = ids;
    if (first === undefined) return;
    const from = await crawls.nextTurn(first, gap, clock());
    for (let start = 0; start < ids.length; start += pagesAtOnce) {
      const some = ids.slice(start, start + pagesAtOnce);
      await queue.enqueue(some);
      await crawls.takeTurns(some, gap, from + start * gap);
      await pause();
    }
    look();
  }

  const enqueuePolitely = (ids: readonly number[], delay: number) =>
    enqueueApart(ids, Math.max(delay, politeGap));

  /** The first document, which the caller has still to process; what it found before is visited again. */
  async function begin({ url: text, depth, max_pages }: CrawlRequest): Promise<DocumentRow> {
    const url = parseAddress(text);
    const first = await documents.ensure(toDocument(url));
    const bounds = { ...scopeOf(url), maxPages: max_pages, made: 0 };
    const ids = await crawls.begin(first.id, depth, bounds);
    await enqueuePolitely(
      ids.filter((id) => id !== first.id),
      0,
    );
    return first;
  }

  /** The first page may have moved, to `www.` or to https: the crawl goes where it is now. */
  async function boundsOfFirst(document: DocumentRow, bounds: Bounds, at: URL): Promise<Bounds> {
    const scope = scopeOf(at);
    const path = isInScope({ ...bounds, origin: at.origin }, at) ? bounds.path : scope.path;
    const moved = { ...bounds, origin: scope.origin, path, made: 0 };
    await crawls.setBounds(crawlIdOf(document.id), moved);
    return moved;
  }

  /**
   * The page that this one turned out to be: where a redirect led, or the shorter address that it calls
   * its own. Shorter, so that two pages that name each other cannot go on for ever.
   */
  function otherPage(document: DocumentRow, { url }: LoadedSource, page: Page, bounds: Bounds) {
    const canonical = canonicalOf(url, page);
    const own = document.source_url;
    const shorter = canonical !== null && canonical.length < own.length;
    const other = new URL(shorter ? canonical : url);
    if (sourceKeyOf(other) === document.source_key) return null;
    if (isInScope(bounds, other)) return other;
    const arrived = new URL(url);
    return sourceKeyOf(arrived) === document.source_key ? null : arrived;
  }

  async function allowedLinks(page: Page, bounds: Bounds, rules: Rules): Promise<URL[]> {
    const found = new Map<string, URL>();
    for (const [index, link] of (page?.links ?? []).slice(0, maxLinks).entries()) {
      if (index % linksAtOnce === linksAtOnce - 1) await pause();
      const url = toCrawled(link, bounds);
      if (url && rules.allows(url)) found.set(url.href, url);
    }
    return [...found.values()];
  }

  const followPage: FollowPage = async (document, loaded, page) => {
    const { crawl_id: crawlId, crawl_depth: depth } = document;
    if (crawlId === null) return true;
    const { noindex, nofollow } = robotsDirectives(loaded.answer?.robots ?? '', page?.robots ?? '');
    if (crawlId === sitemapCrawl) return !noindex;
    const isFirst = crawlId === crawlIdOf(document.id);
    const known = await crawls.bounds(crawlId);
    if (!known) return !noindex;
    const at = new URL(loaded.url);
    const bounds = isFirst ? await boundsOfFirst(document, known, at) : known;
    const rules = await robots.rulesFor(at);
    const other = isFirst ? null : otherPage(document, loaded, page, bounds);
    if (other) {
      const pages = isInScope(bounds, other) ? [toDocument(other)] : [];
      await enqueuePolitely(await crawls.join(crawlId, depth, pages), rules.delay);
      return false;
    }
    if (depth > 0 && !nofollow) {
      const links = await allowedLinks(page, bounds, rules);
      const joined = await crawls.join(crawlId, depth - 1, links.map(toDocument));
      await enqueuePolitely(joined, rules.delay);
    }
    // The owner has named the first page; what the others ask for is heard.
    return isFirst || !noindex;
  };

  return { begin, followPage, enqueueApart };
}
export type Crawl = ReturnType<typeof createCrawl>;
