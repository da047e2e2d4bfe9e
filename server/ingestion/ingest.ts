import { hash } from 'node:crypto';
import type { BridgePost } from '../contract/bridge.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { Settings } from '../contract/settings.ts';
import { AppError } from '../errors/app-error.ts';
import type { Job, Outcome } from '../jobs/queue.ts';
import { raiseChunksRevision } from '../storage/chunks.ts';
import type { Transaction } from '../storage/database.ts';
import { crawlIdOf } from '../storage/pages.ts';
import { versionOf, type DocumentRow } from '../storage/documents.ts';
import { readVectors, writeVectors } from '../storage/vectors/vectors.ts';
import { embeddedText } from '../embedding/batch-embedder.ts';
import { isLexical, readActiveIndex } from '../embedding/index-state.ts';
import type { Context } from './context.ts';
import type { GuestChecks } from './guest-checks.ts';
import { canonicalOf } from './read/blocks.ts';
import type { Extraction, Source } from './read/extract.ts';
import type { SitePage } from './read/site-page.ts';
import type { Reader } from './read/reader.ts';
import type { SiteFrames } from './site-frame.ts';
import type { SourceLoader } from './source-loader.ts';
import type { Crawl } from './web/crawl.ts';

/** Raised by changes of the loaders or the chunker for which all sources are to be read again. */
const extractionVersion = 6;

/** Returns the size of a source before it is read: a reader may take its bytes. */
const bytesOf = (source: Source, page: SitePage | null = null): number =>
  source.kind === 'post' ? Buffer.byteLength((page ?? source.post).html) : source.bytes.length;

/** Errors of a page for which the post is read as WordPress stores it. */
const ofThePage: readonly ErrorCode[] = ['too_large', 'unsupported_type'];

const sha256 = (value: unknown) => hash('sha256', JSON.stringify(value));

/** Returns the sizes of chunks that the owner has set. */
export const sizesOf = ({ indexing }: Pick<Settings, 'indexing'>) => ({
  size: indexing.chunk_size,
  overlap: indexing.chunk_overlap,
  minimum: indexing.min_chunk_chars,
});

/** Returns a hash that changes when the same source would have other chunks. The embedder is no part of it. */
export function indexConfigurationOf(settings: Settings): string {
  const { read_pages, noindex } = settings.indexing;
  const sizes = Object.values(sizesOf(settings));
  return sha256([extractionVersion, sizes, read_pages, noindex]).slice(0, 16);
}

interface Parts {
  sources: Pick<SourceLoader, 'load'>;
  crawl: Pick<Crawl, 'follow'>;
  guests: Pick<GuestChecks, 'requireShown'>;
  frames: Pick<SiteFrames, 'lines'>;
  reader: Pick<Reader, 'extract'>;
  /** Called after chunks were stored, whose vectors are to be made. */
  stored: () => void;
}

/**
 * WordPress stores whole seconds: a post read within the second of its last change may change once more
 * under the same time. Such a time is not stored, so that the next comparison reads the post again.
 */
const isSettled = (modified: string, now: number) => !(Date.parse(modified) > now - 2000);

/**
 * Returns a hash of everything that the chunks depend on. It begins with the embedding configuration, so
 * that a server's "not modified" is trusted only while that is the same.
 */
const hashOf = (configuration: string, title: string, { hash }: Extraction) =>
  configuration + sha256([title, hash]).slice(configuration.length);

/** Returns the outcome of a source that has not changed. */
const unchangedOutcome = ({ title, source_url, language, bytes, ...row }: DocumentRow): Outcome => {
  const { content_hash, chunk_count, source_modified } = row;
  return { title, source_url, language, bytes, content_hash, chunk_count, source_modified };
};

/**
 * Reads, divides and stores one document, which is found by its words from then on; vectors follow in the background.
 * Its old chunks are used in answers until the last step, one transaction. A document whose source is gone is removed.
 */
