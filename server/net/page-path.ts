/** Characters; a longer path tells a reader nothing more. */
const maxPath = 300;

/**
 * Returns the path of a page of a site, percent-encoded and without its query; empty for another site's page, and
 * for what is no address. Scheme and `www.` do not matter.
 */
export function pagePath(pageUrl: string | null, siteUrl: string | undefined): string {
  if (pageUrl === null || siteUrl === undefined) return '';
  const [page, site] = [URL.parse(pageUrl), URL.parse(siteUrl)];
  if (!page || !site || !/^https?:$/.test(page.protocol)) return '';
  const hostOf = ({ host }: URL) => host.replace(/^www\./, '');
  return hostOf(page) === hostOf(site) ? page.pathname.slice(0, maxPath) : '';
}
