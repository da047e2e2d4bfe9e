import type { Loaded } from './blocks.ts';
import { parseHtml } from './html.ts';
import { articlePieces } from './page/article.ts';
import { decodePage } from './decode.ts';
import { readMetadata } from './page/metadata.ts';

/**
 * A page of the web: its text, without what the site puts around it. The title is not among the
 * blocks: it goes with each chunk as it is.
 *
 * `contentType`: the header's value, may be empty; `url`: where the page was found in the end.
 */
export function loadPage(bytes: Uint8Array, contentType: string, url: string): Loaded {
  const root = parseHtml(decodePage(bytes, contentType));
  const about = readMetadata(root, url);
  const { title, language, canonicalUrl, links, robots } = about;
  const { pathname, search } = new URL(url);
  // With an address such as `/?p=7` WordPress shows a post.
  const isHome = pathname === '/' && search === '';
  const kind = about.isProduct ? 'product' : isHome ? 'list' : 'text';
  const pieces = articlePieces(root, { titles: about.titles, kind });
  return {
    title,
    language,
    blocks: pieces.map(({ block }) => block),
    page: { canonicalUrl, links, ...(robots === '' ? {} : { robots }) },
  };
}
