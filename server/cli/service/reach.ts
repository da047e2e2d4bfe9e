import { setTimeout as sleep } from 'node:timers/promises';
import type { StatusReply } from '../../contract/admin.ts';
import { errorBody } from '../../contract/errors.ts';
import { isSignedAnswer, signedHeaders } from '../../wordpress/signature.ts';

/** A site whose calls a sidecar takes. */
export interface Caller {
  /** Returns milliseconds. */
  clock: () => number;
  secret: string;
  id: string;
  url: string;
}

const callMs = 15_000;
const pauseMs = 250;

/** Calls a sidecar on this machine as the plugin does for an administrator. @throws Error that says why not */
export async function callSidecar<Reply>(
  address: string,
  caller: Caller,
  method: 'GET' | 'POST',
  path: string,
  payload?: unknown,
): Promise<Reply> {
  const route = `/itih/v1${path}`;
  const body = payload === undefined ? '' : JSON.stringify(payload);
  const identity = { role: 'admin', user_id: 0, ip: '127.0.0.1', locale: 'en_US' } as const;
  const { clock, ...site } = caller;
  const signed = signedHeaders({ method, route, identity, body }, site, clock());
  const response = await fetch(address + route, {
    method,
    signal: AbortSignal.timeout(callMs),
    headers: { 'Content-Type': 'application/json', ...signed },
    ...(body !== '' && { body }),
  });
  const text = await response.text();
  const isSigned = isSignedAnswer(signed, response, text, site);
  if (response.ok && isSigned) return JSON.parse(text) as Reply;
  throw new Error(saidBy(text) ?? `Another program answers, with the status ${response.status}.`);
}

/** Returns the sentence of an error of the contract; null for any other text. */
function saidBy(text: string): string | null {
  try {
    return errorBody.parse(JSON.parse(text)).message;
  } catch {
    return null;
  }
}

/** Waits until a sidecar answers. @returns false if it does not in time */
export async function waitUntilHealthy(address: string, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(pauseMs)) {
    const isHealthy = await fetch(`${address}/healthz`, {
      signal: AbortSignal.timeout(callMs),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isHealthy) return true;
  }
  return false;
}

function databaseProblem(problem: StatusReply['database']['problem']): string {
  switch (problem) {
    case 'disk_full':
      return "The disk with the sidecar's database is full. Make room on it; the chat goes on by itself.";
    case 'locked':
      return "Another program, such as a backup, holds the tables of the sidecar's database.";
    case 'unreachable':
    case undefined:
      return 'The sidecar cannot use its database; its log says why.';
    default:
      return problem satisfies never;
  }
}

/** Returns what is wrong between a healthy sidecar and its site; null: both hear each other. */
export async function problemWith(address: string, caller: Caller): Promise<string | null> {
  try {
    const { bridge, database } = await callSidecar<StatusReply>(address, caller, 'GET', '/status');
    if (!database.ok) return databaseProblem(database.problem);
    return bridge.ok ? null : `The sidecar cannot call WordPress: ${bridge.message}`;
  } catch (error) {
    // https://developer.mozilla.org/en-US/docs/Web/API/Window/fetch#exceptions
    if ((error as Error).name === 'TypeError') return `Nothing answers at ${address}.`;
    return `The sidecar refuses the plugin's calls: ${(error as Error).message}`;
  }
}
