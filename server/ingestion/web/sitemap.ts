import { setImmediate as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { CheerioAPI } from 'cheerio';
import { isTag, type Element } from 'domhandler';
import { failure } from '../failures.ts';
import type { Robots } from './robots.ts';
import type { SafeFetch, WebAnswer } from './safe-fetch.ts';
import { decodePage } from '../read/decode.ts';
import { countMatches, withoutWww } from '../read/blocks.ts';
import { parseAddress, rejection, sourceKeyOf, type Rejected } from './addresses.ts';

const unzip = promisify(gunzip);

/** Bytes of one file, compressed and decompressed. */
const maxBytes = 20 * 1024 * 1024;
const maxFiles = 50;
/** Levels of sitemap indexes. */
const maxDepth = 3;
/** Milliseconds; pages found until then are used. */
const timeout = 60_000;
const maxRejected = 100;
/** Batches between which the event loop runs. */
const characterBatch = 32_768;
const entryBatch = 1000;
/** Entries of one file: twice as many as may be requested. */
const maxEntries = 10_000;
/** Levels of elements; the parser's time grows with their square. */
const maxNesting = 1000;

/** Paths of sitemaps that robots.txt does not name; the second is that of WordPress. */
const usualPaths = ['/sitemap.xml', '/wp-sitemap.xml', '/sitemap_index.xml'];

interface Sitemap {
  pages: string[];
  sitemaps: string[];
}

async function parseXml(text: string): Promise<CheerioAPI> {
  // Loaded on demand: it takes 10 MB.
  const { stringStream } = await import('cheerio');
  return new Promise((resolve, reject) => {
    const parser = stringStream({ xmlMode: true }, (error, $) =>
      error ? reject(error) : resolve($),
    );
    const write = async () => {
      let entries = 0;
      let nesting = 0;
      for (let at = 0; at < text.length && entries < maxEntries; at += characterBatch) {
        const part = text.slice(at, at + characterBatch);
        entries += countMatches(part, /<\/(url|sitemap|item|entry)>/gi);
        nesting += countMatches(part, /<\w/g) - countMatches(part, /<\/|\/>/g);
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
const prefixOf = ({ name }: Element) => name.slice(0, name.lastIndexOf(':') + 1);
const childrenOf = (element: Element | undefined) => element?.children.filter(isTag) ?? [];

/** Returns the address of an entry: extensions have elements of the same names in other namespaces. */
function addressOf(entry: Element, $: CheerioAPI): string {
  const own = childrenOf(entry).filter((child) => prefixOf(child) === prefixOf(entry));
  const named = (name: string) => own.filter((child) => localName(child) === name);
  const kind = localName(entry);
  if (kind === 'url' || kind === 'sitemap') return $(named('loc').slice(0, 1)).text();
  // Atom's other relations lead to comments, enclosures and the feed itself (RFC 4287, 4.2.7.2).
  const links = named('link').filter(
    ({ attribs }) => (attribs['rel'] ?? 'alternate') === 'alternate',
  );
  const [link] = links;
  if (link) return link.attribs['href'] ?? $(link).text();
  const [id] = named('guid').filter(({ attribs }) => attribs['isPermaLink'] !== 'false');
  return id ? $(id).text() : '';
}

/** Returns an absolute address; relative ones begin at `xml:base` of the elements around, then at the file's. */
function resolved(address: string, entry: Element, url: URL): string {
  const bases: string[] = [];
  for (let at: Element['parent'] = entry; at && isTag(at); at = at.parent) {
    bases.unshift(at.attribs['xml:base'] ?? '');
  }
  const base = bases.reduce((outer, inner) => URL.parse(inner, outer)?.href ?? outer, url.href);
  return URL.parse(address, base)?.href ?? address;
}

/** Reads a sitemap (https://www.sitemaps.org/protocol.html) or a feed; null for other XML. */
async function readXml(text: string, url: URL): Promise<Sitemap | null> {
  // Large web pages are refused without parsing them.
  if (!/<([\w-]+:)?(urlset|sitemapindex|rss|feed|rdf)\b/i.test(text.slice(0, 4096))) return null;
  const $ = await parseXml(text);
  const root = $.root().children().get(0);
  if (!root) return null;
  const found: Sitemap = { pages: [], sitemaps: [] };
  const kind = localName(root);
  if (!/^(urlset|sitemapindex|rss|feed|rdf)$/.test(kind)) return null;
  const entries = childrenOf(kind === 'rss' ? childrenOf(root)[0] : root);
  const list = kind === 'sitemapindex' ? found.sitemaps : found.pages;
  for (const [index, entry] of entries.entries()) {
    if (index % entryBatch === entryBatch - 1) await pause();
    if (!['url', 'sitemap', 'item', 'entry'].includes(localName(entry))) continue;
    const address = addressOf(entry, $).trim();
    if (address) list.push(resolved(address, entry, url));
  }
  return found;
}

async function read({ body, headers, url }: WebAnswer): Promise<Sitemap | null> {
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  const bytes = isGzip ? await unzip(body, { maxOutputLength: maxBytes }) : body;
  const text = decodePage(bytes, headers['content-type'] ?? '');
  if (/^\s*</.test(text)) return readXml(text, url);
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  const pages = lines.filter((line) => /^https?:\/\//i.test(line));
  return pages.length > 0 ? { pages, sitemaps: [] } : null;
}

/** State of one reading of sitemaps. */
interface Found {
  start: URL;
  maxPages: number;
  /** Milliseconds of the clock. */
  until: number;
  pages: Map<string, URL>;
  rejected: Rejected[];
  /** Addresses of sitemaps. */
  seen: Set<string>;
}

/** Returns an address of the sitemap's own host. @throws AppError `invalid_request` */
function open(address: string, { start }: Found): URL {
  const url = parseAddress(URL.parse(address, start)?.href ?? address);
  if (withoutWww(url) !== withoutWww(start)) throw failure('other_site');
  return url;
}

function reject({ rejected }: Found, index: number, value: string, error: unknown): void {
  const entry = rejection(index + 1, value, error);
  if (rejected.length < maxRejected) rejected.push(entry);
}

/** Reads the pages of a site from its sitemaps. */
export class Sitemaps {
  readonly #safeFetch: Pick<SafeFetch, 'get'>;
  readonly #robots: Robots;
  readonly #clock: () => number;

  constructor(safeFetch: Pick<SafeFetch, 'get'>, robots: Robots, clock: () => number) {
    this.#safeFetch = safeFetch;
    this.#robots = robots;
    this.#clock = clock;
  }

  /**
   * Returns the pages of the sitemap's own host that its robots.txt allows, at most `maxPages`, and the
   * first hundred rejected addresses, with their position in the file as `line`.
   *
   * @throws AppError `not_found`, `unsupported_type`, as `SafeFetch.get`
   */
  async pages(address: string, maxPages: number): Promise<{ pages: URL[]; rejected: Rejected[] }> {
    const start = parseAddress(address);
    const until = this.#clock() + timeout;
    const state = { start, maxPages, until, pages: new Map<string, URL>() };
    const found: Found = { ...state, rejected: [], seen: new Set([start.href]) };
    await this.#take(await this.#first(start), 0, found);
    return { pages: [...found.pages.values()], rejected: found.rejected };
  }

  async #fetch(url: URL): Promise<Sitemap | null> {
    const { signal } = new AbortController();
    const answer = await this.#safeFetch.get(url, { signal, maxBytes });
    if (answer.status !== 200) return null;
    return read(answer).catch((cause: unknown) => {
      throw failure('sitemap_unreadable', { cause });
    });
  }

  /** Returns the sitemap at `url`, else those of the site of `url`. */
  async #first(url: URL): Promise<Sitemap> {
    const given = await this.#fetch(url);
    if (given) return given;
    const named = (await this.#robots.rulesFor(url)).sitemaps;
    if (named.length > 0) return { pages: [], sitemaps: named };
    for (const place of usualPaths) {
      const found = await this.#fetch(new URL(place, url));
      if (found) return found;
    }
    throw failure('sitemap_missing');
  }

  async #take(sitemap: Sitemap, depth: number, found: Found): Promise<void> {
    const { pages, seen, maxPages, until } = found;
    for (const [index, address] of sitemap.pages.entries()) {
      if (index % entryBatch === entryBatch - 1) await pause();
      if (pages.size >= maxPages) return;
      try {
        const url = open(address, found);
        await this.#robots.admit(url);
        pages.set(sourceKeyOf(url), url);
      } catch (error) {
        reject(found, index, address, error);
      }
    }
    const indexed = depth < maxDepth ? sitemap.sitemaps : [];
    for (const [index, address] of indexed.entries()) {
      if (pages.size >= maxPages || seen.size > maxFiles || this.#clock() > until) return;
      try {
        const url = open(address, found);
        if (seen.has(url.href)) continue;
        seen.add(url.href);
        const next = await this.#fetch(url);
        if (!next) throw failure('sitemap_missing');
        await this.#take(next, depth + 1, found);
      } catch (error) {
        reject(found, index, address, error);
      }
    }
  }
}