export class Ingest {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Does one job. @throws AppError of the source or of its reader; LeaseLost; the reason of `signal` */
  async run(job: Job, signal: AbortSignal): Promise<void> {
    const { document } = job;
    const { queue, settings, clock } = this.#context;
    const { sources, crawl } = this.#parts;
    const current = await settings.get();
    const checkedAt = clock();
    const configuration = indexConfigurationOf(current);
    const conditional = document.content_hash.startsWith(configuration) && !document.forced;
    const loaded = await sources.load(document, conditional, signal);
    if (loaded === null) return queue.discard(job);
    if (loaded === 'unchanged') return this.#keep(job, checkedAt);
    const { source } = loaded;
    const post = source.kind === 'post' ? source.post : null;
    const shown = post && (await this.#requireShown(document, post, signal));
    if (shown?.keep) return this.#keep(job, shown.checked_at);
    const bytes = bytesOf(source, shown?.page);
    const extraction = await this.#extract(source, shown?.page ?? null, signal);
    if (!(await crawl.follow(document, loaded, extraction.page))) return queue.discard(job);
    const title = document.title_given ? document.title : extraction.title || loaded.title;
    const { language } = extraction;
    const visit = shown ?? loaded.answer;
    // A post is cited at its permalink.
    const stated = post ? '' : extraction.page?.canonicalUrl;
    const cited = canonicalOf(loaded.url, stated) ?? loaded.url;
    const isProminent = post ? post.prominent : document.crawl_id === crawlIdOf(document.id);
    // The comparison of all posts sets that of a known one: this answer of the site may be older.
    const setsProminent = !post || document.content_hash === '';
    const outcome: Outcome = {
      checked_at: shown?.checked_at ?? checkedAt,
      title: title.slice(0, 500).toWellFormed(),
      // A page is visited again at the address that the owner gave, not at its canonical one.
      source_url: document.kind === 'url' ? document.source_url : loaded.url,
      language: language.slice(0, 35),
      bytes,
      content_hash: hashOf(configuration, title, extraction),
      chunk_count: extraction.chunks.length,
      source_modified: post && isSettled(post.modified, clock()) ? versionOf(post) : '',
      etag: visit?.etag ?? '',
      last_modified: visit?.last_modified ?? '',
      page_hash: shown?.page_hash ?? '',
      post_type: post?.post_type.slice(0, 20) ?? '',
      published_at: Math.max(0, Date.parse(post?.published ?? '') || 0),
      ...(setsProminent ? { prominent: isProminent ? 1 : 0 } : {}),
    };
    if (document.content_hash === outcome.content_hash && !document.forced)
      return this.#relocate(job, outcome, cited);
    signal.throwIfAborted();
    return this.#store(job, outcome, cited, extraction.chunks);
  }

  #requireShown(document: DocumentRow, post: BridgePost, signal: AbortSignal) {
    const about = {
      title: document.title_given ? document.title : post.title,
      language: post.language.replaceAll('_', '-'),
    };
    return this.#parts.guests.requireShown(document, post, about, signal);
  }

  /** Reads a source; a post from its page if there is one. */
  async #extract(source: Source, page: SitePage | null, signal: AbortSignal): Promise<Extraction> {
    const { reader, frames } = this.#parts;
    const sizes = sizesOf(await this.#context.settings.get());
    if (source.kind !== 'post' || !page) return reader.extract(source, sizes, signal);
    try {
      const withFrame = { ...page, frame: await frames.lines() };
      return await reader.extract({ ...source, page: withFrame }, sizes, signal);
    } catch (error) {
      if (!(error instanceof AppError) || !ofThePage.includes(error.code)) throw error;
      return reader.extract(source, sizes, signal);
    }
  }

  /** Keeps what is stored of a source that has not changed. */
  #keep(job: Job, checked_at: number): Promise<void> {
    const outcome = { ...unchangedOutcome(job.document), checked_at };
    return this.#context.queue.complete(job, outcome, async () => {});
  }

  /** Keeps the chunks of a text that has not changed, and updates what is known about it. */
  #relocate(job: Job, outcome: Outcome, url: string): Promise<void> {
    const { database, chunks, queue } = this.#context;
    const { id, language, post_type } = job.document;
    return queue.complete(job, outcome, async (transaction) => {
      await chunks.relocate(id, url, transaction);
      // Searches filter by language and type.
      if (outcome.language === language && outcome.post_type === post_type) return;
      await raiseChunksRevision(database, transaction, id);
    });
  }

  /** Stores the chunks of a document in one transaction. Texts that stay the same keep their vectors. */
  async #store(
    job: Job,
    outcome: Outcome,
    url: string,
    divided: Extraction['chunks'],
  ): Promise<void> {
    const { database, chunks, queue } = this.#context;
    const { document } = job;
    await queue.complete(job, outcome, async (transaction) => {
      const before = await vectorsOf(document, transaction);
      const ids = await chunks.replace(document.id, url, divided, transaction);
      const same = ids.flatMap((chunkId, at) => {
        const vector = before?.byText.get(embeddedText(outcome.title, divided[at]!));
        return vector ? [{ chunkId, vector }] : [];
      });
      if (before) await writeVectors(database, transaction, before.active, same);
      await raiseChunksRevision(database, transaction, document.id);
    });
    this.#parts.stored();
  }
}

/** Returns the vectors of the document's texts; none if it is to be embedded anew. */
async function vectorsOf({ id, title, forced }: DocumentRow, transaction: Transaction) {
  const active = await readActiveIndex(transaction);
  if (!active || isLexical(active) || forced) return null;
  const rows = await readVectors(transaction, active, (all) =>
    all.where('chunks.document_id', '=', id),
  );
  const byText = new Map(rows.map((row) => [embeddedText(title, row.passage), row.vector]));
  return { active, byText };
}
