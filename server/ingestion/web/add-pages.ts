import type { CrawlRequest, SitemapRequest } from '../../contract/knowledge.ts';
import type { AddressGuard } from '../../net/address-guard.ts';
import { sitemapCrawl, type Pages } from '../../storage/pages.ts';
import type { Documents } from '../../storage/documents.ts';
import { toDocument, type Crawl } from './crawl.ts';
import type { ReadSitemap } from './sitemap.ts';
import { readUrlList, type Rejected } from './url-list.ts';
import { parseAddress } from './web-address.ts';

interface Dependencies {
  documents: Documents;
  pages: Pages;
  guard: AddressGuard;
  crawl: Crawl;
  readSitemap: ReadSitemap;
}

interface Added {
  ids: number[];
  rejected: Rejected[];
}

/** Milliseconds between two pages of a list, so that other documents need not wait for its end. */
const listGap = 100;

/** Creates documents of web pages, without reading them. */
export function createAddPages({ documents, pages, guard, crawl, readSitemap }: Dependencies) {
  /** Creates documents of pages that the owner names. Pages that a crawl has found leave the crawl. */
  const claim = (listed: readonly { url: URL; title: string }[]): Promise<number[]> =>
    pages.claimAll(
      listed.map(({ url, title }) => ({ ...toDocument(url), title, titleGiven: title !== '' })),
    );

  return {
    /** @throws AppError `invalid_request`, `blocked_address` */
    async one(text: string): Promise<{ id: number }> {
      const url = parseAddress(text);
      guard.check(url);
      const [id = 0] = await claim([{ url, title: '' }]);
      return { id };
    },

    async list(text: string): Promise<Added> {
      const { listed, rejected } = await readUrlList(text, (url) => guard.check(url));
      return { ids: await claim(listed), rejected };
    },

    /** @throws AppError if there is no sitemap or it cannot be read */
    async sitemap({ url, max_pages }: SitemapRequest): Promise<Added> {
      const { pages: found, rejected } = await readSitemap(url, max_pages);
      const wanted = found.map((page) => ({ ...toDocument(page), crawlId: sitemapCrawl }));
      return { ids: await documents.ensureAll(wanted), rejected };
    },

    /** Returns the first page of a crawl. @throws AppError `invalid_request`, `blocked_address` */
    async crawl(request: CrawlRequest): Promise<{ id: number }> {
      guard.check(parseAddress(request.url));
      return crawl.begin(request);
    },

    queue: (ids: readonly number[]): Promise<void> => crawl.enqueueApart(ids, listGap),
  };
}
export type AddPages = ReturnType<typeof createAddPages>;
