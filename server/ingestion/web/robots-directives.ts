import { productToken } from './robots.ts';

/** Directives that have a colon of their own: they are not names of crawlers. */
const valued = /^(max-snippet|max-image-preview|max-video-preview|unavailable_after)$/;

/**
 * What a page asks of this crawler, in `X-Robots-Tag` headers and robots meta elements. In a header a
 * directive may be for one crawler: `otherbot: noindex, nofollow, *: nosnippet`.
 */
export function robotsDirectives(
  header: string,
  meta: string,
): { noindex: boolean; nofollow: boolean } {
  const asked = new Set(meta.toLowerCase().split(/[\s,]+/));
  let mine = true;
  for (const part of header.toLowerCase().split(',')) {
    const [, name = '', rest = part] = /^\s*([\w*-]+)\s*:(.*)$/s.exec(part) ?? [];
    if (name && !valued.test(name)) mine = name === '*' || name === productToken.toLowerCase();
    if (mine) asked.add(rest.trim());
  }
  const none = asked.has('none');
  return { noindex: none || asked.has('noindex'), nofollow: none || asked.has('nofollow') };
}
