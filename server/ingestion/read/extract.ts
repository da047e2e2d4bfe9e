import { createHash } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import type { BridgePost } from '../../contract/bridge.ts';
import type { FileKind } from '../../contract/document-kinds.ts';
import type { NewChunk } from '../../storage/chunks.ts';
import type { Loaded } from './blocks.ts';
import { chunkBlocks, type ChunkOptions } from '../chunk/chunk.ts';

/** A source as it was read, before anything is made of it. */
export type Source =
  | { kind: FileKind; bytes: Uint8Array }
  /** `contentType`: the header's value; `url`: where the bytes came from in the end. */
  | { kind: 'page'; bytes: Uint8Array; contentType: string; url: string }
  | { kind: 'post'; post: BridgePost };

export type ChunkSizes = Omit<ChunkOptions, 'language'>;

/** What is stored of a source. */
export interface Extraction extends Omit<Loaded, 'blocks'> {
  /** SHA-256 of title, language and text, in hex. */
  hash: string;
  /** At least one. */
  chunks: NewChunk[];
}

/**
 * Reads a source and divides its text. Its bytes may be taken over: they are not to be read afterwards.
 *
 * @throws AppError `no_text`, `unsupported_type`, `too_large`; the reason of `signal`
 */
export type Extract = (
  source: Source,
  sizes: ChunkSizes,
  signal: AbortSignal,
) => Promise<Extraction>;

/** Parsers are loaded when they are needed: most sources are posts, and PDFium is 4.6 MB. */
async function load(source: Source): Promise<Loaded> {
  switch (source.kind) {
    case 'pdf':
      return (await import('./pdf.ts')).loadPdf(source.bytes);
    case 'docx':
      return (await import('./docx.ts')).loadDocx(source.bytes);
    case 'txt':
      return (await import('./text.ts')).loadText(source.bytes);
    case 'page':
      return (await import('./page.ts')).loadPage(source.bytes, source.contentType, source.url);
    case 'post':
      return (await import('./post.ts')).loadPost(source.post);
    default:
      return source satisfies never;
  }
}

/** An `Extract` that cannot be interrupted: for a thread of its own, or for what is known to be small. */
export const extract: Extract = async (source, sizes, signal) => {
  signal.throwIfAborted();
  const { blocks, ...found } = await load(source);
  const chunks = chunkBlocks(blocks, { ...sizes, language: found.language });
  if (chunks.length === 0) throw new AppError('no_text');
  const text = JSON.stringify([found.title, found.language, blocks]);
  return { ...found, hash: createHash('sha256').update(text).digest('hex'), chunks };
};
