import { hash as digest } from 'node:crypto';
import type { BridgePost } from '../../contract/bridge.ts';
import type { LeftOut } from '../../contract/knowledge.ts';
import type { FileKind } from '../../contract/document-kinds.ts';
import { AppError } from '../../errors/app-error.ts';
import type { NewChunk } from '../../storage/chunks.ts';
import type { DocumentRow } from '../../storage/documents.ts';
import { chunkBlocks, type ChunkOptions } from '../chunk.ts';
import type { Block, Loaded } from './blocks.ts';
import { readRaised } from './raised.ts';
import type { PostPage } from './site-page.ts';

/** Content of a source before it is interpreted. */
export type Source =
  | { kind: Exclude<FileKind, 'html'>; bytes: Uint8Array }
  /** `contentType`: value of the header; `url`: final address after redirects. */
  | { kind: 'page'; bytes: Uint8Array; contentType: string; url: string }
  /** `page`: what guests are shown at its address; absent: the post is read as WordPress stores it. */
  | { kind: 'post'; post: BridgePost; page?: PostPage }
  /** A sample of the site's pages, for what they share; `bytes`: JSON of `SitePage[]`. */
  | { kind: 'site'; bytes: Uint8Array };

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

export interface ChunkSizes extends Omit<ChunkOptions, 'language'> {
  /** Characters of the blocks that are returned beside the chunks; none by default. */
  shown?: number;
}

/** Text and metadata of a source, as they are stored. */
export interface Extraction extends Omit<Loaded, 'blocks'> {
  /** SHA-256 of title, language and text, in hex. */
  hash: string;
  /** At least one, but for a site. */
  chunks: NewChunk[];
  /** With `shown`: the first blocks, and for a post the parts that are not read. */
  view?: { blocks: Block[]; isWhole: boolean; leftOut: { what: LeftOut; count: number }[] };
}

/**
 * Reads a source and divides its text. May transfer the source's bytes: they must not be used afterwards.
 *
 * @throws AppError `no_text`, `unsupported_type`, `too_large`; the reason of `signal`
 */
export type Extract = (
  source: Source,
  sizes: ChunkSizes,
  signal: AbortSignal,
) => Promise<Extraction>;

/** Imports parsers on demand: most sources are posts, and PDFium takes 4.6 MB. */
async function load(source: Source): Promise<Loaded> {
  switch (source.kind) {
    case 'pdf':
      return (await import('./pdf.ts')).loadPdf(source.bytes);
    case 'docx':
      return (await import('./docx.ts')).loadDocx(source.bytes);
    case 'txt':
      return (await import('./text.ts')).loadText(source.bytes);
    case 'xlsx':
      return (await import('./xlsx.ts')).loadXlsx(source.bytes);
    case 'csv':
      return (await import('./csv.ts')).loadCsv(source.bytes);
    case 'pptx':
      return (await import('./pptx.ts')).loadPptx(source.bytes);
    case 'odf':
      return (await import('./odf.ts')).loadOdf(source.bytes);
    case 'rtf':
      return (await import('./rtf.ts')).loadRtf(source.bytes);
    case 'epub':
      return (await import('./epub.ts')).loadEpub(source.bytes);
    case 'page':
      return (await import('./page.ts')).loadPage(source.bytes, source.contentType, source.url);
    case 'post':
      return (await import('./post.ts')).loadPost(source.post, source.page);
    case 'site':
      return (await import('./site.ts')).loadSite(source.bytes);
    default:
      return source satisfies never;
  }
}

/** Returns the blocks of the first `shown` characters. */
async function viewOf(source: Source, blocks: readonly Block[], shown: number) {
  let length = 0;
  const first = blocks.filter(({ text }) => (length += text.length) <= shown);
  const leftOut =
    source.kind === 'post' ? (await import('./post.ts')).countLeftOut(source.post.html) : [];
  return { blocks: first, isWhole: first.length === blocks.length, leftOut };
}

/** Extracts in this process, without limits; cannot be interrupted once it has begun. */
export const extract: Extract = async (source, sizes, signal) => {
  signal.throwIfAborted();
  const { blocks: read, ...found } = await load(source);
  const blocks = read.map((block) =>
    block.kind === 'code' ? block : { ...block, text: readRaised(block.text) },
  );
  const chunks = chunkBlocks(blocks, { ...sizes, language: found.language });
  if (chunks.length === 0 && source.kind !== 'site') throw new AppError('no_text');
  const text = JSON.stringify([found.title, found.language, blocks]);
  const hash = digest('sha256', text);
  if (!sizes.shown) return { ...found, hash, chunks };
  return { ...found, hash, chunks, view: await viewOf(source, blocks, sizes.shown) };
};
