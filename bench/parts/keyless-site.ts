import { providerKinds } from '../../server/composition/provider-kinds.ts';
import { readConfig } from '../../server/config/config.ts';
import type { BridgePost } from '../../server/contract/bridge.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Settings } from '../../server/contract/settings.ts';
import { Budget } from '../../server/chat/limits/budget.ts';
import { BatchEmbedder, embedPassages } from '../../server/embedding/batch-embedder.ts';
import { QueryEmbeddings, type EmbedQuery } from '../../server/embedding/query-embeddings.ts';
import { EmbeddingIndexes } from '../../server/embedding/embedding-indexes.ts';
import { holdActiveIndex, isLexical } from '../../server/embedding/index-state.ts';
import { AddressGuard } from '../../server/net/address-guard.ts';
import { LocalModels } from '../../server/providers/local/local-models.ts';
import { Providers } from '../../server/providers/registry.ts';
import { Rewriter } from '../../server/question/rewrite.ts';
import { createLog } from '../../server/runtime/log.ts';
import { understand } from '../../server/question/understand.ts';
import { SiteTexts } from '../../server/retrieval/context-filler.ts';
import { Retriever, type Retrieval } from '../../server/retrieval/retrieve.ts';
import { MemoryIndex } from '../../server/retrieval/memory/memory-index.ts';
import { Chunks } from '../../server/storage/chunks.ts';
import { VectorSearch } from '../../server/retrieval/vector-search.ts';
import { Documents } from '../../server/storage/documents.ts';
import { migrate } from '../../server/storage/migrate.ts';
import { openSqlite } from '../../server/storage/sqlite.ts';
import { State } from '../../server/storage/state.ts';
import { writeVectors } from '../../server/storage/vectors/vectors.ts';
import type { SettingsStore } from '../../server/wordpress/settings.ts';

export interface KeylessDocument {
  title: string;
  chunks: readonly { headingPath: string; content: string }[];
  /** Absent: a text that is nobody's post. */
  post?: BridgePost;
  /** Those of the chunks; absent: the embedder makes them. */
  vectors?: readonly (Float32Array | null)[];
}

export interface KeylessOptions {
  /** They also choose the embedder: none by default. */
  settings?: Settings;
  clock?: () => number;
  /** The site's. */
  timeZone?: string;
  /** The site's. */
  name?: string;
  /** Folder with further local models. */
  models?: string | null;
}

/** Returns the settings of an embedder: `PROVIDER`, `local` or `local:MODEL`. */
export function embeddingsOf(embedder: string) {
  const { embeddings } = settingsDefaults;
  const [provider, model = ''] = embedder.split(':');
  const local = provider === 'local' ? { ...embeddings.local, model } : embeddings.local;
  return { ...embeddings, provider, local } as Settings['embeddings'];
}

/** There is no site at its address. An embedder of this machine may be measured. */
const config = readConfig({
  ITIH_SECRET: 'b'.repeat(32),
  ITIH_SITE_URL: 'http://127.0.0.1:9',
  ITIH_DATABASE_URL: 'sqlite:/nowhere/itih.sqlite',
  ITIH_FETCH_ALLOW: '127.0.0.1',
});

/** The defaults without an embedder. */
const wordsOnly: Settings = { ...settingsDefaults, embeddings: embeddingsOf('builtin') };

/** The settings as they are given, of a site in a time zone. */
const settingsStore = (settings: Settings, time_zone: string): SettingsStore => {
  const current = () => Promise.resolve(settings);
  const site = { name: 'Bench', home_url: 'http://127.0.0.1:9', locale: 'en_US', time_zone };
  const store = {
    get: current,
    patched: current,
    fresh: current,
    known: () => settings,
    site: () => site,
  };
  return store as unknown as SettingsStore;
};

