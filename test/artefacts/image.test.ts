/** The image's parts, without a container engine: its files, its command line, and the compose file around it. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { freePort } from '../database/process.ts';
import { secret } from '../database/sidecar.ts';
import { shimFor } from '../fakes/shim.ts';
import { until } from '../fakes/wait.ts';
import { startWordPressSite } from '../fakes/wordpress-site.ts';
import { unpack } from './archive.ts';

const repository = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(repository, name), 'utf8');

/** Instructions of the Dockerfile: comments removed, continued lines joined. */
const instructions = read('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => /^([A-Z]+) (.*)$/.exec(line)!.slice(1) as [string, string]);
const final = instructions.slice(instructions.findLastIndex(([name]) => name === 'FROM'));
const only = (name: string) => final.find(([each]) => each === name)?.[1] ?? '';
const listIn = (text: string) => JSON.parse(text.slice(text.indexOf('['))) as string[];
const env = Object.fromEntries(
  only('ENV')
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string]),
);

const folder = mkdtempSync(join(tmpdir(), 'itih-image-'));
const app = join(folder, 'itih-rag-chat/sidecar');
const state = join(folder, 'state');
const uid = Number(/^ACCOUNT=(\d+):/.exec(only('ARG'))?.[1]);
const isRoot = process.getuid?.() === 0;
const account = isRoot ? { uid, gid: uid } : {};
/** Paths of the image as they are here. */
const here = (text: string) =>
  text
    .replace('/nodejs/bin/node', process.execPath)
    .replace(/^\/app(?=\/)/, app)
    .replace('/state', state);

function forEachFolder(path: string, work: (path: string) => void): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) forEachFolder(inner, work);
    else work(inner);
  }
  work(path);
}

let site: Awaited<ReturnType<typeof startWordPressSite>>;
let child: ChildProcess | undefined;
let said = '';

function connectCode(): string {
  const payload = Buffer.from(JSON.stringify({ site: site.url, secret })).toString('base64url');
  return `itih1.${payload}.${createHash('sha256').update(payload).digest('hex').slice(0, 8)}`;
}
function run(command: string[], variables: Record<string, string>): void {
  said = '';
  child = spawn(process.execPath, command, { cwd: '/', env: variables, ...account });
  child.stdout?.on('data', (text: Buffer) => (said += text.toString()));
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
}

beforeAll(async () => {
  unpack('itih-rag-chat.zip', folder);
  mkdirSync(state);
  if (isRoot) chownSync(state, uid, uid);
  chmodSync(folder, 0o755);
  forEachFolder(app, (path) => chmodSync(path, statSync(path).isDirectory() ? 0o555 : 0o444));
  site = await startWordPressSite(secret);
  site.settings = {};
}, 60_000);
afterEach(async () => {
  if (child?.exitCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});
afterAll(async () => {
  await site.close();
  forEachFolder(app, (path) => chmodSync(path, 0o755));
  rmSync(folder, { recursive: true });
});

test('the image names files that the archive has, and variables that the sidecar knows', () => {
  const [from = ''] = final.map(([, text]) => text);
  expect(from).toMatch(/^gcr\.io\/distroless\/nodejs24-debian\d+:nonroot$/);
  const copied = final.filter(([name]) => name === 'COPY').map(([, text]) => text);
  expect(copied[0]).toBe('--from=files /files /app');
  const sources = instructions.find(([name]) => name === 'COPY')?.[1];
  expect(sources).toBe('Dockerfile dis[t]/itih-rag-chat/sidecar ./');
  for (const path of ['Dockerfile', 'dist/itih-rag-chat/sidecar']) {
    expect(read('.dockerignore')).toContain(`!${path}\n`);
  }
  // The archive's own is built from its folder.
  const own = readFileSync(join(app, 'Dockerfile'), 'utf8');
  expect(own).toBe(read('Dockerfile').replace(`COPY ${sources}`, 'COPY . ./'));
  for (const path of listIn(only('CMD')).filter((word) => word.startsWith('/'))) {
    expect([path, existsSync(here(path))]).toEqual([path, true]);
  }
  const documented = read('docs/configuration.md');
  for (const name of Object.keys(env)) expect(documented).toContain(`\`${name}\``);
  expect(uid).toBeGreaterThan(0);
  expect(only('EXPOSE')).toBe(env['ITIH_PORT']);
  expect(only('VOLUME')).toBe(env['ITIH_CACHE_DIR']);
});

test('its command runs without rights, from files that nobody may write, with one variable', async () => {
  const port = String(await freePort());
  const variables = {
    ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, here(value)])),
    ITIH_HOST: '127.0.0.1',
    ITIH_PORT: port,
    ITIH_CONNECT: connectCode(),
  };
  run(listIn(only('CMD')).map(here), variables);
  const health = listIn(only('HEALTHCHECK')).map(here);
  const check = () => spawnSync(health[0]!, health.slice(1), { env: variables, ...account }).status;
  expect(check()).toBe(1);
  await until('the health check is content', () => check() === 0, 30_000).catch(
    (error: unknown) => {
      throw new Error(said, { cause: error });
    },
  );
  const { status, body } = await shimFor(`http://127.0.0.1:${port}`, secret).admin<{
    bridge: { ok: boolean };
  }>('GET', '/status');
  expect([status, body.bridge.ok]).toEqual([200, true]);
  expect(readdirSync(state)).toContain('itih.sqlite');
  expect(said).not.toContain(secret);
}, 60_000);

