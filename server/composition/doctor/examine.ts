import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type StatusReply, statusReply } from '../../contract/admin.ts';
import { plainReason } from '../../errors/plain-reason.ts';
import { normaliseSettings } from '../../wordpress/settings.ts';
import { mapSecrets, recipientOf } from '../../wordpress/settings-secrets.ts';
import type { Services } from '../services.ts';
import { readStatus } from '../status.ts';
import { groupOf, testConnection } from '../test-connection.ts';
import { version } from '../../runtime/version.ts';
import type { VendorFailure } from '../../contract/trouble.ts';
import { signedHeaders } from '../../wordpress/signature.ts';

/** The result of one check: what was found, and what to do about it. */
export interface Finding {
  check: string;
  /** `skip`: it could not be checked, or there is nothing to check. */
  result: 'ok' | 'warn' | 'fail' | 'skip';
  says: string;
  /** The next step; empty when all is well. */
  next: string;
}

const settled =
  (result: 'ok' | 'skip') =>
  (check: string, says: string): Finding => ({ check, result, says, next: '' });
const unsettled =
  (result: 'warn' | 'fail') =>
  (check: string, says: string, next: string): Finding => ({ check, result, says, next });
const [ok, skip, warn] = [settled('ok'), settled('skip'), unsettled('warn')];
export const fail = unsettled('fail');

/** Whether something does not work. */
export const hasFailed = (findings: readonly Finding[]): boolean =>
  findings.some(({ result }) => result === 'fail');

const models = 'under Site Chat › Settings › AI model';

/** The next step, for a vendor that does not answer. */
const adviceFor: Record<VendorFailure, string> = {
  key: `Check the key ${models}.`,
  credit: 'Add credit to the account at the vendor.',
  limit: 'Wait a little, or ask the vendor for a higher limit.',
  model: `Check model and base URL ${models}.`,
  request: `Choose another model ${models}, or change the server as it says.`,
  late: 'See whether the server is busy or too slow for this model.',
  down: `See whether the server runs, and check its base URL ${models}.`,
  reply: `Check model and base URL ${models}.`,
  setup: `Complete the connection ${models}.`,
};

/** Finds a model that is missing on this machine; null: the chosen one can be tried. */
async function checkLocalModel({ localModels }: Services, model: string): Promise<Finding | null> {
  const chosen = localModels.chosen(model);
  if (chosen === null) {
    const says = `There is no model "${model}" in the ONNX format on this machine: pages are found by their words.`;
    return warn(
      'embeddings',
      says,
      'Choose another under Site Chat › Settings › Advanced › Find by meaning.',
    );
  }
  const { offer, automatic } = await localModels.status();
  if (!offer?.wanted || chosen !== automatic) return null;
  const says = `Pages in other languages than English are found by their words, until ${offer.name} is here.`;
  const next = offer.downloadable
    ? 'Download it under Site Chat › Settings › Advanced › Find by meaning, or with `wp itih models download`.'
    : 'Put its folder into models/ of the sidecar’s state folder; docs/hosting.md says where it is.';
  return warn('embeddings', says, next);
}

/** Milliseconds: it gives each part three seconds. */
const patience = 8000;

/** Returns where the environment of this command puts the sidecar. */
function ownAddress({ host, port }: Services['config']): string {
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
}

/** Asks the sidecar that runs for its status, as the plugin does; null if none of this site answers. */
async function askRunning({ config, site }: Services): Promise<StatusReply | null> {
  const identity = { role: 'admin', user_id: 0, ip: '', locale: '' } as const;
  const call = { method: 'GET', route: '/itih/v1/status', query: [], identity, body: '' };
  try {
    const answer = await fetch(ownAddress(config) + call.route, {
      headers: signedHeaders(call, await site.get(), Date.now()),
      signal: AbortSignal.timeout(patience),
    });
    return answer.ok ? statusReply.parse(await answer.json()) : null;
  } catch {
    return null;
  }
}

/** Milliseconds for one call of a vendor. */
const vendorTimeout = 90_000;
/** Bytes: an index is rewritten beside the old one. */
const littleSpace = 200 * 2 ** 20;
const noSpace = 20 * 2 ** 20;

