import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Config } from '../config/config.ts';
import { freePortFrom, install, type InstallOptions } from './service/install.ts';
import { problemWith } from './service/reach.ts';
import {
  placesFor,
  placesOf,
  readEnvironment,
  serveArguments,
  serviceName,
  unitText,
  writeEnvironment,
} from './service/systemd.ts';
import { ConfigError } from '../errors/config-error.ts';
import type { Facts, Lookup } from '../runtime/who-writes.ts';
import { signingServer } from '../../test/fakes/signing-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'itih-service-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['https://example.com/shop/', 'itih-example.com-shop'],
  ['http://127.0.0.1:8080/', 'itih-127.0.0.1-8080'],
  ['https://münchen.example/', 'itih-xn-mnchen-3ya.example'],
])('the service of %s is %s', (home, name) => {
  expect(serviceName(home)).toBe(name);
});

test('variables are read as they were written, by their owner alone', () => {
  const file = join(folder, 'etc/itih.env');
  const variables = { ITIH_SECRET: 'a"b\\c$d`e', ITIH_PORT: '8790', PATH: '/usr/bin:/bin' };
  writeEnvironment(file, variables);
  expect(readEnvironment(file)).toEqual(variables);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readEnvironment(join(folder, 'none'))).toEqual({});
});

const places = (scope: 'system' | 'user') => placesOf(scope, 'itih-example.com', folder, folder);
const mysql = (socketPath?: string) => ({
  dialect: 'mysql' as const,
  connection: { user: 'wp', password: 'x', database: 'wp', ...(socketPath && { socketPath }) },
  prefix: 'wp_rag_',
});
const unit = (over: Partial<Parameters<typeof unitText>[0]> = {}) =>
  unitText({
    places: places('system'),
    home: 'https://example.com/100%',
    node: '/opt/node 24/bin/node',
    command: ['/srv/$site/itih.mjs', 'serve'],
    account: { uid: 33, gid: 33 },
    isConnected: false,
    database: mysql(),
    ...over,
  });

test('a service of the machine runs as the owner of the files, with few rights', () => {
  const text = unit();
  expect(text).toContain('ExecStart="/opt/node 24/bin/node" "/srv/$$site/itih.mjs" "serve"');
  expect(text).toContain('Description=Itih RAG Chat for https://example.com/100%%');
  expect(text).toMatch(/User=33\nGroup=33\nNoNewPrivileges=yes\nCapabilityBoundingSet=\n/);
  expect(text).toContain('PrivateTmp=yes');
  expect(unit({ database: mysql('/tmp/mysql.sock') })).toContain('PrivateTmp=no');
});

test('a service for a site elsewhere has an account and a database of its own', () => {
  const database = { dialect: 'sqlite', file: 'itih.sqlite', prefix: 'wp_rag_' } as const;
  const text = unit({ account: null, isConnected: true, database });
  expect(text).toContain('DynamicUser=yes');
  expect(text).not.toMatch(/^(User|ReadWritePaths)=/m);
  expect(text).toContain(
    'Environment="ITIH_DATABASE_URL=sqlite:%S/itih-rag-chat/itih-example.com/itih.sqlite"',
  );
  // Its variables come after those, so that they win.
  expect(text).toContain('Environment="ITIH_SUPERVISED=1"');
});

test('a service keeps its name when the site gets another address', () => {
  const root = mkdtempSync(join(folder, 'moved-'));
  const site = { home: 'https://old.example', wp: '/srv/site', url: '' };
  const places = placesFor(site, 'system', root);
  mkdirSync(dirname(places.unit), { recursive: true });
  const command = ['/opt/itih.mjs', ...serveArguments(site)];
  const text = unit({ places, command });
  writeFileSync(places.unit, text);
  const moved = { ...site, home: 'https://new.example' };
  expect(placesFor({ ...moved, wp: '/srv/site/' }, 'system', root)).toEqual(places);
  for (const other of [{ wp: '/srv/other' }, { url: 'https://new.example/b/' }, { wp: null }]) {
    expect(placesFor({ ...moved, ...other }, 'system', root).name).toBe('itih-new.example');
  }
});

const given = {
  siteHome: 'https://shop.example',
  database: { dialect: 'sqlite', file: ':memory:', prefix: 'wp_rag_' },
} as Config;
const caller = { clock: Date.now, secret: 's'.repeat(32), id: '', url: 'https://shop.example' };

/** Begins to install a service: no program is started. */
const installing = (
  isThere: boolean,
  options: Pick<InstallOptions, 'scope' | 'wp' | 'root'> & Partial<InstallOptions>,
) =>
  install({
    ...{ config: given, url: '', caller, say: () => undefined, variables: {} },
    systemctl: {
      isThere: () => Promise.resolve(isThere),
      call: () => Promise.reject(new ConfigError('installed')),
      log: () => Promise.resolve(''),
    },
    ...options,
  });

test('an account without a session is led to root where systemd runs', async () => {
  const root = mkdtempSync(join(folder, 'booted-'));
  const wanted = (scope: 'system' | 'user') =>
    installing(false, { scope, wp: null, root, account: root });
  await expect(wanted('user')).rejects.toThrow(/systemd is not in charge here[\s\S]*ExecStart=/);
  mkdirSync(join(root, 'run/systemd/system'), { recursive: true });
  await expect(wanted('user')).rejects.toThrow('Run the command as root');
  await expect(wanted('system')).rejects.toThrow('systemd is not in charge here');
});

