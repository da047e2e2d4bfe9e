import { AppError } from '../app-error.ts';
import type { DocumentRow } from '../storage/documents.ts';
import type { Bridge } from '../wordpress/bridge.ts';
import type { Extracted } from './blocks.ts';
import { loadDocx } from './loaders/docx.ts';
import { loadPdf } from './loaders/pdf.ts';
import { loadPost } from './loaders/post.ts';
import { decodeText, textBlocks } from './loaders/text.ts';

const firstHeading = (blocks: Extracted['blocks']) =>
  blocks.find(({ kind }) => kind === 'heading')?.text;

async function loadAttachment(document: DocumentRow, bridge: Bridge): Promise<Extracted> {
  const id = document.attachment_id ?? 0;
  const [about, bytes] = await Promise.all([bridge.attachment(id), bridge.attachmentFile(id)]);
  const common = { url: about.url, language: '', bytes: bytes.byteLength, modified: '' };
  switch (document.kind) {
    case 'pdf': {
      const { title, blocks } = await loadPdf(bytes);
      return { ...common, title: title || about.title, blocks };
    }
    case 'docx': {
      const blocks = await loadDocx(bytes);
      return { ...common, title: firstHeading(blocks) ?? about.title, blocks };
    }
    case 'txt': {
      const blocks = textBlocks(decodeText(bytes));
      return { ...common, title: firstHeading(blocks) ?? about.title, blocks };
    }
    case 'post':
    case 'url':
      throw new AppError('unsupported_type');
    default:
      return document.kind satisfies never;
  }
}

/**
 * Reads a document's source again. Null: it is gone or not public any more.
 *
 * @throws AppError `unsupported_type`, `too_large`, `sidecar_unavailable`
 */
export async function loadSource(document: DocumentRow, bridge: Bridge): Promise<Extracted | null> {
  if (document.post_id !== null) {
    const post = await bridge.post(document.post_id);
    return post ? loadPost(post) : null;
  }
  if (document.attachment_id !== null) {
    return loadAttachment(document, bridge).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return null;
      throw error;
    });
  }
  return {
    title: document.title,
    url: document.source_url,
    language: document.language,
    bytes: Buffer.byteLength(document.body ?? ''),
    modified: '',
    blocks: textBlocks(document.body ?? ''),
  };
}
