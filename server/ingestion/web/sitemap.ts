import { setImmediate as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { CheerioAPI } from 'cheerio';
import { isTag, type Element } from 'domhandler';
import { AppError } from '../../errors/app-error.ts';
import type { Robots } from './robots.ts';
import type { SafeFetch } from './safe-fetch.ts';
import { parseAddress, sourceKeyOf } from './web-address.ts';
import type { Rejected } from './url-list.ts';

const unzip = promisify(gunzip);

/** Bytes of one file, packed and unpacked. */
const maxBytes = 20 * 1024 * 1024;
const maxFiles = 50;
/** Of indexes within indexes. */
const maxDepth = 3;
/** Milliseconds that the owner waits; what has been found until then is taken. */
const longestWait = 60_000;
const maxRejected = 100;
/** Characters that are parsed, and entries that are read, between two looks at what else there is to do. */
const charactersAtOnce = 32_768;
const entriesAtOnce = 1000;
/** Entries of one file: more pages than twice as many as may be asked for are not even parsed. */
const maxEntries = 10_000;
/** Elements within elements; the parser's time grows with their square. */
const maxNesting = 1000;

/** Where a sitemap is that robots.txt does not name; the second is WordPress' own. */
const usualPlaces = ['/sitemap.xml', '/wp-sitemap.xml', '/sitemap_index.xml'];

interface Sitemap {
  pages: string[];
  sitemaps: string[];
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

async function parseXml(text: string): Promise<CheerioAPI> {
  // Only who has a sitemap to read needs it: it weighs 10 MB.
  const { stringStream } = await import('cheerio');
  return new Promise((resolve, reject) => {
    const parser = stringStream({ xmlMode: true }, (error, $) =>
      error ? reject(error) : resolve($),
    );
    const write = async () => {
      let entries = 0;
      let nesting = 0;
      for (let at = 0; at < text.length && entries < maxEntries; at += charactersAtOnce) {
        const part = text.slice(at, at + charactersAtOnce);
        entries += count(part, /<\/(url|sitemap|item|entry)>/gi);
        nesting += count(part, /<\w/g) - count(part, /<\/|\/>/g);
        if (nesting > maxNesting) throw new Error('The elements are nested too deep.');
        parser.write(part);
        await pause();
      }
      parser.end();
    };
    write().catch(reject);
  });
}

const localName = (element: Element) => element.name.replace(/^.*:/, '').toLowerCase();
const childrenOf = (element: Element | undefined) => element?.children.filter(isTag) ?? [];

/** https://www.sitemaps.org/protocol.html, and feeds, which that page allows as well. */
async function readXml(text: string): Promise<Sitemap | null> {
  // A page is not parsed to find out that it is none.
  if (!/<([\w-]+:)?(urlset|sitemapindex|rss|feed)\b/i.test(text.slice(0, 4096))) return null;
  const $ = await parseXml(text);
  const root = $.root().children().get(0);
  if (!root) return null;
  const found: Sitemap = { pages: [], sitemaps: [] };
  const kind = localName(root);
  if (!/^(urlset|sitemapindex|rss|feed)$/.test(kind)) return null;
  const entries = childrenOf(kind === 'rss' ? childrenOf(root)[0] : root);
  const list = kind === 'sitemapindex' ? found.sitemaps : found.pages;
  for (const [index, entry] of entries.entries()) {
    if (index % entriesAtOnce === entriesAtOnce - 1) await pause();
    const link = childrenOf(entry).find((child) => ['loc', 'link'].includes(localName(child)));
    if (!link || !['url', 'sitemap', 'item', 'entry'].includes(localName(entry))) continue;
    const address = link.attribs['href'] ?? $(link).text();
    if (address.trim()) list.push(address.trim());
  }
  return found;
}

async function read(body: Uint8Array): Promise<Sitemap | null> {
  const packed = body[0] === 0x1f && body[1] === 0x8b;
  const text = new TextDecoder().decode(
    packed ? await unzip(body, { maxOutputLength: maxBytes }) : body,
  );
  if (/^\s*</.test(text)) return readXml(text);
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  const pages = lines.filter((line) => /^https?:\/\//i.test(line));
  return pages.length > 0 ? { pages, sitemaps: [] } : null;
}

/** Reads which pages a site names in its sitemaps. */
export function createReadSitemap(safeFetch: SafeFetch, robots: Robots, clock: () => number) {
  async function fetchSitemap(url: URL, signal: AbortSignal): Promise<Sitemap | null> {
    const { status, body } = await safeFetch(url, { signal, maxBytes });
    if (status !== 200) return null;
    return read(body).catch((cause: unknown) => {
      throw new AppError('unsupported_type', { message: 'This sitemap cannot be read.', cause });
    });
  }

  /** The sitemap at `url`, or those of the site that `url` is a page of. */
  async function first(url: URL, signal: AbortSignal): Promise<Sitemap> {
    const given = await fetchSitemap(url, signal);
    if (given) return given;
    const named = (await robots.rulesFor(url)).sitemaps;
    if (named.length > 0) return { pages: [], sitemaps: named };
    for (const place of usualPlaces) {
      const found = await fetchSitemap(new URL(place, url), signal);
      if (found) return found;
    }
    throw new AppError('not_found', { message: 'No sitemap was found at this address.' });
  }

  /**
   * Pages of the sitemap's own host that its robots.txt lets crawlers read, at most `maxPages`. What is
   * left out is named with its reason and its place in its file, up to a hundred times.
   *
   * @throws AppError `not_found`, `unsupported_type`, as `safeFetch`
   */
  return async function readSitemap(
    text: string,
    maxPages: number,
  ): Promise<{ pages: URL[]; rejected: Rejected[] }> {
    const start = parseAddress(text);
    const until = clock() + longestWait;
    const { signal } = new AbortController();
    const pages = new Map<string, URL>();
    const rejected: Rejected[] = [];
    const seen = new Set([start.href]);
    const reject = (index: number, value: string, error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      const { code, message } = error;
      if (rejected.length < maxRejected) rejected.push({ line: index + 1, value, code, message });
    };

    function open(address: string): URL {
      const url = parseAddress(URL.parse(address, start)?.href ?? address);
      if (url.host.replace(/^www\./, '') === start.host.replace(/^www\./, '')) return url;
      throw new AppError('invalid_request', { message: 'This address is of another site.' });
    }

    async function take(sitemap: Sitemap, depth: number): Promise<void> {
      for (const [index, address] of sitemap.pages.entries()) {
        if (index % entriesAtOnce === entriesAtOnce - 1) await pause();
        if (pages.size >= maxPages) return;
        try {
          const url = open(address);
          await robots.admit(url);
          pages.set(sourceKeyOf(url), url);
        } catch (error) {
          reject(index, address, error);
        }
      }
      const indexed = depth < maxDepth ? sitemap.sitemaps : [];
      for (const [index, address] of indexed.entries()) {
        if (pages.size >= maxPages || seen.size > maxFiles || clock() > until) return;
        try {
          const url = open(address);
          if (seen.has(url.href)) continue;
          seen.add(url.href);
          const next = await fetchSitemap(url, signal);
          if (!next) throw new AppError('not_found', { message: 'There is no sitemap here.' });
          await take(next, depth + 1);
        } catch (error) {
          reject(index, address, error);
        }
      }
    }

    await take(await first(start, signal), 0);
    return { pages: [...pages.values()], rejected };
  };
}
export type ReadSitemap = ReturnType<typeof createReadSitemap>;