const reasonOf = (error: unknown): string =>
  plainReason(error) ?? (error instanceof Error ? error.message : 'unknown');

function checkSidecar(running: StatusReply | null, { config }: Services): Finding {
  const at = ownAddress(config);
  if (running) return ok('sidecar', `It runs at ${at}, version ${running.version}.`);
  const says = `Nothing of this site answers at ${at}: it does not run, or listens elsewhere.`;
  return warn('sidecar', says, 'Start it: `itih service status` says what systemd knows of it.');
}

const results = { good: 'ok', recommended: 'warn', critical: 'fail', unknown: 'skip' } as const;

/** Returns what the sidecar says of a part of itself. */
function checkPart(check: string, { findings = {}, database }: StatusReply): Finding {
  const found = findings[check];
  if (!found || (check !== 'database' && database.engine === '')) {
    return skip(check, 'The database does not answer, so this could not be checked.');
  }
  const { status, label, says, next } = found;
  return { check, result: results[status], says: `${label}. ${says}`.trim(), next };
}

/** Tries to start the process that reads documents. */
async function checkReader({ reader }: Services): Promise<Finding> {
  const text = 'The reader can be started.';
  const source = { kind: 'txt', bytes: new TextEncoder().encode(text) } as const;
  const sizes = { size: 200, overlap: 0, minimum: 1 };
  try {
    await reader.extract(source, sizes, AbortSignal.timeout(vendorTimeout));
    return ok('reader', 'Documents can be read.');
  } catch (error) {
    const next = 'Documents wait. The machine may have no room for another process, or no /dev.';
    return fail('reader', `${reasonOf(error)} ${causeOf(error)}`, next);
  }
}

/** Returns the words of the innermost cause. */
const causeOf = (error: unknown): string =>
  error instanceof Error && error.cause ? causeOf(error.cause) : reasonOf(error);

/** Returns a folder, or the one above it that is there. */
const existing = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder));

async function checkDisk({ config }: Services): Promise<Finding> {
  const { database, search } = config;
  const file = database.dialect === 'sqlite' && database.file !== ':memory:' ? database.file : null;
  const folder = file === null ? search.folder : dirname(file);
  if (folder === null) return skip('disk', 'Nothing is written on this machine.');
  try {
    const { bavail, bsize } = await statfs(existing(folder));
    const says = `${Math.floor((bavail * bsize) / 2 ** 20)} MB are free in ${folder}.`;
    const next = 'Free some space there; docs/troubleshooting.md says what may go.';
    if (bavail * bsize < noSpace) return fail('disk', says, next);
    return bavail * bsize < littleSpace ? warn('disk', says, next) : ok('disk', says);
  } catch (error) {
    return skip('disk', `The space in ${folder} is not known: ${reasonOf(error)}`);
  }
}

function checkSite({ bridge }: StatusReply): Finding {
  if (bridge.ok) return ok('site', `WordPress answers at ${bridge.message}`);
  const next =
    'Open Tools › Site Health in WordPress; check ITIH_SITE_URL, and that both have the same secret.';
  return fail('site', bridge.message || 'WordPress does not answer.', next);
}

async function checkVersions({ bridge }: Services): Promise<Finding> {
  const { plugin_version } = (await bridge.settings()).site;
  if (plugin_version === version) return ok('version', `Plugin and sidecar are ${version}.`);
  const says = `The plugin is ${plugin_version}, the sidecar ${version}.`;
  return warn('version', says, 'Update the older one; they are released together.');
}

/** Finds stored keys that the present key material does not open: it is another one than they were stored with. */
async function checkKeys({ bridge, secrets, mcpServers }: Services): Promise<Finding> {
  const { settings } = await bridge.settings();
  const sealed = normaliseSettings(settings);
  const closed: string[] = [];
  mapSecrets(settings, (text, path) => {
    try {
      secrets.open(text, recipientOf(sealed, path) ?? '');
    } catch {
      closed.push(path.join('.'));
    }
    return '';
  });
  const servers = await mcpServers.unreadable();
  closed.push(...servers.map((id) => `header of MCP server ${id}`));
  if (closed.length === 0) return ok('keys', 'All stored API keys can be decrypted.');
  const says = `Stored with another key material, so that they cannot be decrypted: ${closed.join(', ')}.`;
  const next =
    'Give the sidecar the ITIH_ENCRYPTION_KEY, or the AUTH_KEY and AUTH_SALT, with which they were stored; or enter these keys again.';
  return fail('keys', says, next);
}

