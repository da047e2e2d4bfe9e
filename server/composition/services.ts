import { createHmac } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';
import type { Config } from '../config/config.ts';
import { createAdmission } from '../chat/admission.ts';
import { createRateLimit } from '../chat/rate-limit.ts';
import { createAddDocuments, createProcessDocument } from '../ingestion/add-documents.ts';
import { createBuildIndex } from '../embedding/build-index.ts';
import { createEmbedAll } from '../embedding/embed-all.ts';
import { createEmbeddingIndexes } from '../embedding/embedding-indexes.ts';
import { createGuardedExtract } from '../ingestion/read/guarded-extract.ts';
import { createIndexEstimate } from '../embedding/index-estimate.ts';
import { createIndexPosts } from '../ingestion/index-posts.ts';
import { createIndexProblem, createIndexStatus } from '../embedding/index-status.ts';
import { createIngest } from '../ingestion/ingest.ts';
import { createLoadSource } from '../ingestion/read/load-source.ts';
import { createReindexChanged } from '../ingestion/reindex-changed.ts';
import { createRelocateDocument } from '../ingestion/relocate.ts';
import { createRemoveDocument } from '../ingestion/remove.ts';
import { createAddressGuard, withSite } from '../net/address-guard.ts';
import { createAddPages } from '../ingestion/web/add-pages.ts';
import { createCrawl } from '../ingestion/web/crawl.ts';
import { createHostGate } from '../ingestion/web/host-gate.ts';
import { createLoadUrl } from '../ingestion/web/load-url.ts';
import { createRobots, productToken } from '../ingestion/web/robots.ts';
import { createSafeFetch } from '../ingestion/web/safe-fetch.ts';
import { createReadSitemap } from '../ingestion/web/sitemap.ts';
import { createSiteEvents } from '../ingestion/site-events.ts';
import { createBullmqQueue } from '../jobs/bullmq-queue.ts';
import { createDatabaseQueue } from '../jobs/database-queue.ts';
import { createIndexBuilder } from '../embedding/index-builder.ts';
import type { LoopDependencies } from '../jobs/leased-loop.ts';
import { createRecheckUrls } from '../ingestion/recheck-urls.ts';
import { createReconcile } from '../ingestion/reconcile.ts';
import { createVectorUpkeep } from '../retrieval/vector-upkeep.ts';
import { createWorker } from '../jobs/worker.ts';
import { deriveKeys } from '../secrets/keys.ts';
import type { Log } from '../runtime/log.ts';
import { createMcp } from '../mcp/mcp.ts';
import { createMetrics } from '../runtime/metrics.ts';
import { createAnswer } from '../chat/answer.ts';
import { createBudget } from '../chat/budget.ts';
import { createRetrieve } from '../retrieval/retrieve.ts';
import { createRewrite } from '../question/rewrite.ts';
import { createSearch } from '../retrieval/search.ts';
import { providerKinds } from './provider-kinds.ts';
import { createProviders } from '../providers/registry.ts';
import { createTestConnection } from './test-connection.ts';
import { relationalVectorStore } from '../retrieval/relational/relational.ts';
import { createVectorize } from '../retrieval/vectorize/vectorize.ts';
import { readVectors, storeAsIndex, storeWithIndex } from './index-of-store.ts';
import { createRemoveData } from './remove-data.ts';
import { createSearchCopy } from '../retrieval/memory/search-copy.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { createStatus, version } from './status.ts';
import { createChats } from '../storage/chats.ts';
import { createChunks } from '../storage/chunks.ts';
import { createCrawls } from '../storage/crawls.ts';
import type { Database } from '../storage/database.ts';
import { createDocuments } from '../storage/documents.ts';
import { createMcpServers } from '../storage/mcp-servers.ts';
import { openMysql } from '../storage/mysql.ts';
import { createPages } from '../storage/pages.ts';
import { createSessions } from '../storage/sessions.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { createState } from '../storage/state.ts';
import { createBridge, fetchSiteIdentity } from '../wordpress/bridge.ts';
import { createSettings } from '../wordpress/settings.ts';
import { createSite } from '../wordpress/site.ts';
import { connectToSite } from '../config/site-connection.ts';
import { createVisibility } from '../ingestion/visibility.ts';

