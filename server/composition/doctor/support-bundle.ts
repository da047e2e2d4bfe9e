import { arch, platform, release, totalmem } from 'node:os';
import { strToU8, zipSync } from 'fflate';
import type { Config } from '../../config/config.ts';
import type { StatusReply } from '../../contract/admin.ts';
import { version } from '../../runtime/version.ts';
import type { Services } from '../services.ts';
import type { Finding } from './findings.ts';
import { mapSecrets } from '../../wordpress/settings-secrets.ts';
import { cleanLog, scrub, secretsOf, withoutTexts } from './redact.ts';

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
    gateway: Boolean(config?.gateway),
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
