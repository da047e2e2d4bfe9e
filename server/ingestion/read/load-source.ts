import { AppError } from '../../errors/app-error.ts';
import type { DocumentRow } from '../../storage/documents.ts';
import type { Bridge } from '../../wordpress/bridge.ts';
import type { Extraction, Source } from './extract.ts';

/** A document's source, read again from where it lives. */
export interface LoadedSource {
  source: Source;
  /** What a citation links to, unless a page names a better one; empty when the source has none. */
  url: string;
  /** For a source that names none itself. */
  title: string;
  bytes: number;
  /** The site's own last change, as the site names it; empty elsewhere. */
  modified: string;
  /** WordPress' type of a post, such as `product`. */
  postType?: string;
  /** Of a page: what its server said about it. */
  answer?: PageAnswer;
}

/** Validators for the next visit, empty when there are none, and what `X-Robots-Tag` asks for. */
export interface PageAnswer {
  etag: string;
  lastModified: string;
  robots: string;
}

/**
 * What follows from a page beyond its own text: its links, when it belongs to a crawl. False: the
 * document is not to be kept.
 */
export type FollowPage = (
  document: DocumentRow,
  loaded: LoadedSource,
  page: Extraction['page'],
) => Promise<boolean>;

/**
 * Reads a document's source again. `unchanged`: what is stored was made of the same. Null: it is gone
 * or not public any more.
 *
 * @param conditional Whether `unchanged` is of use: not when chunks would be made differently now.
 * @throws AppError
 */
export type LoadSource = (
  document: DocumentRow,
  conditional: boolean,
  signal: AbortSignal,
) => Promise<LoadedSource | 'unchanged' | null>;

async function loadAttachment(document: DocumentRow, bridge: Bridge): Promise<LoadedSource> {
  const id = document.attachment_id ?? 0;
  const { kind } = document;
  if (kind === 'post' || kind === 'url') throw new AppError('unsupported_type');
  const [about, bytes] = await Promise.all([bridge.attachment(id), bridge.attachmentFile(id)]);
  return {
    source: { kind, bytes },
    url: about.url,
    title: about.title,
    bytes: bytes.byteLength,
    modified: '',
  };
}

async function loadOwn(document: DocumentRow, bridge: Bridge): Promise<LoadedSource | null> {
  if (document.post_id !== null) {
    const post = await bridge.post(document.post_id);
    return (
      post && {
        source: { kind: 'post', post },
        url: post.permalink,
        title: post.title,
        bytes: Buffer.byteLength(post.html),
        modified: post.modified,
        postType: post.post_type,
      }
    );
  }
  if (document.attachment_id !== null) {
    return loadAttachment(document, bridge).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    });
  }
  const bytes = Buffer.from(document.body ?? '');
  return {
    source: { kind: 'txt', bytes },
    url: document.source_url,
    title: document.title,
    bytes: bytes.byteLength,
    modified: '',
  };
}

/** What the site has comes through the bridge, what the web has through `loadUrl`. */
export function createLoadSource(bridge: Bridge, loadUrl: LoadSource): LoadSource {
  return (document, conditional, signal) =>
    document.kind === 'url' && document.attachment_id === null
      ? loadUrl(document, conditional, signal)
      : loadOwn(document, bridge);
}
