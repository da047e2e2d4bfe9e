import type { BridgePost } from '../contract/bridge.ts';
import type { ReadingReply, ReadingState } from '../contract/knowledge.ts';
import type { Settings } from '../contract/settings.ts';
import { AppError } from '../errors/app-error.ts';
import { toDocumentView, type DocumentRow } from '../storage/documents.ts';
import type { Context } from './context.ts';
import type { GuestChecks } from './guest-checks.ts';
import { sizesOf } from './ingest.ts';
import type { Source } from './read/extract.ts';
import type { Reader } from './read/reader.ts';
import type { SiteFrames } from './site-frame.ts';

/** Characters of the text, and number of its chunks, that are shown. */
const max = { text: 200_000, chunks: 200 };

/** Whether the chat uses a post that the bridge gives out. */
function stateOfUsed(document: DocumentRow | undefined): ReadingState {
  if (document?.status === 'failed') return 'failed';
  if (document?.status === 'queued' || document?.status === 'processing') return 'waiting';
  return document?.status === 'completed' ? 'read' : 'not_read';
}

/** Tells why the bridge keeps back a post that visitors can view. */
function stateOfWithheld(post: BridgePost, { exclude_ids, post_types }: Settings['indexing']) {
  if (exclude_ids.includes(post.id)) return 'excluded';
  return post_types.includes(post.post_type) ? 'filtered' : 'type_not_chosen';
}

const nothing = { blocks: [], chunks: [], shortened: false, left_out: [] };

interface Parts {
  reader: Pick<Reader, 'extract'>;
  guestChecks: Pick<GuestChecks, 'pageOf'>;
  siteFrames: Pick<SiteFrames, 'lines'>;
}

async function textOf(
  post: BridgePost,
  current: Settings,
  { reader, guestChecks, siteFrames }: Parts,
  signal: AbortSignal,
) {
  const sizes = { ...sizesOf(current), shown: max.text };
  try {
    const page = await guestChecks.pageOf(post, signal);
    const source: Source = {
      ...{ kind: 'post', post },
      ...(page && { page: { ...page, frame: await siteFrames.lines() } }),
    };
    const { chunks, view } = await reader.extract(source, sizes, signal);
    return {
      error: null,
      blocks: view?.blocks ?? [],
      chunks: chunks.slice(0, max.chunks).map(({ content, headingPath, page }, position) => ({
        position,
        content,
        heading_path: headingPath,
        page,
      })),
      shortened: !view?.isWhole || chunks.length > max.chunks,
      left_out: view?.leftOut ?? [],
    };
  } catch (error) {
    // The reason that the post cannot be read is what the owner wants to know.
    if (!(error instanceof AppError) || error.code === 'overloaded') throw error;
    const { code, message } = error;
    return { error: { code, message }, ...nothing };
  }
}

type ReadingContext = Pick<Context, 'bridge' | 'documents' | 'settings'> & Parts;

/** Reads a post as it is at this moment, also one that the chat does not use, without storing anything. */
export async function readPost(
  { bridge, documents, settings, ...parts }: ReadingContext,
  id: number,
  signal: AbortSignal,
): Promise<ReadingReply> {
  const current = await settings.fresh();
  const [used, row] = await Promise.all([bridge.post(id), documents.ofPost(id)]);
  const post = used ?? (await bridge.openPost(id));
  const document = row ? toDocumentView(row) : null;
  if (!post) return { state: 'not_public', post: null, document, error: null, ...nothing };
  const { title, permalink: url, language } = post;
  return {
    state: used ? stateOfUsed(row) : stateOfWithheld(post, current.indexing),
    post: { id, title, url, language },
    document,
    ...(await textOf(post, current, parts, signal)),
  };
}
