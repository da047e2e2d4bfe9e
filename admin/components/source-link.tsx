import { ExternalLink } from '@wordpress/components';
import { useContext } from '@wordpress/element';
import { OwnSite } from './own-site.ts';

const hostOf = (url: string) => new URL(url).host.replace(/^www\./, '');

/**
 * Returns an address without what all have in common: for a page of the site itself its path. Undefined: nothing that
 * a browser could open.
 */
function shortAddress(url: string, home: string): string | undefined {
  if (!/^https?:\/\//i.test(url)) return undefined;
  try {
    // The text that a browser looks for is no part of the address.
    const [page = ''] = url.split('#:~:', 1);
    const address = decodeURI(page).replace(/^https?:\/\/(www\.)?/i, '');
    const isOwn = home !== '' && hostOf(page) === hostOf(home);
    return isOwn ? address.replace(/^[^/?#]*\/?/, '/') : address.replace(/\/$/, '');
  } catch {
    return url;
  }
}

export function SourceLink({ url }: { url: string }) {
  const address = shortAddress(url, useContext(OwnSite));
  return address === undefined ? null : (
    <ExternalLink className="itih-source" href={url}>
      <bdi>{address}</bdi>
    </ExternalLink>
  );
}
