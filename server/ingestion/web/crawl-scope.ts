/** Limits a crawl to the pages below a path of one host. */
interface Scope {
  /** Such as `https://site.example`. */
  origin: string;
  /** Begins and ends with a slash. */
  path: string;
}

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
  /\.(avif|bmp|gif|heic|ico|jpe?g|png|svgz?|tiff?|webp|aac|avi|flac|m4[av]|mkv|mov|mp[34]|mpe?g|og[agv]|wav|webm|wm[av]|7z|apk|bz2|deb|dmg|exe|gz|iso|jar|msi|rar|rpm|tar|tgz|xz|zip|css|js|mjs|json|map|xml|rss|atom|xsl|ics|vcf|eot|otf|ttf|woff2?|doc|xlsx?|pptx?|od[pst]|epub|csv|sql|log)$/i;

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
