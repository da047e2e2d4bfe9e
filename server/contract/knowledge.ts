import { z } from 'zod';
import { documentKind } from './chat.ts';

export const documentStatus = z.enum(['pending', 'queued', 'processing', 'completed', 'failed']);
export type DocumentStatus = z.infer<typeof documentStatus>;

export const processingMode = z.enum(['queue', 'now']);
export type ProcessingMode = z.infer<typeof processingMode>;

/** A source record of the knowledge base. Times are UTC ISO 8601. */
export const documentView = z.object({
  id: z.number().int(),
  kind: documentKind,
  title: z.string(),
  source_url: z.string(),
  post_id: z.number().int().nullable(),
  attachment_id: z.number().int().nullable(),
  status: documentStatus,
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  chunk_count: z.number().int(),
  content_hash: z.string(),
  bytes: z.number().int(),
  language: z.string(),
  attempts: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
  processed_at: z.string().nullable(),
  /** The last check whether the source has changed; null: never. */
  checked_at: z.string().nullable(),
});
export type DocumentView = z.infer<typeof documentView>;

export const chunkView = z.object({
  id: z.number().int(),
  position: z.number().int(),
  content: z.string(),
  heading_path: z.string(),
  page: z.number().int().nullable(),
});
export type ChunkView = z.infer<typeof chunkView>;

/** Paging of every admin collection; answered with `X-WP-Total` and `X-WP-TotalPages`. */
export const collectionQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(20),
  search: z.string().max(200).default(''),
  order: z.enum(['asc', 'desc']).default('desc'),
});

/** `search`: a part of the title or of the address. A search ends with the first thousand documents. */
export const documentsQuery = collectionQuery.extend({
  orderby: z.enum(['id', 'title', 'status', 'updated_at']).default('id'),
  kind: documentKind.optional(),
  status: documentStatus.optional(),
});
export type DocumentsQuery = z.infer<typeof documentsQuery>;

/** The documents that a list shows on all its pages. */
export const documentsFilter = z.strictObject({
  search: documentsQuery.shape.search,
  kind: documentsQuery.shape.kind,
  status: documentsQuery.shape.status,
});
export type DocumentsFilter = z.infer<typeof documentsFilter>;

/**
 * `POST /documents/bulk`: the named documents, or all that match the filter. `exclude` deletes documents of posts and
 * keeps these posts out; other documents stay.
 */
export const bulkRequest = z
  .strictObject({
    action: z.enum(['process', 'delete', 'exclude']),
    ids: z.array(z.number().int().positive()).min(1).max(1000).optional(),
    filter: documentsFilter.optional(),
    /** `process`: embeds unchanged text again. */
    force: z.boolean().default(false),
    /** Continues behind this document: the `after` of the previous answer. */
    after: z.number().int().min(0).default(0),
  })
  .refine(
    ({ ids, filter }) => (ids === undefined) !== (filter === undefined),
    'Send ids or filter.',
  );
export type BulkRequest = z.infer<typeof bulkRequest>;

/** One call works for some seconds: `after` is where the next call continues, null when all is done. */
export const bulkReply = z.object({
  affected: z.number().int(),
  after: z.number().int().nullable(),
});
export type BulkReply = z.infer<typeof bulkReply>;

const mode = processingMode.optional();

/**
 * All pages below `url`'s path on its host within `depth` links. The pages
 * are added one after another as documents of kind `url`.
 */
export const crawlRequest = z.strictObject({
  url: z.string().min(1).max(2048),
  depth: z.number().int().min(0).max(10).default(3),
  max_pages: z.number().int().min(1).max(5000).default(200),
});
export type CrawlRequest = z.infer<typeof crawlRequest>;

/** The pages that a sitemap, or an index of sitemaps, names. */
export const sitemapRequest = z.strictObject({
  url: z.string().min(1).max(2048),
  max_pages: z.number().int().min(1).max(5000).default(1000),
});
export type SitemapRequest = z.infer<typeof sitemapRequest>;

