import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Identity } from '../../server/contract/bridge.ts';
import { fetchSiteIdentity } from '../../server/wordpress/bridge.ts';
import { signedHeaders } from '../../server/wordpress/signature.ts';
import { readStack, up } from '../../tools/stack/stack.ts';

/** @param path Below the folder of the benchmarks. */
const program = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Ends a process with this one, also when a benchmark fails. */
function endWithThis(child: ChildProcess): void {
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}

/** Returns the address of an empty database of MariaDB: of the test bed that `ITIH_STACK` names, else of one that ends with this process. */
export async function mariadbUrl(): Promise<string> {
  const file = process.env['ITIH_STACK'] ?? (await up({ name: 'bench', part: 'database' })).file;
  const { dbUser, dbPassword, dbHost, dbPort, dbName } = readStack(file);
  const prefix = `b${randomBytes(3).toString('hex')}_`;
  return `mysql://${dbUser}:${dbPassword}@${dbHost}:${dbPort}/${dbName}?prefix=${prefix}`;
}

/** A benchmark's program that prints its address when it is there. */
export async function startPeer(script: string, ...args: string[]) {
  const child = spawn(process.execPath, [program(script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithThis(child);
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { url, pid: child.pid, stop: () => child.kill() };
}

/** Seconds of processor time that a process has taken so far. */
export function cpuOf(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / 100;
}

interface Ports {
  port: number;
  /** 0: it has no listener for visitors. */
  publicPort: number;
}

/**
 * A sidecar as a process of its own, and what can be seen of it from outside.
 *
 * @param entry The program as owners start it, with the options that keep its memory small.
 */
export async function startSidecar(
  env: Record<string, string>,
  secret: string,
  entry = program('../server/itih.mjs'),
) {
  const child = spawn(process.execPath, [entry, 'serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      ITIH_PORT: '0',
      ITIH_SECRET: secret,
      ITIH_FETCH_ALLOW: '127.0.0.1',
      ...env,
    },
  });
  endWithThis(child);
  const lines = createInterface(child.stdout);
  const failures: string[] = [];
  const listening = new Promise<Ports>((resolve, reject) => {
    child.on('exit', () => reject(new Error('The sidecar has ended.')));
    lines.on('line', (line) => {
      const said = JSON.parse(line) as Partial<Ports> & { msg?: string; level?: number };
      if (said.msg === 'listening')
        resolve({ port: said.port ?? 0, publicPort: said.publicPort ?? 0 });
      if ((said.level ?? 0) >= 50) failures.push(line);
    });
  });
  const { port, publicPort } = await listening;
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/healthz`)).ok) await sleep(50);

  const site = await fetchSiteIdentity(env['ITIH_SITE_URL'] ?? '');

  /** Signed as the shim signs. */
  async function call(
    method: string,
    path: string,
    body?: unknown,
    role: Identity['role'] = path.startsWith('/chat') ? 'visitor' : 'admin',
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const identity = { role, user_id: 0, ip: '192.0.2.1', locale: 'en_US' } as const;
    const { pathname, search, searchParams } = new URL(`/itih/v1${path}`, url);
    const query = [...searchParams];
    const signed = { method, route: pathname, query, identity, body: text };
    return fetch(url + pathname + search, {
      method,
      ...(text && { body: text }),
      headers: {
        'content-type': 'application/json',
        ...headers,
        ...signedHeaders(signed, { ...site, secret }, Date.now()),
      },
    });
  }

  return {
    url,
    /** Address for visitors, with ITIH_PUBLIC_PORT. */
    publicUrl: `http://127.0.0.1:${publicPort}`,
    call,
    failures,

    /** Milliseconds until the whole answer was there. */
    async ask(message: string): Promise<number> {
      const started = performance.now();
      const response = await call('POST', '/chat', { message });
      const text = await response.text();
      if (!text.includes('event: done')) throw new Error(`No answer: ${text.slice(0, 300)}`);
      return performance.now() - started;
    },

    /** Resident memory in MB, now or at most so far. */
    rss(of: 'now' | 'peak' = 'now'): number {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      const line = of === 'now' ? /VmRSS:\s+(\d+)/ : /VmHWM:\s+(\d+)/;
      return Number(line.exec(status)?.[1]) / 1024;
    },

    /** Seconds of processor time so far. */
    cpu: () => cpuOf(child.pid),

    async end(signal: NodeJS.Signals): Promise<void> {
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    },
  };
}
export type BenchSidecar = Awaited<ReturnType<typeof startSidecar>>;
