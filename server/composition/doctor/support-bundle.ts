import { arch, platform, release, totalmem } from 'node:os';
import { strToU8, zipSync } from 'fflate';
import type { Config } from '../../config/config.ts';
import type { StatusReply } from '../../contract/admin.ts';
import { version } from '../../runtime/version.ts';
import type { Services } from '../services.ts';
import type { Finding } from './examine.ts';
import { mapSecrets } from '../../wordpress/settings-secrets.ts';
import { secretFields } from '../../contract/settings.ts';
import { basicAuth } from '../../net/site-auth.ts';

type Json = Record<string, unknown>;

/** Names of settings whose text is one of a few, or the name of a model. All other texts are only counted. */
const plainTexts = new Set(
  (
    'provider model fallback engine index mode theme position citations store_ip reasoning_effort language ' +
    'placement kind'
  ).split(' '),
);

/** Returns settings without what an owner wrote: numbers and choices stay, texts become their length. */
function withoutTexts(value: unknown, name = ''): unknown {
  if ((secretFields as readonly string[]).includes(name)) return value ? '[set]' : '';
  if (typeof value === 'string') {
    return value === '' || plainTexts.has(name) ? value : `[${value.length} characters]`;
  }
  if (Array.isArray(value)) return `[${value.length} items]`;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutTexts(inner, key)]),
  );
}

/** Fields of a line of the log that are kept; `test/architecture/log-fields.test.ts` names all. */
const keptFields = (
  'level time msg requestId err code reason method path status ms scope task kind port version document ' +
  'finish firstToken total candidates passages tokens ok removed queued count'
).split(' ');
/** The id of a conversation is kept by nobody else. */
const withoutSessions = (path: string) => path.replace(/\/chats\/[\w-]{8,}/g, '/chats/…');

/** Returns a line of the sidecar's log with the fields that it is known to write; null for any other line. */
function logLine(line: string): string | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null || !('level' in parsed)) return null;
  const entry = parsed as Json;
  const kept = keptFields.flatMap((name) => (name in entry ? [[name, entry[name]] as const] : []));
  const fields: Json = Object.fromEntries(kept);
  if (typeof fields['path'] === 'string') fields['path'] = withoutSessions(fields['path']);
  return JSON.stringify(fields);
}

/** Returns the sidecar's own lines of a log, and how many others were left out. */
function cleanLog(text: string): { lines: string[]; leftOut: number } {
  const all = text.split('\n').filter((line) => line.trim() !== '');
  const lines = all.flatMap((line) => logLine(line) ?? []);
  return { lines, leftOut: all.length - lines.length };
}

/** Returns every secret of the configuration: texts that may stand nowhere. */
function secretsOf(config: Config): string[] {
  const { database, wordpress } = config;
  const accounts = [database, wordpress?.database].flatMap((one) =>
    one?.dialect === 'mysql' ? [String(one.connection.password ?? '')] : [],
  );
  return [
    config.secret,
    config.encryptionKey,
    config.keyMaterial,
    ...config.olderKeyMaterial,
    config.nonceSalt,
    ...Object.values(config.salts),
    ...Object.values(config.givenKeys).map(({ key }) => key),
    ...accounts,
    config.siteAuth,
    config.siteAuth.slice(config.siteAuth.indexOf(':') + 1),
    basicAuth(config.siteAuth)['authorization'] ?? '',
    config.metrics?.token ?? '',
    ...Object.entries(config.otel).flatMap(([name, text]) => (/HEADERS/.test(name) ? [text] : [])),
  ].filter((text) => text.length >= 4);
}

/** Any run of characters without the marks that stand between words in texts, JSON and addresses. */
const word = /[^\s"'<>(),;:\\[\]{}]+/g;
/** A path of a scoped package has a slash before it. */
const isEmail = (text: string): boolean => /[^/]@./.test(text);
/** Four groups of digits, and what looks like IPv6. */
const address = /\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[\da-f]{1,4}:){3,7}[\da-f]{1,4}\b/gi;
const isOwn = (text: string) => text.startsWith('127.') || text === '0.0.0.0';

/** Removes secrets, e-mail addresses and addresses of visitors from a text, wherever they come from. */
function scrub(text: string, secrets: readonly string[]): string {
  // Longer ones first: one may be the beginning of another. JSON may have escaped them.
  const forms = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  const known = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return known
    .reduce((left, secret) => left.replaceAll(secret, '[redacted]'), text)
    .replace(word, (found) => (isEmail(found) ? '[e-mail]' : found))
    .replace(address, (found) => (isOwn(found) ? found : '[address]'));
}

/** All that is known; a part is absent where the sidecar could not even begin. */
export interface Facts {
  findings: readonly Finding[];
  status?: StatusReply;
  settings?: object;
  counts?: object;
  config?: Config;
  /** The end of the log; empty if it is not known where it is. */
  log: string;
  /** Variables of the process: only their names are told. */
  variables: readonly string[];
}

/** Collects what can be counted without reading what anybody wrote. */
export async function countAll({
  database,
  documents,
}: Pick<Services, 'database' | 'documents'>): Promise<object> {
  const rowsOf = async (table: 'chat_sessions' | 'chats' | 'gaps' | 'mcp_servers') => {
    const { n } = await database.query
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  return {
    documents: await documents.counts(),
    conversations: await rowsOf('chat_sessions'),
    turns: await rowsOf('chats'),
    gaps: await rowsOf('gaps'),
    mcp_servers: await rowsOf('mcp_servers'),
  };
}

const readme = `Support bundle of Itih RAG Chat.

It holds versions, settings without texts and keys, the state of each part, numbers, the results of "itih doctor", and
the end of the sidecar's log. Secrets, e-mail addresses and addresses of visitors were removed; no conversation, page or
question is in it. Look through it before you send it to anybody.
`;

/** Returns a zip archive for whoever helps the owner. */
export function supportBundle(facts: Facts): Uint8Array {
  const { findings, status, settings, counts, config, log, variables } = facts;
  const secrets = config ? secretsOf(config) : [];
  mapSecrets(settings ?? {}, (secret) => secret && secrets.push(secret));
  const { lines, leftOut } = cleanLog(log);
  const about = {
    version,
    node: process.version,
    system: `${platform()} ${release()} ${arch()}`,
    memory_mb: Math.round(totalmem() / 2 ** 20),
    database: config?.database.dialect ?? 'unknown',
    public_port: Boolean(config?.edge),
    metrics: Boolean(config?.metrics),
    variables: [...variables].sort(),
    lines_of_others_left_out_of_the_log: leftOut,
  };
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const files: Record<string, string> = {
    'README.txt': readme,
    'about.json': json(about),
    'checks.json': json(findings),
    ...(status && { 'status.json': json(status) }),
    ...(settings && { 'settings.json': json(withoutTexts(settings)) }),
    ...(counts && { 'counts.json': json(counts) }),
    'log.jsonl': lines.map((line) => `${line}\n`).join(''),
  };
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, strToU8(scrub(text, secrets))]),
    ),
  );
}