/** Opens an empty knowledge base in memory, with the sidecar's own parts. */
async function openParts({
  settings = wordsOnly,
  clock = Date.now,
  timeZone = 'UTC',
  models = null,
}: KeylessOptions) {
  const database = openSqlite(':memory:', 'wp_rag_');
  await migrate(database);
  const log = createLog('silent');
  const state = new State(database);
  const store = settingsStore(settings, timeZone);
  const localModels = new LocalModels({
    folder: models,
    guard: new AddressGuard(config.fetchAllowed),
  });
  const providers = new Providers(providerKinds(config, localModels, {} as never));
  const index = new MemoryIndex({ database, log, clock, memory: 2 ** 30, folder: null });
  const withinBudget = new Budget({ state, clock, log }).within;
  const indexes = new EmbeddingIndexes({ database, state, settings: store, providers });
  const chunks = new Chunks(database);
  const documents = new Documents(database, clock);
  const queries = new QueryEmbeddings(indexes);
  // Each vector is waited for: figures of quality are not those of a busy machine.
  const embedQuery: EmbedQuery = (index, text, given, { signal }) =>
    queries.embed(index, text, given, { signal });
  const retriever = new Retriever({
    siteTexts: new SiteTexts(database),
    readNearby: (...given) => chunks.nearby(...given),
    indexes,
    embedQuery,
    chunks,
    documents,
    clock,
    vectors: new VectorSearch(database, index),
    lexical: index.lexical,
    // There is no site that could be asked what is public.
    visibility: { onlyPublic: (passages) => Promise.resolve([...passages]) },
    rewrite: new Rewriter({ providers, withinBudget, clock }).rewrite,
  });
  return {
    ...{ database, log, clock, settings, store, providers, index, withinBudget, indexes },
    ...{ chunks, documents, retriever, embedQuery, localModels },
  };
}
type Parts = Awaited<ReturnType<typeof openParts>>;

async function addDocument(parts: Parts, document: KeylessDocument, at: number) {
  const { database, documents, chunks, indexes, settings } = parts;
  const { title, post } = document;
  const url = post?.permalink ?? '';
  const { id } = await documents.ensure(
    post
      ? { kind: 'post', sourceKey: `post:${post.id}`, postId: post.id, sourceUrl: url, title }
      : { kind: 'txt', sourceKey: `text:${at}`, title },
  );
  const active = await indexes.known();
  const { signal } = new AbortController();
  const vectors = isLexical(active)
    ? []
    : (document.vectors ??
      (await embedPassages(
        new BatchEmbedder(parts.clock),
        indexes.embedder(active, settings),
        document.chunks.map((chunk) => ({ title, ...chunk })),
        { check: (made) => indexes.requireDimensions(active, made), signal },
      )));
  const chunkIds = await database.transaction(async (transaction) => {
    if (post) {
      const facts = {
        status: 'completed' as const,
        language: post.language,
        post_type: post.post_type,
        published_at: Date.parse(post.published ?? '') || 0,
        prominent: post.prominent ? 1 : 0,
      };
      await transaction.updateTable('documents').set(facts).where('id', '=', id).execute();
    }
    const written = document.chunks.map((chunk) => ({ ...chunk, page: null, offset: 0 }));
    const made = await chunks.replace(id, url, written, transaction);
    const pairs = vectors.map((vector, index) => ({ chunkId: made[index]!, vector }));
    await writeVectors(database, transaction, active, pairs);
    await holdActiveIndex(database, transaction, id);
    return made;
  });
  return { id, chunkIds };
}

export interface KeylessSite {
  /** Ids of the chunks, by document. */
  ids: readonly (readonly number[])[];
  parts: Parts;
  /** With the defaults of the settings. `documents`: only these, by their places. */
  retrieve(
    question: string,
    options?: { minScore?: number; documents?: readonly number[] },
  ): Promise<Retrieval>;
  close(): Promise<void>;
}

/** A knowledge base without a key, searched as the sidecar does: only the site around it is missing. */
export async function keylessSite(
  documents: readonly KeylessDocument[],
  options: KeylessOptions = {},
): Promise<KeylessSite> {
  const parts = await openParts(options);
  const { database, log, index, settings } = parts;
  await parts.indexes.plan();
  const added: { id: number; chunkIds: number[] }[] = [];
  for (const [at, document] of documents.entries()) {
    added.push(await addDocument(parts, document, at));
  }
  const { signal } = new AbortController();
  return {
    ids: added.map(({ chunkIds }) => chunkIds),
    parts,
    retrieve: (question, { minScore, documents: only } = {}) =>
      parts.retriever.retrieve(understand(question), {
        settings,
        signal,
        log,
        minScore,
        filter: only && { document_ids: only.map((at) => added[at]!.id) },
      }),
    async close() {
      await index.close();
      await parts.localModels.close();
      await database.close();
    },
  };
}
