import { ExternalLink } from '@wordpress/components';

/** An address without what all have in common; undefined: nothing that a browser could open. */
function shortAddress(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url)) return undefined;
  try {
    // The text that a browser looks for is no part of the address.
    const [page = ''] = url.split('#:~:', 1);
    return decodeURI(page).replace(/^https?:\/\/(www\.)?|\/$/gi, '');
  } catch {
    return url;
  }
}

export function SourceLink({ url }: { url: string }) {
  const address = shortAddress(url);
  return address === undefined ? null : (
    <ExternalLink className="itih-source" href={url}>
      <bdi>{address}</bdi>
    </ExternalLink>
  );
}
