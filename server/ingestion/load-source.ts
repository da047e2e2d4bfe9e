import { AppError } from '../app-error.ts';
import type { DocumentRow } from '../storage/documents.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { Source } from './extract.ts';

/** A document's source, read again from where it lives. */
export interface LoadedSource {
  source: Source;
  /** What a citation links to; empty when the source has no address. */
  url: string;
  /** For a source that names none itself. */
  title: string;
  bytes: number;
  /** The site's own last change, as the site names it; empty elsewhere. */
  modified: string;
}

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

/**
 * Reads a document's source again. Null: it is gone or not public any more.
 *
 * @throws AppError `unsupported_type`, `too_large`, `sidecar_unavailable`
 */
export async function loadSource(
  document: DocumentRow,
  bridge: Bridge,
): Promise<LoadedSource | null> {
  if (document.post_id !== null) {
    const post = await bridge.post(document.post_id);
    return (
      post && {
        source: { kind: 'post', post },
        url: post.permalink,
        title: post.title,
        bytes: Buffer.byteLength(post.html),
        modified: post.modified,
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