test('Passenger takes its socket over in the process that it starts', async () => {
  const socket = join(state, 'passenger.sock');
  const loader = join(folder, 'loader.cjs');
  // As Passenger's loader: the first listen() of a server goes to a socket, whatever port it asks for.
  writeFileSync(
    loader,
    `const { Server } = require('http'); const { listen } = Server.prototype; let taken = false;
    Server.prototype.listen = function (...args) {
      if (taken) throw new Error('listen() was called more than once');
      taken = true;
      return listen.call(this, ${JSON.stringify(socket)}, args.find((one) => typeof one === 'function'));
    };
    require(${JSON.stringify(join(app, 'passenger.cjs'))});`,
  );
  run([loader], {
    ITIH_CONNECT: connectCode(),
    ITIH_DATABASE_URL: `sqlite:${join(state, 'passenger.sqlite')}`,
    ITIH_CACHE_DIR: state,
  });
  const health = () =>
    new Promise<number>((resolve) => {
      const call = request({ socketPath: socket, path: '/healthz' }, ({ statusCode = 0 }) =>
        resolve(statusCode),
      );
      call.on('error', () => resolve(0)).end();
    });
  await until('it answers', async () => (await health()) === 200, 30_000).catch(
    (error: unknown) => {
      throw new Error(said, { cause: error });
    },
  );
}, 60_000);

interface Service {
  image?: string;
  build?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: object;
  read_only?: boolean;
  logging?: { options: Record<string, string> };
}

test('the compose file refers to nothing that is not there', () => {
  const text = read('compose.yaml');
  const { services, volumes } = parse(text) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
  };
  expect(Object.keys(services)).toEqual(['db', 'wordpress', 'sidecar']);
  for (const { image = '', build, volumes: mounted = [], depends_on = {} } of Object.values(
    services,
  )) {
    expect(image || build).toBeTruthy();
    if (image) expect(image).toMatch(/^\w+:\d/);
    for (const mount of mounted) {
      const [source = ''] = mount.split(':');
      if (source.startsWith('.')) expect(source).toBe('./dist/itih-rag-chat');
      else expect(Object.keys(volumes)).toContain(source);
    }
    const needed = Array.isArray(depends_on) ? (depends_on as string[]) : Object.keys(depends_on);
    for (const name of needed) expect(services).toHaveProperty(name);
  }
  for (const { logging } of Object.values(services)) {
    expect(Object.keys(logging?.options ?? {})).toEqual(['max-size', 'max-file']);
  }
  const head = text.slice(0, text.indexOf('services:'));
  for (const [, name] of text.matchAll(/\$\{(\w+)/g)) expect(head).toContain(`${name}=`);
  const { environment = {}, read_only, volumes: mounted = [] } = services['sidecar']!;
  expect(read_only).toBe(true);
  expect(mounted).toEqual([`sidecar:${env['ITIH_CACHE_DIR']}`]);
  const documented = read('docs/configuration.md');
  for (const name of Object.keys(environment)) expect(documented).toContain(`\`${name}\``);
  const extra = services['wordpress']!.environment!['WORDPRESS_CONFIG_EXTRA'];
  expect(extra).toContain(`http://sidecar:${env['ITIH_PORT']}`);
});
