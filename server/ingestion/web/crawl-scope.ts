/** What a crawl may reach: everything below a path of one host. */
export interface Scope {
  /** Such as `https://site.example`. */
  origin: string;
  /** Begins and ends with a slash. */
  path: string;
}

/** `/docs` and `/docs/` are a section, `/docs/index.html` is a page of it. */
export function scopeOf({ origin, pathname }: URL): Scope {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  const folder = last.includes('.') ? pathname.slice(0, -last.length) : pathname;
  return { origin, path: folder.endsWith('/') ? folder : `${folder}/` };
}

export const isInScope = ({ origin, path }: Scope, url: URL) =>
  url.origin === origin && (url.pathname.startsWith(path) || `${url.pathname}/` === path);

/** Files that hold no text to read; without an extension only the answer tells. */
const unread =
  /\.(avif|bmp|gif|heic|ico|jpe?g|png|svgz?|tiff?|webp|aac|avi|flac|m4[av]|mkv|mov|mp[34]|mpe?g|og[agv]|wav|webm|wm[av]|7z|apk|bz2|deb|dmg|exe|gz|iso|jar|msi|rar|rpm|tar|tgz|xz|zip|css|js|mjs|json|map|xml|rss|atom|xsl|ics|vcf|eot|otf|ttf|woff2?|doc|xlsx?|pptx?|od[pst]|epub|csv|sql|log)$/i;

/** Added for counting, or to reach a form, not to name a page. */
const uncounted = /^(utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|_ga|replytocom|share)$/i;
const session = /^(phpsessid|jsessionid|sid|sessionid|session_id)$/i;

const maxLength = 512;
const maxSegments = 12;
const maxParameters = 4;

/**
 * The page of `scope` that a link leads to; null for one that leads elsewhere, to no page, or into what
 * looks like an endless space of addresses: sessions, calendars, paths that repeat themselves.
 */
export function toCrawled(link: string, scope: Scope): URL | null {
  const url = URL.parse(link);
  if (!url || url.username || url.password) return null;
  const { protocol, host } = new URL(scope.origin);
  // A link that still says http leads to the same page.
  if (url.host === host) url.protocol = protocol;
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) {
    if (session.test(name)) return null;
    if (uncounted.test(name)) url.searchParams.delete(name);
  }
  if (!isInScope(scope, url) || unread.test(url.pathname) || url.href.length > maxLength)
    return null;
  if (/;jsessionid=/i.test(url.pathname)) return null;
  const segments = url.pathname.split('/').filter(Boolean);
  const repeats = segments.length - new Set(segments).size;
  if (segments.length > maxSegments || repeats > 2) return null;
  return url.searchParams.size > maxParameters ? null : url;
}
