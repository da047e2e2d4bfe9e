import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { authorized, connectToSite } from '../config/site-connection.ts';
import { AppError } from '../errors/app-error.ts';
import { AddressGuard, withSite } from '../net/address-guard.ts';
import { siteAuth } from '../net/site-auth.ts';
import type { Log } from '../runtime/log.ts';
import { AnswersInProgress } from '../chat/answer/answers-in-progress.ts';
import { Admission } from '../chat/limits/admission.ts';
import { providerKinds } from './provider-kinds.ts';
import { LocalModels } from '../providers/local/local-models.ts';
import { lateLimits } from '../chat/answer/answer-writer.ts';
import { SlowModels } from '../providers/slow-models.ts';
import { Providers } from '../providers/registry.ts';
import { Secrets, deriveKeys } from '../secrets/secrets.ts';
import { UserHash } from '../secrets/user-hash.ts';
import { Readiness } from './status.ts';
import { Chunks, type ReadNearby } from '../storage/chunks.ts';
import type { Database } from '../storage/database.ts';
import { Chats } from '../storage/chats.ts';
import { DocumentAnswers } from '../storage/document-answers.ts';
import { Documents } from '../storage/documents.ts';
import { Sessions } from '../storage/sessions.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { UnstoredChats } from '../storage/unstored-chats.ts';
import { State } from '../storage/state.ts';
import { releaseAddress } from '../runtime/version.ts';
import { Bridge, fetchSiteIdentity } from '../wordpress/bridge.ts';
import { SettingsStore } from '../wordpress/settings.ts';
import { ServedSite } from '../wordpress/site.ts';

/**
 * Finds the site on this machine or elsewhere; its plugin confirms that it is the right site. `local` returns its
 * addresses on this machine.
 */
function openSiteFetch(config: Config, now: () => number) {
  const { siteUrl, siteAuth, siteId, tryLoopback } = config;
  const connected = connectToSite({
    siteUrl,
    tryLoopback,
    now,
    probe: async (fetch) => {
      const { id } = await fetchSiteIdentity(siteUrl, authorized(fetch, siteAuth));
      if (siteId && id !== siteId) throw new AppError('wrong_site');
    },
  });
  return { fetch: authorized(connected, siteAuth), local: connected.local };
}

/** Reads the site that is served from its options (`--wp`), or asks at its address. */
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
  return new ServedSite(
    isKnown ? siteOf(config) : null,
    async () => {
      const site = siteOf(await complete());
      return site.id ? site : { ...site, ...(await fetchSiteIdentity(site.address, fetch)) };
    },
    clock,
  );
}

/** Builds storage, the connection to the site, settings and providers. */
export function createFoundation(
  config: Config,
  database: Database,
  log: Log,
  complete: () => Promise<Config>,
) {
  const clock = Date.now;
  const state = new State(database);
  const documents = new Documents(database, clock);
  const chunks = new Chunks(database);
  const readNearby: ReadNearby = (...given) => chunks.nearby(...given);
  const answers = new AnswersInProgress();
  const documentAnswers = new DocumentAnswers(database, clock);
  const { fetch: siteFetch, local } = openSiteFetch(config, clock);
  const site = openSite(config, complete, siteFetch, clock);
  const bridge = new Bridge({ site, fetch: siteFetch });
  const keys = deriveKeys(config.keyMaterial);
  const secrets = new Secrets(config.keyMaterial, config.olderKeyMaterial);
  const settings = new SettingsStore({ ...config, bridge, secrets, clock, log });
  const forget = (ids: readonly string[]) => answers.forget(ids);
  const unstored = new UnstoredChats({
    openMemory: () => openSqlite(':memory:', database.prefix),
    stores: async () => (await settings.get()).privacy.store_chats,
  });
  const localModels = new LocalModels({
    folder: config.search.folder && join(config.search.folder, 'models'),
    guard: new AddressGuard(withSite(config.fetchAllowed, config.siteUrl)),
    language: () => settings.site()?.locale ?? '',
    release: releaseAddress(),
  });
  const supportsAi = () => settings.site()?.supports_ai !== false;
  const admission = new Admission(clock, () => settings.known());
  const kinds = providerKinds(config, localModels, {
    ask: (prompt) => bridge.ai(prompt),
    enter: () => admission.askSite(),
  });
  const providers = new Providers(kinds, supportsAi);
  return {
    config,
    database,
    log,
    clock,
    state,
    readiness: new Readiness(state, clock),
    documents,
    chunks,
    readNearby,
    answers,
    admission,
    sessions: new Sessions(database, { clock, forget, unstored }),
    chats: new Chats(database, clock, unstored),
    documentAnswers,
    userHash: new UserHash(config.keyMaterial, config.olderKeyMaterial),
    site,
    localSite: local,
    bridge,
    siteAuth: siteAuth(config.siteAuth, () => [config.siteUrl, settings.site()?.home_url]),
    keys,
    secrets,
    settings,
    localModels,
    providers,
    lateModels: new SlowModels(clock, lateLimits),
  };
}
export type Foundation = ReturnType<typeof createFoundation>;