/** Milliseconds between looks at an empty queue: another sidecar may have filled it. */
const poll = 2000;
const concurrency = 4;

export function openDatabase({ database }: Pick<Config, 'database'>): Database {
  if (database.dialect === 'sqlite') return openSqlite(database.file, database.prefix);
  return openMysql(database.connection, database.prefix);
}

/** @param key All sidecars of one site have the same. */
function openQueue(config: Config, key: Uint8Array, database: Database, loop: LoopDependencies) {
  const table = createDatabaseQueue(database, loop);
  if (config.redisUrl === null) return table;
  const site = createHmac('sha256', key).update(database.prefix).digest('hex');
  return createBullmqQueue({ ...loop, table, url: config.redisUrl, name: site.slice(0, 16) });
}

/** Finds the site on this machine or elsewhere; the plugin there says which site it is. */
const openSiteFetch = ({ siteUrl, siteId, tryLoopback }: Config, now: () => number) =>
  connectToSite({
    siteUrl,
    tryLoopback,
    now,
    probe: async (fetch) => {
      const { id } = await fetchSiteIdentity(siteUrl, fetch);
      if (siteId && id !== siteId) throw new AppError('wrong_site');
    },
  });

/** The site that is served: known from its options (`--wp`), or asked at its address. */
function openSite(
  config: Config,
  complete: () => Promise<Config>,
  fetch: typeof globalThis.fetch,
  clock: () => number,
) {
  const siteOf = ({ siteId: id, siteHome: url, secret, siteUrl: address }: Config) => ({
    id,
    url,
    secret,
    address,
  });
  const isKnown = config.siteId !== '' && config.siteHome !== '';
  return createSite(
    isKnown ? siteOf(config) : null,
    async () => {
      const site = siteOf(await complete());
      return site.id ? site : { ...site, ...(await fetchSiteIdentity(site.address, fetch)) };
    },
    clock,
  );
}

/** What reads the web, and what it is let to. */
function createWeb(config: Config, database: Database, clock: () => number) {
  const guard = createAddressGuard(withSite(config.fetchAllowed, config.siteUrl));
  const userAgent = `${productToken}/${version} (+${config.siteUrl}/)`;
  const safeFetch = createSafeFetch(guard, userAgent);
  const robots = createRobots(safeFetch, clock);
  const documents = createDocuments(database, clock);
  const pages = createPages(database, documents, clock);
  const gate = createHostGate(clock);
  return {
    guard,
    robots,
    pages,
    loadUrl: createLoadUrl({ pages, safeFetch, robots, gate, clock }),
    readSitemap: createReadSitemap(safeFetch, robots, clock),
  };
}

/**
 * Builds everything concrete, once; nothing here starts, connects or waits.
 *
 * @param complete Reads the configuration again where the site's options are part of it.
 */
