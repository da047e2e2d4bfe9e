import type { Config } from '../config/config.ts';
import { AddressHash, RateLimit } from '../chat/limits/rate-limit.ts';
import { StartQueue } from '../chat/limits/start-queue.ts';
import { ChatDeletions } from '../chat/conversations/delete-chats.ts';
import { importChats } from '../chat/conversations/import-chats.ts';
import { CommonQuestions } from '../chat/common-questions/common-questions.ts';
import { askAsOwner, AnswerStore, Turns } from '../chat/answer/turns.ts';
import { AddressGuard, withSite } from '../net/address-guard.ts';
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
import type { Database } from '../storage/database.ts';
import { McpServers } from '../storage/mcp-servers.ts';
import { openMysql } from '../storage/mysql.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { BatchEmbedder } from '../embedding/batch-embedder.ts';
import { IndexBuild, IndexBuilder } from '../embedding/build-index.ts';
import { EmbeddingIndexes } from '../embedding/embedding-indexes.ts';
import { IndexProblem, IndexReport } from '../embedding/index-report.ts';
import { QueryEmbeddings, type EmbedQuery } from '../embedding/query-embeddings.ts';
import { Ingest } from '../ingestion/ingest.ts';
import { KnowledgeBase } from '../ingestion/knowledge-base.ts';
import { OlderPluginImport } from '../ingestion/older-plugin.ts';
import { IndexPosts } from '../ingestion/posts.ts';
import { Reader } from '../ingestion/read/reader.ts';
import { Reconciler } from '../ingestion/reconciler.ts';
import { SiteEvents } from '../ingestion/site-events.ts';
import { SourceLoader } from '../ingestion/source-loader.ts';
import { Visibility } from '../ingestion/visibility.ts';
import { AddPages, Crawl } from '../ingestion/web/crawl.ts';
import { PageLoader } from '../ingestion/web/page-loader.ts';
import { Robots, productToken } from '../ingestion/web/robots.ts';
import { HostGate, SafeFetch } from '../ingestion/web/safe-fetch.ts';
import { Sitemaps } from '../ingestion/web/sitemap.ts';
import { Worker } from '../ingestion/worker.ts';
import { JobQueue } from '../jobs/queue.ts';
import { Crawls, Pages } from '../storage/pages.ts';

/** Milliseconds between readings of an empty queue: another sidecar may have filled it. */
const poll = 2000;
const concurrency = 8;

/** Nothing that a vendor writes or ranks: the common questions cost no tokens but those that find a passage by its meaning. */
const unpaid: SettingsPatch = { llm: { provider: 'builtin' }, rerank: { provider: '' } };

export function openDatabase({ database }: Pick<Config, 'database'>): Database {
  if (database.dialect === 'sqlite') return openSqlite(database.file, database.prefix);
  return openMysql(database.connection, database.prefix);
}