describe('the account of a service', () => {
  const root = mkdtempSync(join(folder, 'owned-'));
  const wp = join(root, 'site');
  const plugin = join(wp, 'plugin');
  const program = join(plugin, 'itih.mjs');
  const config = join(wp, 'wp-config.php');
  mkdirSync(plugin, { recursive: true });
  for (const file of [program, config]) writeFileSync(file, '');

  const accounts = [
    ['root', 'x', '0', '0'],
    ['www-data', 'x', '33', '33'],
    ['deploy', 'x', '1000', '1000'],
  ];
  const groups = [
    ['root', 'x', '0', ''],
    ['www-data', 'x', '33', 'deploy'],
    ['deploy', 'x', '1000', 'deploy'],
  ];
  type Owned = Record<string, [uid: number, gid: number, mode: number]>;
  const [wwwData, deploy, own] = [
    [33, 33, 0o644],
    [1000, 1000, 0o644],
    [0, 0, 0o755],
  ] as const;

  /** Installs with these owners and modes, and returns the lines of the unit or the refusal. */
  async function account(owned: Owned, runAs?: string): Promise<string> {
    const facts = (path: string): Facts => {
      const { mode, ...stats } = lstatSync(path);
      const [uid, gid, bits] = owned[path] ?? own;
      return {
        ...stats,
        isDirectory: () => statSync(path).isDirectory(),
        isSymbolicLink: () => false,
        uid,
        gid,
        mode: (mode & ~0o7777) | bits,
      };
    };
    const lookup: Lookup = (database, key) =>
      (database === 'passwd' ? accounts : groups).find(
        ([name, , number]) => key === name || key === number,
      ) ?? null;
    const files = { facts, lookup, paths: [plugin] };
    const said = await installing(true, { scope: 'system', wp, root, runAs, files }).then(
      () => '',
      (error: Error) => error.message,
    );
    if (said !== 'installed') return said;
    const { unit: file } = placesOf('system', 'itih-shop.example', root);
    return /^User=.*/m.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
  }

  test.each<[string, Owned, string | undefined, string | RegExp]>([
    [
      'the plugin and the site of www-data',
      { [config]: [...wwwData], [plugin]: [33, 33, 0o755], [program]: [...wwwData] },
      undefined,
      'User=33',
    ],
    [
      'a wp-config.php of root',
      { [config]: [0, 33, 0o640], [plugin]: [33, 33, 0o755] },
      undefined,
      /never runs as root.*--account www-data/,
    ],
    [
      'a wp-config.php of root, with an account',
      { [config]: [0, 33, 0o640], [plugin]: [33, 33, 0o755] },
      'www-data',
      'User=33',
    ],
    ['root by its number', { [config]: [...wwwData] }, '0', /never runs as root/],
    ['no such account', { [config]: [...wwwData] }, 'nobody-here', /no account nobody-here/],
    [
      'a plugin of www-data for deploy',
      { [config]: [...deploy], [plugin]: [33, 33, 0o755] },
      undefined,
      /may write .*plugin.*\(deploy\)/,
    ],
    [
      'a group with other members',
      { [config]: [...wwwData], [program]: [33, 33, 0o664] },
      undefined,
      /may write .*itih\.mjs/,
    ],
    [
      'a group of the account alone',
      { [config]: [...deploy], [program]: [1000, 1000, 0o664] },
      undefined,
      'User=1000',
    ],
    [
      'a wp-config.php that everybody may write',
      { [config]: [33, 33, 0o666] },
      undefined,
      /may write .*wp-config\.php/,
    ],
    [
      'a folder in which all may be replaced',
      { [config]: [...deploy], [wp]: [33, 33, 0o755] },
      undefined,
      /may write .*site/,
    ],
    [
      'a folder in which nobody can replace it',
      { [config]: [...deploy], [wp]: [0, 0, 0o1777] },
      undefined,
      'User=1000',
    ],
  ])('with %s is as it should be', async (_case, owned, runAs, expected) => {
    expect(await account(owned, runAs)).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });
});

test.each([
  'https://a.example/\n[Service]\nExecStartPre=+/bin/touch x',
  'https://a.example/\r\u2028x',
])('an address cannot write lines into the unit: %j', (home) => {
  const text = unit({ home });
  expect(text).toBe(unit({ home: new URL(home).href }));
  expect(text.match(/^\[Service\]$/gm)).toHaveLength(1);
  expect(text).not.toMatch(/^ExecStartPre/m);
});

test('nor can a path', () => {
  expect(() => unit({ command: ['/srv/a\nb/itih.mjs'] })).toThrow('control character');
});

describe('a sidecar that is asked how it is', () => {
  const status = { database: { ok: false, problem: 'disk_full' }, bridge: { ok: true } };
  async function problem(server: Server): Promise<string | null> {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const found = await problemWith(address, caller);
    server.close();
    return found;
  }

  test('is not there', async () => {
    const address = `http://127.0.0.1:${await freePortFrom(18_790)}`;
    expect(await problemWith(address, caller)).toBe(`Nothing answers at ${address}.`);
  });

  test('names a full disk', async () => {
    const server = signingServer(caller, (_, response) => response.end(JSON.stringify(status)));
    expect(await problem(server)).toContain('Make room on it');
  });

  test.each([JSON.stringify(status), '<p>Hello</p>'])(
    'is not a program that says %s',
    async (said) => {
      const server = createServer((_request, response) => response.end(said));
      expect(await problem(server)).toContain('Another program answers, with the status 200.');
    },
  );
});

test('a service of an account asks for nothing that needs root', () => {
  const text = unit({ places: places('user') });
  expect(text).not.toMatch(/User=|ProtectSystem|PrivateTmp/);
  expect(text).toContain('WantedBy=default.target');
});