export function createServices(
  config: Config,
  database: Database,
  log: Log,
  complete: () => Promise<Config> = () => Promise.resolve(config),
) {
  const clock = Date.now;
  const state = createState(database);
  const documents = createDocuments(database, clock);
  const chunks = createChunks(database);
  const sessions = createSessions(database, clock);
  const chats = createChats(database, clock);
  const siteFetch = openSiteFetch(config, clock);
  const site = openSite(config, complete, siteFetch, clock);
  const bridge = createBridge({ site, fetch: siteFetch });
  const keys = deriveKeys(config.keyMaterial);
  const secrets = createSecrets(config.keyMaterial, config.olderKeyMaterial);
  const settings = createSettings({ ...config, bridge, secrets, clock, log });
  const providers = createProviders(providerKinds(config));
  const searchCopy = createSearchCopy({ database, log, ...config.search });
  const loop = { state, lease: config.lease, clock, log };
  const local = relationalVectorStore({ database, copy: searchCopy, state });
  const vectorize = createVectorize({
    ...config,
    local: storeAsIndex(local),
    database,
    settings,
    readVectors: readVectors(database),
    ...loop,
  });
  const vectorStore = storeWithIndex(local, vectorize.index, database);
  const indexes = createEmbeddingIndexes({ database, state, settings, providers });
  const embedAll = createEmbedAll(clock);
  const problem = createIndexProblem(state);
  const indexStatus = createIndexStatus({ database, settings, providers, problem });
  const queue = openQueue(config, keys.queue, database, loop);
  const admission = createAdmission(clock);
  const removeDocument = createRemoveDocument(database, documents);
  const web = createWeb(config, database, clock);
  const mcpServers = createMcpServers(database, secrets, clock, log);
  const mcp = createMcp(mcpServers, web.guard, version, log);
  const crawl = createCrawl({
    documents,
    crawls: createCrawls(database, documents),
    queue,
    robots: web.robots,
    clock,
    look: () => worker.look(),
  });
  const addPages = createAddPages({ ...web, documents, crawl });
  const reader = createGuardedExtract(config.reading);
  const handle = createIngest({
    database,
    chunks,
    queue,
    loadSource: createLoadSource(bridge, web.loadUrl),
    followPage: crawl.followPage,
    settings,
    indexes,
    vectorStore,
    extract: reader.extract,
    embedAll,
    clock,
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
    buildStep: createBuildIndex({ database, indexes, vectorStore, settings, embedAll }),
    problem,
    busy: () => worker.busy() || admission.any(),
    ...loop,
  });
  const adding = { documents, queue, worker, bridge, settings };
  const processDocument = createProcessDocument(adding);
  const indexPosts = createIndexPosts({
    documents,
    queue,
    state,
    bridge,
    settings,
    log,
    look: () => worker.look(),
  });
  const visibility = createVisibility({ database, bridge, removeDocument, clock, log });
  const compare = createReconcile({
    documents,
    bridge,
    settings,
    indexPosts,
    removeDocument,
    relocateDocument: createRelocateDocument(database, documents, chunks),
    clock,
    log,
  });
  const reconcile = visibility.confirmedBy(compare);
  const reindexChanged = createReindexChanged({
    documents,
    queue,
    state,
    settings,
    log,
    look: () => worker.look(),
    lookAtIndex: () => {
      indexBuilder.look();
      vectorize.sync.look();
    },
  });
  const withinBudget = createBudget({ state, clock });
  const retrieve = createRetrieve({
    indexes,
    chunks,
    vectorStore,
    lexical: searchCopy.lexical,
    visibility,
    rewrite: createRewrite({ providers, withinBudget }),
  });
  const vectorUpkeep = createVectorUpkeep(local.upkeep, loop);
  const loops = [worker, indexBuilder, vectorize.sync, vectorUpkeep];
  const metrics = createMetrics(async () => (await documents.counts()).by_status['queued'] ?? 0);
  return {
    config,
    keys,
    log,
    clock,
    site,
    database,
    state,
    documents,
    chunks,
    sessions,
    chats,
    mcpServers,
    mcp,
    guard: web.guard,
    settings,
    providers,
    vectorStore,
    searchCopy,
    vectorUpkeep,
    loops,
    removeData: createRemoveData({ database, settings, queue, searchCopy, vectorize, loops, log }),
    queue,
    worker,
    indexBuilder,
    reader,
    indexPosts,
    reconcile,
    reindexChanged,
    retrieve,
    search: createSearch({ settings, retrieve, vectorStore }),
    metrics,
    removeDocument,
    processDocument,
    addDocuments: createAddDocuments({ ...adding, addPages, clock }, processDocument),
    recheckUrls: createRecheckUrls({ ...web, settings, clock, enqueue: addPages.queue }),
    answer: createAnswer({
      settings,
      sessions,
      chats,
      providers,
      retrieve,
      visibility,
      withinBudget,
      tools: mcp.tools,
      metrics,
      clock,
    }),
    admission,
    rateLimit: createRateLimit({ state, key: keys.limits, clock }),
    status: createStatus(database, documents, bridge, queue, indexStatus, vectorStore),
    indexEstimate: createIndexEstimate({ database, settings }),
    vectorize,
    testConnection: createTestConnection({ settings, providers, local, vectorize, log }),
    ...createSiteEvents({
      documents,
      settings,
      indexPosts,
      removeDocument,
      reconcile,
      reindexChanged,
      visibility,
      log,
    }),
  };
}
export type Services = ReturnType<typeof createServices>;

/** Lets go of everything that they hold open. Work must have ended before. */
export async function closeServices(services: Services): Promise<void> {
  await services.reader.close();
  await services.mcp.connections.close();
  await services.queue.close();
  await services.searchCopy.close();
  await services.database.close();
}
