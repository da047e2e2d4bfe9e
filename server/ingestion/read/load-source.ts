import { AppError } from '../../errors/app-error.ts';
import type { DocumentRow } from '../../storage/documents.ts';
import type { Bridge } from '../../wordpress/bridge.ts';
import type { Extraction, Source } from './extract.ts';

/** Source of a document with its metadata. */
export interface LoadedSource {
  source: Source;
  /** Address for citations, unless a page names a canonical one; empty for texts without address. */
  url: string;
  /** Used if the source itself names no title. */
  title: string;
  /** Headers of a web page, which may be empty: validators of the next visit, and `X-Robots-Tag`. */
  answer?: Pick<DocumentRow, 'etag' | 'last_modified'> & { robots: string };
}

/** Applies robots directives and follows the links of a crawled page. Returns false to discard the document. */
export type FollowPage = (
  document: DocumentRow,
  loaded: LoadedSource,
  page: Extraction['page'],
) => Promise<boolean>;

/**
 * Loads a document's source. Returns `unchanged` if the stored chunks are up to date, null if the source is
 * gone or not public any more.
 *
 * @param conditional whether `unchanged` may be returned: not if the chunks have to be made again
 * @throws AppError
 */
export type LoadSource = (
  document: DocumentRow,
  conditional: boolean,
  signal: AbortSignal,
) => Promise<LoadedSource | 'unchanged' | null>;

async function loadPost(id: number, bridge: Bridge): Promise<LoadedSource | null> {
  const post = await bridge.post(id);
  return post && { source: { kind: 'post', post }, url: post.permalink, title: post.title };
}

async function loadAttachment(
  kind: DocumentRow['kind'],
  id: number,
  bridge: Bridge,
): Promise<LoadedSource | null> {
  if (kind === 'post' || kind === 'url') throw new AppError('unsupported_type');
  try {
    const [{ url, title }, bytes] = await Promise.all([
      bridge.attachment(id),
      bridge.attachmentFile(id),
    ]);
    return { source: { kind, bytes }, url, title };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

/** Loads posts and files through the bridge, web pages with `loadUrl`, texts from their row. */
export function createLoadSource(bridge: Bridge, loadUrl: LoadSource): LoadSource {
  return async (document, conditional, signal) => {
    const { kind, post_id, attachment_id, body, source_url: url, title } = document;
    if (post_id !== null) return loadPost(post_id, bridge);
    if (attachment_id !== null) return loadAttachment(kind, attachment_id, bridge);
    if (kind === 'url') return loadUrl(document, conditional, signal);
    return { source: { kind: 'txt', bytes: Buffer.from(body ?? '') }, url, title };
  };
}
