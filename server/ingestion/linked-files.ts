import type { BridgePost } from '../contract/bridge.ts';
import { fileKindOf } from '../contract/document-kinds.ts';
import type { LinkedFilesReply } from '../contract/knowledge.ts';
import { nextDocuments } from '../storage/documents.ts';
import type { Context } from './context.ts';
import { parseAddress } from './web/addresses.ts';

type LinkedFile = LinkedFilesReply['files'][number];

/** Posts of one call of the bridge. */
const batchSize = 50;
/** Milliseconds after which a call ends and the next one continues, as in `KnowledgeBase.bulk`. */
const timeLimit = 5000;

const href = /\shref=["']([^"'<>]{1,2048})["']/gi;
/** The ampersand of a query, as WordPress and editors write it. */
const ampersand = /&(?:amp|#0?38);/g;

/** Returns the address of a link's file; null if it leads to a page, or to a file that cannot be read. */
function fileAddress(link: string, base: string): string | null {
  const url = URL.parse(link, base);
  if (!url) return null;
  const kind = fileKindOf(url.pathname);
  if (!kind || kind === 'html') return null;
  try {
    return parseAddress(url.href).href;
  } catch {
    return null;
  }
}

/** Returns the addresses of the files that a post links, in their order. */
export function filesOf({ html, permalink }: Pick<BridgePost, 'html' | 'permalink'>): string[] {
  const links = [...html.matchAll(href)].map(([, link = '']) =>
    link.replace(ampersand, '&').trim(),
  );
  return [...new Set(links.flatMap((link) => fileAddress(link, permalink) ?? []))];
}

/**
 * Finds files that no document has been made of yet, by the links of the posts that the chat reads. One call works for
 * some seconds.
 *
 * @param after id of the last document of the call before; 0 at first
 */
export async function linkedFiles(
  {
    bridge,
    database,
    documents,
    clock,
  }: Pick<Context, 'bridge' | 'database' | 'documents' | 'clock'>,
  after: number,
): Promise<LinkedFilesReply> {
  const until = clock() + timeLimit;
  const found = new Map<string, LinkedFile>();
  const posts = { search: '', kind: 'post', status: 'completed' } as const;
  for (;;) {
    const batch = await nextDocuments(database.query, posts, after, batchSize);
    const ids = batch.flatMap(({ post_id: id }) => id ?? []);
    for (const post of await Promise.all(ids.map((id) => bridge.post(id)))) {
      if (!post) continue;
      const { title, permalink: url } = post;
      for (const file of filesOf(post))
        if (!found.has(file)) found.set(file, { url: file, page: { title, url } });
    }
    after = batch.at(-1)?.id ?? after;
    const isLast = batch.length < batchSize;
    if (!isLast && clock() <= until) continue;
    const known = await documents.knownAddresses([...found.keys()]);
    const files = [...found.values()].filter(({ url }) => !known.has(url));
    return { files, after: isLast ? null : after };
  }
}
