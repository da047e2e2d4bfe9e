import { isTag, type Element, isText, type AnyNode, type ParentNode } from 'domhandler';
import { childElements } from './page/elements.ts';
import { comparable, findHeadline, articlePieces } from './page/article.ts';
import { StructuredData } from './page/structured-data.ts';
import { collapse, languageTag, type Block, type Loaded, canonicalOf } from './blocks.ts';
import { isPermalink, parseHtml, type Piece } from './html.ts';
import { decodePage } from './decode.ts';

function textOf(node: AnyNode): string {
  if (isText(node)) return node.data;
  return isTag(node) && !isPermalink(node) ? node.children.map(textOf).join('') : '';
}

const relations = ({ attribs }: Element) => (attribs['rel'] ?? '').toLowerCase().split(/\s+/);

/** Returns the metadata as they are written in a page. */
export function find(root: ParentNode) {
  const found = {
    /** Contents of meta elements by name, property or http-equiv in lower case. */
    meta: new Map<string, string[]>(),
    ...{ title: '', language: '', base: '', isProduct: false },
    ...{ headings: [] as string[], canonical: [] as string[], links: [] as string[] },
  };
  const look = (element: Element, isDrawing: boolean) => {
    const { name, attribs } = element;
    const href = attribs['href']?.trim() ?? '';
    if (/schema\.org\/product$/i.test(attribs['itemtype'] ?? '')) found.isProduct = true;
    if (name === 'meta') {
      const key = attribs['property'] ?? attribs['name'] ?? attribs['http-equiv'] ?? '';
      const known = found.meta.get(key.toLowerCase()) ?? [];
      known.push(attribs['content']?.trim() ?? '');
      found.meta.set(key.toLowerCase(), known);
    } else if (name === 'html') {
      found.language ||= attribs['lang'] ?? attribs['xml:lang'] ?? '';
    } else if (name === 'title' && !isDrawing) {
      found.title ||= collapse(textOf(element));
    } else if (name === 'base') {
      found.base ||= href;
    } else if (name === 'link' && relations(element).includes('canonical')) {
      found.canonical.push(href);
    } else if ((name === 'a' || name === 'area') && href !== '') {
      if (!relations(element).includes('nofollow')) found.links.push(href);
    } else if (name === 'h1') {
      found.headings.push(collapse(textOf(element)));
    }
    for (const child of childElements(element)) look(child, isDrawing || name === 'svg');
  };
  for (const child of childElements(root)) look(child, false);
  return found;
}

/** Returns an http(s) address without its fragment; null for other addresses. */
function webAddress(href: string, base: string): URL | null {
  const url = URL.parse(href, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  url.hash = '';
  return url;
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Separates the parts of a title. */
const separator = /(?<!\s)\s+[|\-–—·•»«~:]+\s+/;

/** Removes the site's name from the beginning or end of a title. */
function withoutSite(title: string, sites: readonly string[]): string {
  const parts = title.split(separator);
  const isSite = (part = '') =>
    sites.some(
      (site) => letters(part) === site || (site.length > 4 && letters(part).startsWith(site)),
    );
  const [first, last] = [parts[0], parts.at(-1)];
  if (parts.length > 1 && isSite(last)) {
    return title
      .slice(0, title.lastIndexOf(last!))
      .replace(/(?<![\s|\-–—·•»«~:])[\s|\-–—·•»«~:]+$/, '');
  }
  if (parts.length > 1 && isSite(first)) {
    return title.slice(first!.length).replace(/^[\s|\-–—·•»«~:]+/, '');
  }
  return title;
}

/** Returns the blocks of a page's text below the facts that it states for machines. */
export function withFacts(
  data: StructuredData,
  title: string,
  pieces: readonly Piece[],
  of?: 'all' | 'others',
): Block[] {
  const blocks = pieces.map(({ block }) => block);
  const text = comparable([title, ...blocks.map((block) => block.text)].join(' '));
  const facts = data.facts((sentence) => text.includes(comparable(sentence)), of);
  const [first, ...others] = blocks;
  if (facts.length === 0 || !first) return [...facts, ...blocks];
  // The last question's answer ends before the text.
  const isOpen = first.kind !== 'heading' && facts.some(({ kind }) => kind === 'heading');
  return [...facts, isOpen ? { level: 1, ...first } : first, ...others];
}

/** Returns what a page asks of robots. */
export const robotsOf = (found: { meta: ReadonlyMap<string, string[]> }) =>
  (found.meta.get('robots') ?? []).join(', ').toLowerCase();

/**
 * Loads a web page without its boilerplate. The title is not among the blocks, because it is added to each
 * chunk.
 *
 * @param contentType value of the header; may be empty
 * @param url final address, after redirects
 */
export function loadPage(bytes: Uint8Array, contentType: string, url: string): Loaded {
  const root = parseHtml(decodePage(bytes, contentType));
  const found = find(root);
  const { hostname, pathname, search } = new URL(url);
  const meta = (name: string) => found.meta.get(name)?.find((content) => content !== '') ?? '';
  const host = hostname.replace(/^www\./, '');
  const names = [meta('og:site_name'), meta('application-name'), host, host.split('.')[0] ?? ''];
  const sites = names.map(letters).filter((name) => name !== '');
  const stated = [meta('og:title'), found.title].map((title) =>
    withoutSite(collapse(title), sites),
  );
  const titles = stated.filter((title) => title !== '');
  titles.push(...titles.map((title) => title.split(separator)[0] ?? ''));
  const heading = found.headings[findHeadline(found.headings, titles)];
  const only = found.headings.length === 1 ? found.headings : [];
  const base = webAddress(found.base, url)?.href ?? url;
  const absolute = (hrefs: readonly string[]) => [
    ...new Set(hrefs.map((href) => webAddress(href, base)?.href ?? '')),
  ];
  /** Search engines ignore several different addresses. */
  const one = (hrefs: readonly string[]) => {
    const [address = '', ...others] = absolute(hrefs);
    return others.length > 0 ? null : canonicalOf(url, address);
  };
  const language = languageTag(found.language) || languageTag(meta('content-language'));
  const data = new StructuredData(root, language);
  const isProduct = data.hasProduct || found.isProduct || /^product/i.test(meta('og:type'));
  // At `/?p=7` WordPress shows a post, not the home page.
  const isHome = pathname === '/' && search === '';
  const pieces = articlePieces(root, {
    titles,
    kind: isProduct ? 'product' : isHome ? 'list' : 'text',
  });
  const title = heading ?? [...titles, ...only][0] ?? '';
  return {
    title,
    language,
    blocks: withFacts(data, title, pieces),
    page: {
      canonicalUrl: one(found.canonical) ?? one(found.meta.get('og:url') ?? []) ?? '',
      links: absolute(found.links).filter((link) => link !== ''),
      robots: robotsOf(found),
    },
  };
}
