import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createAddressGuard, withSite } from '../net/address-guard.ts';
import { siteAuth } from '../net/site-auth.ts';
import type { Log } from '../runtime/log.ts';
import { AnswersInProgress } from '../chat/answers-in-progress.ts';
import { providerKinds } from './provider-kinds.ts';
import { createLocalModels } from '../providers/local/local-models.ts';
import { lateLimits } from '../chat/note-late.ts';
import { createSlowModels } from '../providers/slow-models.ts';
import { createProviders } from '../providers/registry.ts';
import { createSecrets, deriveKeys } from '../secrets/secrets.ts';
import { createUserHash } from '../secrets/user-hash.ts';
import { openSite, openSiteFetch } from './open-site.ts';
import { createReadiness } from './readiness.ts';
import { createChunks, createReadNearby } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import { createDocumentAnswers } from '../storage/document-answers.ts';
import { createDocuments } from '../storage/documents.ts';
import { createPersonalChats } from '../storage/sessions.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { createVisitorChats } from '../storage/visitor-chats.ts';
import { createState } from '../storage/state.ts';
import { releaseAddress } from '../runtime/version.ts';
import { createBridge } from '../wordpress/bridge.ts';
import { SettingsStore } from '../wordpress/settings.ts';

/** Builds storage, the connection to the site, settings and providers. */
export function createFoundation(
  config: Config,
  database: Database,
  log: Log,
  complete: () => Promise<Config>,
) {
  const clock = Date.now;
  const state = createState(database);
  const documents = createDocuments(database, clock);
  const chunks = createChunks(database);
  const answers = new AnswersInProgress();
  const documentAnswers = createDocumentAnswers(database, clock);
  const { fetch: siteFetch, local } = openSiteFetch(config, clock);
  const site = openSite(config, complete, siteFetch, clock);
  const bridge = createBridge({ site, fetch: siteFetch });
  const keys = deriveKeys(config.keyMaterial);
  const secrets = createSecrets(config.keyMaterial, config.olderKeyMaterial);
  const settings = new SettingsStore({ ...config, bridge, secrets, clock, log });
  const visitorChats = createVisitorChats(database, {
    clock,
    forget: (ids) => answers.forget(ids),
    openMemory: () => openSqlite(':memory:', database.prefix),
    stores: async () => (await settings.get()).privacy.store_chats,
  });
  const localModels = createLocalModels({
    folder: config.search.folder && join(config.search.folder, 'models'),
    guard: createAddressGuard(withSite(config.fetchAllowed, config.siteUrl)),
    language: () => settings.site()?.locale ?? '',
    release: releaseAddress(),
  });
  const supportsAi = () => settings.site()?.supports_ai !== false;
  const providers = createProviders(providerKinds(config, localModels), supportsAi);
  return {
    config,
    database,
    log,
    clock,
    state,
    readiness: createReadiness(state, clock),
    documents,
    chunks,
    readNearby: createReadNearby(database),
    answers,
    ...visitorChats,
    documentAnswers,
    personalChats: createPersonalChats(database),
    userHash: createUserHash(config.keyMaterial, config.olderKeyMaterial),
    site,
    localSite: local,
    bridge,
    siteAuth: siteAuth(config.siteAuth, () => [config.siteUrl, settings.site()?.home_url]),
    keys,
    secrets,
    settings,
    localModels,
    providers,
    lateModels: createSlowModels(clock, lateLimits),
  };
}
export type Foundation = ReturnType<typeof createFoundation>;
