import { setTimeout as sleep } from 'node:timers/promises';
import type { StatusReply } from '../../contract/admin.ts';
import type { SiteIdentity } from '../../contract/bridge.ts';
import { errorBody } from '../../contract/errors.ts';
import { isSignedAnswer, signedHeaders } from '../../wordpress/signature.ts';

/** A site whose calls a sidecar takes. */
export interface Caller extends SiteIdentity {
  /** Returns milliseconds. */
  clock: () => number;
  secret: string;
}

const callMs = 15_000;
const pauseMs = 250;

/** Returns the sentence of an error of the contract; null for any other text. */
function saidBy(text: string): string | null {
  try {
    return errorBody.parse(JSON.parse(text)).message;
  } catch {
    return null;
  }
}

/** Calls a sidecar on this machine as the plugin does for an administrator. @throws Error that says why not */
export async function callSidecar(
  address: string,
  { clock, ...site }: Caller,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: unknown,
  within = callMs,
): Promise<unknown> {
  const route = `/itih/v1${path}`;
  const body = payload === undefined ? '' : JSON.stringify(payload);
  const identity = { role: 'admin', user_id: 0, ip: '127.0.0.1', locale: 'en_US' } as const;
  const signed = signedHeaders({ method, route, identity, body }, site, clock());
  const response = await fetch(address + route, {
    method,
    signal: AbortSignal.timeout(within),
    headers: { 'Content-Type': 'application/json', ...signed },
    ...(body !== '' && { body }),
  });
  const text = await response.text();
  const isSigned = isSignedAnswer(signed, response, text, site);
  if (response.ok && isSigned) return JSON.parse(text);
  throw new Error(saidBy(text) ?? `Another program answers, with the status ${response.status}.`);
}

/** Waits until a sidecar answers. @returns false if it does not in time */
export async function waitUntilHealthy(address: string, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(pauseMs)) {
    const signal = AbortSignal.timeout(callMs);
    const response = await fetch(`${address}/healthz`, { signal }).catch(() => null);
    if (response?.ok) return true;
  }
  return false;
}

/** Sentences on what keeps the sidecar's database from working, by the problem that its status names. */
const databaseProblems: Record<NonNullable<StatusReply['database']['problem']>, string> = {
  disk_full:
    "The disk with the sidecar's database is full. Make room on it; the chat goes on by itself.",
  locked: "Another program, such as a backup, holds the tables of the sidecar's database.",
  unreachable: 'The sidecar cannot use its database; its log says why.',
};

/** Returns what is wrong between a healthy sidecar and its site; null: both hear each other. */
export async function problemWith(address: string, caller: Caller): Promise<string | null> {
  try {
    const status = await callSidecar(address, caller, 'GET', '/status');
    const { bridge, database } = status as StatusReply;
    if (!database.ok) return databaseProblems[database.problem ?? 'unreachable'];
    return bridge.ok ? null : `The sidecar cannot call WordPress: ${bridge.message}`;
  } catch (error) {
    // https://developer.mozilla.org/en-US/docs/Web/API/Window/fetch#exceptions
    if ((error as Error).name === 'TypeError') return `Nothing answers at ${address}.`;
    return `The sidecar refuses the plugin's calls: ${(error as Error).message}`;
  }
}
