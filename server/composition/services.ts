import type { Config } from '../config/config.ts';
import { AddressHash, RateLimit } from '../chat/limits/rate-limit.ts';
import { Admission } from '../chat/limits/admission.ts';
import { StartQueue } from '../chat/limits/start-queue.ts';
import { ChatDeletions } from '../chat/conversations/delete-chats.ts';
import { importChats } from '../chat/conversations/import-chats.ts';
import { AnswerStore, Turns } from '../chat/answer/turns.ts';
import {
  createAddDocuments,
  createProcessDocument,
  createBulk,
  createReindexChanged,
  createRecheckUrls,
  createRetryAfterOutage,
  createRemoveDocument,
} from '../ingestion/documents.ts';
import { createBuildIndex, createIndexBuilder } from '../embedding/build-index.ts';
import { createEmbedAll } from '../embedding/embed-all.ts';
import { createEmbeddingIndexes } from '../embedding/embedding-indexes.ts';
import { createGuardedExtract } from '../ingestion/read/guarded-extract.ts';
import { createIndexEstimate } from '../embedding/index-estimate.ts';
import { createQueryEmbeddings } from '../embedding/query-embeddings.ts';
import {
  createIndexPosts,
  createSiteEvents,
  createReconcile,
  createVisibility,
} from '../ingestion/posts.ts';
import { OlderPluginImport } from '../ingestion/older-plugin.ts';
import { createIndexProblem, createIndexStatus } from '../embedding/index-status.ts';
import { createIngest } from '../ingestion/ingest.ts';
import { createLoadSource } from '../ingestion/read/load-source.ts';
import { createReadPost } from '../ingestion/reading.ts';
import { AddressGuard, withSite } from '../net/address-guard.ts';
import { createAddPages, createCrawl } from '../ingestion/web/crawl.ts';
import { createHostGate, createSafeFetch } from '../ingestion/web/safe-fetch.ts';
import { createLoadUrl } from '../ingestion/web/load-url.ts';
import { createRobots, productToken } from '../ingestion/web/robots.ts';
import { createReadSitemap } from '../ingestion/web/sitemap.ts';
import { JobQueue } from '../jobs/queue.ts';
import { createWorker } from '../jobs/worker.ts';
import type { SettingsPatch } from '../contract/settings.ts';
import type { Log } from '../runtime/log.ts';
import { Mcp } from '../mcp/mcp.ts';
import { oauthSite } from '../mcp/oauth/site.ts';
import { AnswerWriter } from '../chat/answer/answer-writer.ts';
import { Budget, BudgetNotice } from '../chat/limits/budget.ts';
import { Retriever } from '../retrieval/retrieve.ts';
import { Rewriter } from '../question/rewrite.ts';
import { SiteTexts } from '../retrieval/context-filler.ts';
import { LocalIndex } from '../retrieval/local-index.ts';
import { VectorSearch } from '../retrieval/vector-search.ts';
import { DatabaseRanking } from '../retrieval/relational/database-ranking.ts';
import { Vectorize } from '../retrieval/vectorize/vectorize.ts';
import { createFoundation, type Foundation } from './foundation.ts';
import { createGuestServices } from './guest-services.ts';
import { createOwnerServices } from './owner-services.ts';
import { RemoveData } from './remove-data.ts';
import { MemoryIndex } from '../retrieval/memory/memory-index.ts';
import { SiteChecks } from './site-checks.ts';
import { version } from '../runtime/version.ts';
import { createCrawls, createPages } from '../storage/pages.ts';
import type { Database } from '../storage/database.ts';
import { McpServers } from '../storage/mcp-servers.ts';
import { openMysql } from '../storage/mysql.ts';
import { openSqlite } from '../storage/sqlite.ts';

/** Milliseconds between looks at an empty queue: another sidecar may have filled it. */
const poll = 2000;
const concurrency = 4;

export function openDatabase({ database }: Pick<Config, 'database'>): Database {
  if (database.dialect === 'sqlite') return openSqlite(database.file, database.prefix);
  return openMysql(database.connection, database.prefix);
}

