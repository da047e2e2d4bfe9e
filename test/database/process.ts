/** A sidecar as a process of its own, which can be killed and whose log can be read. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { until } from '../fakes/wait.ts';
import { compileCache, program } from '../program.ts';
import { secret } from './sidecar.ts';

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Does not wait for it. `ITIH_PORT` must be given. */
export function launchSidecar(env: Record<string, string>, from = program) {
  const child = spawn(process.execPath, [from, 'serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...compileCache,
      PATH: process.env['PATH'],
      ITIH_SECRET: secret,
      ITIH_FETCH_ALLOW: '127.0.0.1',
      ...env,
    },
  });
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (log += text));
  const url = `http://127.0.0.1:${env['ITIH_PORT']}`;
  const healthy = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  return { child, url, healthy, log: () => log };
}

/** Waits until it is healthy. `ITIH_PORT` must be given. */
export async function spawnSidecar(env: Record<string, string>, from = program) {
  const sidecar = launchSidecar(env, from);
  try {
    await until('the sidecar is healthy', sidecar.healthy, 60_000);
  } catch (error) {
    sidecar.child.kill('SIGKILL');
    throw new Error(sidecar.log(), { cause: error });
  }
  return sidecar;
}