async function checkVendor(
  services: Services,
  scope: 'llm' | 'embedding' | 'rerank',
): Promise<Finding> {
  const check = { llm: 'language model', embedding: 'embeddings', rerank: 'reranking' }[scope];
  const settings = await services.settings.get();
  const { provider } = settings[groupOf[scope]];
  if (provider === '') return skip(check, 'None is chosen.');
  if (scope === 'embedding' && provider === 'local') {
    const finding = await checkLocalModel(services, settings.embeddings.local.model);
    if (finding) return finding;
  }
  if (scope === 'embedding' && services.providers.embedderChoice(settings).provider === 'builtin') {
    return skip(check, 'No model is in use: pages are found by their words.');
  }
  const tested = await testConnection(services, scope, {}, AbortSignal.timeout(vendorTimeout));
  if (!tested.ok) return fail(check, tested.message, adviceFor[tested.failure ?? 'reply']);
  const says = `${tested.model} answers, in ${tested.latency_ms} ms.`;
  const { notes = [] } = tested;
  if (notes.length === 0) return ok(check, says);
  return warn(check, [says, ...notes].join(' '), 'See Site Chat › Settings › AI model.');
}

/** Tests how answers reach visitors. The site remembers the best way that works. */
async function checkStreaming({ bridge, config }: Services): Promise<Finding> {
  const { use, says } = await bridge.transport(publicUrl(config));
  if (use === '') {
    const next = 'Let WordPress call its own address: Tools › Site Health names what blocks it.';
    return warn('streaming', 'The site cannot call itself.', next);
  }
  const all = [`Transport: ${use}.`, says].filter(Boolean).join(' ');
  if (use !== 'sync') return ok('streaming', all);
  return warn(
    'streaming',
    all,
    '`itih doctor --snippets nginx` prints a configuration that streams.',
  );
}

/** Port of the listener for visitors where the environment names none. */
const usualPort = 8791;

/** Returns the address of the listener for visitors as the web server of this machine reaches it. */
export function publicUrl({ edge }: Pick<Services['config'], 'edge'>): string {
  const { host, port } = edge ?? { host: '127.0.0.1', port: usualPort };
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Runs all checks, one after another: each says by itself what does not work. */
export async function examine(
  services: Services,
): Promise<{ findings: Finding[]; status: StatusReply }> {
  const running = await askRunning(services);
  // Nobody has searched with this process: its index is empty until it is loaded.
  if (!running) await services.vectorIndex.refresh?.().catch(() => undefined);
  const status = running ?? (await readStatus(services));
  const steps: [name: string, run: () => Finding | Promise<Finding>, isOfSite?: true][] = [
    ['sidecar', () => checkSidecar(running, services)],
    ['database', () => checkPart('database', status)],
    ['disk', () => checkDisk(services)],
    ['reader', () => checkReader(services)],
    ['site', () => checkSite(status)],
    ['queue', () => checkPart('queue', status)],
    ['index', () => checkPart('index', status)],
    ['guests', () => checkPart('guests', status)],
    ['visitors', () => checkPart('visitors', status)],
    ['version', () => checkVersions(services), true],
    ['keys', () => checkKeys(services), true],
    ['language model', () => checkVendor(services, 'llm'), true],
    ['embeddings', () => checkVendor(services, 'embedding'), true],
    ['reranking', () => checkVendor(services, 'rerank'), true],
    ['streaming', () => checkStreaming(services), true],
  ];
  const findings = services.config.notices.map((says) =>
    warn('configuration', says, 'docs/configuration.md has all variables.'),
  );
  const noSite = 'WordPress does not answer, so this could not be checked.';
  for (const [name, run, isOfSite] of steps) {
    if (isOfSite && !status.bridge.ok) findings.push(skip(name, noSite));
    else {
      const failed = (error: unknown) => fail(name, reasonOf(error), 'The log has the details.');
      findings.push(await Promise.resolve().then(run).catch(failed));
    }
  }
  return { findings, status };
}