/** Builds the readers of web pages and the guard that limits them. */
function createWeb({ config, database, documents, clock, siteAuth }: Foundation) {
  const guard = new AddressGuard(withSite(config.fetchAllowed, config.siteUrl));
  const userAgent = `${productToken}/${version} (+${config.siteUrl}/)`;
  const safeFetch = new SafeFetch(guard, userAgent, { auth: siteAuth });
  const robots = new Robots(safeFetch, clock);
  const pages = new Pages(database, documents, clock);
  const gate = new HostGate(clock);
  return {
    guard,
    userAgent,
    robots,
    pages,
    pageLoader: new PageLoader({ pages, clock }, safeFetch, robots, gate),
    sitemaps: new Sitemaps(safeFetch, robots, clock),
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
  const indexes = new EmbeddingIndexes({ database, state, settings, providers });
  const problem = new IndexProblem(state);
  return {
    memoryIndex,
    loop,
    local,
    vectorize,
    vectorIndex: vectorize,
    indexes,
    batches: new BatchEmbedder(clock),
    problem,
    indexReport: new IndexReport({ database, settings, providers, problem }),
  };
}
type Index = ReturnType<typeof createIndex>;

/** Builds the queue, its worker, and all that adds, updates and removes documents. */
function createIngestion(foundation: Foundation, index: Index) {
  const { config, database, log, documents, bridge, admission } = foundation;
  const { loop, vectorize, indexes, problem } = index;
  const { userAgent, guard, robots, pages, pageLoader, sitemaps } = createWeb(foundation);
  const queue = new JobQueue(database, loop);
  const context = { ...foundation, pages, queue, wake: () => worker.wake() };
  const crawl = new Crawl(context, new Crawls(database, documents), robots);
  const reader = new Reader(config.reading);
  const guests = createGuestServices(context, {
    userAgent,
    reader,
    remove: (id) => knowledge.remove(id),
    busy: () => worker.busy(),
  });
  const ingest = new Ingest(context, {
    sources: new SourceLoader(bridge, pageLoader),
    crawl,
    guests: guests.guestChecks,
    frames: guests.siteFrames,
    reader,
    stored: () => indexBuilder.check(),
  });
  const worker = new Worker({
    queue,
    ingest,
    log,
    concurrency: () => (admission.any() ? 1 : concurrency),
    lease: config.lease,
    poll,
  });
  const indexBuilder = new IndexBuilder({
    indexes,
    build: new IndexBuild({ ...foundation, ...index }),
    problem,
    busy: () => worker.busy() || admission.any(),
    ...loop,
  });
  const knowledge = new KnowledgeBase(context, {
    worker,
    addPages: new AddPages(context, { guard, crawl, sitemaps }),
    checkIndex: () => {
      indexBuilder.wake();
      vectorize.wake();
    },
  });
  const indexPosts = new IndexPosts(context);
  const visibility = new Visibility(context, knowledge);
  const reconciler = new Reconciler(context, { indexPosts, knowledge, visibility });
  foundation.localModels.whenChanged(() => indexBuilder.wake());
  return {
    admission,
    guard,
    queue,
    reader,
    worker,
    indexBuilder,
    visibility,
    knowledge,
    indexPosts,
    reconciler,
    siteEvents: new SiteEvents(context, {
      ...{ indexPosts, knowledge, reconciler, visibility },
      frames: guests.siteFrames,
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
  const { guestRechecks } = context;
  const mcpServers = new McpServers(database, secrets, clock, log);
  const mcp = new Mcp({ ...context, mcpServers, version, site: () => oauthSite(context) });
  const budget = new Budget({ ...foundation, used: new BudgetNotice(foundation).used });
  const withinBudget = budget.within;
  const queryEmbeddings = new QueryEmbeddings(index.indexes);
  const embedQuery: EmbedQuery = (...given) => queryEmbeddings.embed(...given);
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
    secrets: [config.keyMaterial],
  });
  const owner = createOwnerServices({ ...context, budget, embedQuery });
  const deleteChats = new ChatDeletions({ ...foundation, ...owner, ...index.loop });
  const commonQuestions = new CommonQuestions({
    ...{ ...foundation, ...index.loop },
    busy: () => ingestion.admission.any(),
    ask: (message, locale, signal) =>
      askAsOwner({ settings, answerWriter, clock }, { message, settings: unpaid }, locale, {
        signal,
        log,
      }),
  });
  const { worker, indexBuilder, vectorize } = context;
  const loops = [
    ...[worker, indexBuilder, vectorize, owner.noteGaps, deleteChats, guestRechecks],
    commonQuestions,
  ];
  const answerStore = new AnswerStore(foundation.chats, clock);
  const cited = (documents: readonly number[]) => guestRechecks.cited(documents);
  const stored = (id: number, query?: string) => owner.noteGaps.note(id, query);

  /** Stores a patch and has the indexes follow, or only checks it. */
  async function saveSettings(patch: SettingsPatch, dry: boolean, revision?: string) {
    if (dry) return settings.check(patch).then(() => settings.get());
    const updated = await settings.update(patch, revision);
    await context.knowledge.reindexChanged();
    context.siteEvents.settingsChanged();
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
    commonQuestions,
    rateLimit: new RateLimit({ ...foundation, key: foundation.keys.limits }),
    addressHash: new AddressHash({ ...foundation, key: foundation.keys.addresses }),
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
