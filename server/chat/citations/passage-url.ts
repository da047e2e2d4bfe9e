import type { Passage } from '../../storage/chunks.ts';
import { pageText, type PageText, type Place } from './page-text.ts';
import { textFragment } from './text-fragment.ts';

/** Places at a passage's beginning to look for: some differ on the page, or are missing. */
const maxPlaces = 3;
/** Encoded characters of all fragments, after which none is added. */
const maxEncoded = 400;

type Addressed = Pick<Passage, 'kind' | 'url' | 'page'>;
type WithContent = Pick<Passage, 'kind' | 'url' | 'page' | 'content'>;

/** Returns the source's address with the fragment that `find` gives; undefined if it cannot be opened. */
function opened({ kind, url, page }: Addressed, find: () => string): string | undefined {
  if (!url) return undefined;
  // A PDF may also have been found on the web.
  if (page !== null) return `${url.split('#', 1)[0]!}#page=${page}`;
  if (kind === 'pdf') return url;
  if (kind !== 'post' && kind !== 'url') return undefined;
  const fragment = find();
  return fragment ? `${url.split('#', 1)[0]!}#:~:${fragment}` : url;
}

/** Returns the source's address, opened at a place of the passage; undefined if it has none that can be opened. */
export const placeUrl = (passage: Addressed, page: PageText, place: Place): string | undefined =>
  opened(passage, () => textFragment(page, place));

/** Returns the source's address, opened at the passage; undefined if it has none that can be opened. */
export const passageUrl = (passage: WithContent): string | undefined =>
  opened(passage, () => {
    const page = pageText(passage.content);
    let found = '';
    for (const place of page.places.slice(0, maxPlaces)) {
      if (found.length > maxEncoded) break;
      const fragment = textFragment(page, place);
      if (fragment) found += `${found && '&'}${fragment}`;
    }
    return found;
  });