/** Builds the readers of web pages and the guard that limits them. */
function createWeb({ config, database, documents, clock, siteAuth }: Foundation) {
  const guard = new AddressGuard(withSite(config.fetchAllowed, config.siteUrl));
  const userAgent = `${productToken}/${version} (+${config.siteUrl}/)`;
  const safeFetch = createSafeFetch(guard, userAgent, { auth: siteAuth });
  const robots = createRobots(safeFetch, clock);
  const pages = createPages(database, documents, clock);
  const gate = createHostGate(clock);
  return {
    guard,
    userAgent,
    robots,
    pages,
    loadUrl: createLoadUrl({ pages, clock }, safeFetch, robots, gate),
    readSitemap: createReadSitemap(safeFetch, robots, clock),
  };
}

/** Builds the lexical and vector indexes and the stores behind them. */
function createIndex(foundation: Foundation) {
  const { config, database, log, clock, state, settings, providers } = foundation;
  const loop = { state, lease: config.lease, clock, log };
  const memoryIndex = new MemoryIndex({ database, log, clock, ...config.search });
  const local = new LocalIndex(memoryIndex, new DatabaseRanking(database));
  const vectorize = new Vectorize({
    ...config,
    ...loop,
    local,
    database,
    settings,
  });
  const indexes = createEmbeddingIndexes({ database, state, settings, providers });
  const embedAll = createEmbedAll(clock);
  const problem = createIndexProblem(state);
  const indexStatus = createIndexStatus({ database, settings, providers, problem });
  return {
    memoryIndex,
    loop,
    local,
    vectorize,
    vectorIndex: vectorize,
    indexes,
    embedAll,
    problem,
    indexStatus,
  };
}
type Index = ReturnType<typeof createIndex>;

/** Builds the queue, its worker, and all that adds, updates and removes documents. */
function createIngestion(foundation: Foundation, index: Index) {
  const { config, database, log, clock, documents, bridge } = foundation;
  const { loop, vectorize, indexes, problem } = index;
  const { userAgent, guard, robots, pages, loadUrl, readSitemap } = createWeb(foundation);
  const queue = new JobQueue(database, loop);
  const look = () => worker.look();
  const context = { ...foundation, pages, queue, look };
  const admission = new Admission(clock);
  const removeDocument = createRemoveDocument(context);
  const crawl = createCrawl(context, createCrawls(database, documents), robots);
  const addPages = createAddPages(context, guard, crawl, readSitemap);
  const reader = createGuardedExtract(config.reading);
  const guests = createGuestServices(context, userAgent);
  const handle = createIngest(context, {
    loadSource: createLoadSource(bridge, loadUrl),
    followPage: crawl.followPage,
    requireShown: guests.requireShown,
    extract: reader.extract,
    stored: () => indexBuilder.check(),
  });
  const worker = createWorker({
    queue,
    handle,
    log,
    concurrency: () => (admission.any() ? 1 : concurrency),
    lease: config.lease,
    poll,
  });
  const indexBuilder = createIndexBuilder({
    indexes,
    buildStep: createBuildIndex({ ...foundation, ...index }),
    problem,
    busy: () => worker.busy() || admission.any(),
    ...loop,
  });
  const processDocument = createProcessDocument(context, worker);
  const indexPosts = createIndexPosts(context);
  const visibility = createVisibility(context, removeDocument);
  const reconcile = visibility.trustAfter(createReconcile(context, indexPosts, removeDocument));
  const reindexChanged = createReindexChanged(context, () => {
    indexBuilder.look();
    vectorize.wake();
  });
  foundation.localModels.whenChanged(() => indexBuilder.look());
  return {
    admission,
    guard,
    queue,
    reader,
    worker,
    indexBuilder,
    visibility,
    removeDocument,
    processDocument,
    bulk: createBulk(context),
    readPost: createReadPost(context, reader.extract),
    addDocuments: createAddDocuments(context, addPages, processDocument),
    indexPosts,
    reconcile,
    reindexChanged,
    retryAfterOutage: createRetryAfterOutage(context),
    recheckUrls: createRecheckUrls(context, addPages),
    ...createSiteEvents(context, {
      indexPosts,
      removeDocument,
      reconcile,
      reindexChanged,
      visibility,
    }),
    ...guests,
  };
}