/** Exactly one of the ways to name sources. `urls`: one per line, or CSV `title,url`. */
export const createDocuments = z.union(
  [
    z.strictObject({ url: z.string().min(1).max(2048), mode }),
    z.strictObject({ urls: z.string().min(1).max(200_000), mode }),
    z.strictObject({ sitemap: sitemapRequest, mode }),
    z.strictObject({ crawl: crawlRequest, mode }),
    z.strictObject({ attachment_id: z.number().int().positive(), mode }),
    z.strictObject({
      title: z.string().trim().min(1).max(500),
      content: z.string().min(1).max(5_000_000),
      mode,
    }),
  ],
  'Send one of: url, urls, sitemap, crawl, attachment_id, or title with content.',
);
export type CreateDocuments = z.infer<typeof createDocuments>;

export const createDocumentsReply = z.object({
  documents: z.array(documentView),
  rejected: z.array(
    z.object({
      line: z.number().int(),
      value: z.string(),
      code: z.string(),
      message: z.string(),
    }),
  ),
});

/** `GET /linked-files`: `after` is that of the answer before. */
export const linkedFilesQuery = z.object({ after: z.coerce.number().int().min(0).default(0) });

/**
 * Files that the site's posts link and that can be read, without those that are documents already. One call works for
 * some seconds: `after` is where the next one continues, null when all is done.
 */
export const linkedFilesReply = z.object({
  files: z.array(
    z.object({
      url: z.string(),
      /** The first post that links it. */
      page: z.object({ title: z.string(), url: z.string() }),
    }),
  ),
  after: z.number().int().nullable(),
});
export type LinkedFilesReply = z.infer<typeof linkedFilesReply>;

/** `mode` defaults to the setting `general.processing_mode`; `force` embeds unchanged text again. */
export const processRequest = z.object({ mode, force: z.boolean().default(false) });

export const indexPostsRequest = z.object({
  post_types: z.array(z.string().max(20)).max(50).optional(),
  ids: z.array(z.number().int().positive()).max(1000).optional(),
  force: z.boolean().default(false),
});
export type IndexPostsRequest = z.infer<typeof indexPostsRequest>;

/** `PUT /queue`: while paused, running jobs end and no others start. */
export const queueRequest = z.strictObject({ paused: z.boolean() });
export const queueReply = z.object({ paused: z.boolean() });

/** `queued`: posts queued so far; the sidecar continues through all `total` posts. */
export const indexPostsReply = z.object({
  queued: z.number().int(),
  total: z.number().int(),
});

/**
 * `read`: the chat answers from the post · `waiting` · `failed` · `not_read`: allowed, but not read yet ·
 * `excluded`: by the owner · `type_not_chosen` · `filtered`: a plugin keeps it out · `not_public`: a draft, private,
 * protected by a password, or gone.
 */
export const readingState = z.enum([
  'read',
  'waiting',
  'failed',
  'not_read',
  'excluded',
  'type_not_chosen',
  'filtered',
  'not_public',
]);
export type ReadingState = z.infer<typeof readingState>;

/** A heading, paragraph, list item, table row or code of a text. */
export const textBlock = z.object({
  kind: z.enum(['heading', 'paragraph', 'item', 'row', 'code']),
  text: z.string(),
  level: z.number().int().optional(),
});
export type TextBlock = z.infer<typeof textBlock>;

/** Parts of a post whose text is not read. `images`: those without a description. */
export const leftOut = z.enum(['images', 'media', 'embeds', 'forms', 'navigation']);
export type LeftOut = z.infer<typeof leftOut>;

/** `GET /posts/<id>/reading`: a post as it is read at this moment. Nothing is stored. */
export const readingReply = z.object({
  state: readingState,
  /** Null if the post is not public. */
  post: z
    .object({ id: z.number().int(), title: z.string(), url: z.string(), language: z.string() })
    .nullable(),
  document: documentView.nullable(),
  /** The reason if the post cannot be read. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  blocks: z.array(textBlock),
  chunks: z.array(chunkView.omit({ id: true })),
  /** Blocks and chunks are the beginning of a long text. */
  shortened: z.boolean(),
  left_out: z.array(z.object({ what: leftOut, count: z.number().int() })),
});
export type ReadingReply = z.infer<typeof readingReply>;

/** `GET /suggestions`: questions from the site's own texts that the chat can answer, best first. */
export const suggestionsReply = z.object({ questions: z.array(z.string()).max(3) });
