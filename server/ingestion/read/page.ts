import type { Loaded } from './blocks.ts';
import { parseHtml } from './html.ts';
import { articlePieces } from './page/article.ts';
import { decodePage } from './decode.ts';
import { readMetadata } from './page/metadata.ts';

/**
 * Loads a web page without its boilerplate. The title is not among the blocks, because it is added to each
 * chunk.
 *
 * @param contentType value of the header; may be empty
 * @param url final address, after redirects
 */
export function loadPage(bytes: Uint8Array, contentType: string, url: string): Loaded {
  const root = parseHtml(decodePage(bytes, contentType));
  const metadata = readMetadata(root, url);
  const { title, titles, language, canonicalUrl, links, robots } = metadata;
  const { pathname, search } = new URL(url);
  // At `/?p=7` WordPress shows a post, not the home page.
  const isHome = pathname === '/' && search === '';
  const kind = metadata.isProduct ? 'product' : isHome ? 'list' : 'text';
  const pieces = articlePieces(root, { titles, kind });
  return {
    title,
    language,
    blocks: pieces.map(({ block }) => block),
    page: { canonicalUrl, links, ...(robots === '' ? {} : { robots }) },
  };
}