/**
 * Builds all objects once. Nothing here starts, connects or waits.
 *
 * @param complete Reads the configuration again where the site's options are part of it.
 */
export function createServices(
  config: Config,
  database: Database,
  log: Log,
  complete: () => Promise<Config> = () => Promise.resolve(config),
) {
  const foundation = createFoundation(config, database, log, complete);
  const index = createIndex(foundation);
  const ingestion = createIngestion(foundation, index);
  const context = { ...foundation, ...index, ...ingestion };
  const { clock, secrets, settings, providers, memoryIndex, vectorIndex } = context;
  const { recheckPosts } = context;
  const mcpServers = new McpServers(database, secrets, clock, log);
  const mcp = new Mcp({ ...context, mcpServers, version, site: () => oauthSite(context) });
  const budget = new Budget({ ...foundation, used: new BudgetNotice(foundation).used });
  const withinBudget = budget.within;
  const embedQuery = createQueryEmbeddings(index.indexes);
  const { lexical } = memoryIndex;
  const retriever = new Retriever({
    ...context,
    siteTexts: new SiteTexts(database),
    embedQuery,
    vectors: new VectorSearch(database, vectorIndex),
    lexical,
    rewrite: new Rewriter({ providers, withinBudget, clock }).rewrite,
    reranker: (current) => providers.reranker(current),
  });
  const answerWriter = new AnswerWriter({
    ...context,
    retriever,
    withinBudget,
    tools: mcp.tools,
  });
  const owner = createOwnerServices({ ...context, budget, embedQuery });
  const deleteChats = new ChatDeletions({ ...foundation, ...owner, ...index.loop });
  const { worker, indexBuilder, vectorize } = context;
  const loops = [worker, indexBuilder, vectorize, owner.noteGaps, deleteChats, recheckPosts];
  const answerStore = new AnswerStore(foundation.chats, clock);
  const { cited } = recheckPosts;
  const stored = (id: number, query?: string) => owner.noteGaps.note(id, query);

  /** Stores a patch and has the indexes follow, or only checks it. */
  async function saveSettings(patch: SettingsPatch, dry: boolean, revision?: string) {
    if (dry) return settings.check(patch).then(() => settings.get());
    const updated = await settings.update(patch, revision);
    await context.reindexChanged();
    context.settingsChanged();
    return updated;
  }

  return {
    ...context,
    mcpServers,
    mcp,
    retriever,
    lexical,
    budget,
    ...owner,
    loops,
    answerWriter,
    answerStore,
    startQueue: new StartQueue(owner.metrics),
    turns: new Turns({ ...foundation, ...owner, answerWriter, answerStore, stored, cited }),
    deleteChats,
    rateLimit: new RateLimit({ ...foundation, key: foundation.keys.limits }),
    addressHash: new AddressHash({ ...foundation, key: foundation.keys.addresses }),
    indexEstimate: createIndexEstimate(context),
    siteChecks: new SiteChecks(context),
    saveSettings,
    olderPluginImport: new OlderPluginImport({
      ...context,
      saveSettings,
      importChats: (chats) => importChats(context, chats),
    }),
    removeData: new RemoveData({ ...context, loops }),
  };
}
export type Services = ReturnType<typeof createServices>;

/** Closes all connections, processes and files. Background work must have ended. */
export async function closeServices(services: Services): Promise<void> {
  await services.answers.close();
  await services.answerStore.close();
  await services.budget.settle();
  await services.dayCounts.settle();
  await services.reader.close();
  await services.localModels.close();
  await services.mcp.connections.close();
  await services.memoryIndex.close();
  await services.database.close();
}
