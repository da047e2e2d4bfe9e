/** Starts the answer service by what the first steps show for a way, in their order. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Children } from '../demo/children.ts';
import { isRoot, must } from '../stack/commands.ts';
import { giveTo, makeFolder } from '../stack/folders.ts';
import { freePort } from '../stack/ports.ts';
import type { Owner } from './owner.ts';
import { startPassenger } from './passenger.ts';
import type { Server } from './server.ts';
import type { FilmedSite } from './site.ts';

interface Work {
  owner: Owner;
  site: FilmedSite;
  /** Undefined where a way needs none. */
  server: Server | undefined;
  children: Children;
  password: string;
}

export interface Way {
  name: string;
  /** Label of its choice. */
  label: string;
  /** `systemd` of a server with or without WP-CLI; nothing of a way that needs no server of its own. */
  server?: 'wp-cli' | 'node';
  /** In what the service runs. */
  reality: string;
  start: (work: Work) => Promise<void>;
}

const card = ({ owner }: Work) => owner.page.locator('#itih-way');
const lineOf = (work: Work, text: string | RegExp) =>
  card(work).locator('.itih-command').filter({ hasText: text }).first();

async function copied(work: Work, caption: string, line: Locator): Promise<string> {
  await work.owner.look(caption, card(work), line.getByRole('button'));
  return work.owner.copy(line);
}

/** The one line of a server of one's own. */
async function oneLine(work: Work): Promise<void> {
  const line = await copied(work, 'The line of this site', lineOf(work, /^sudo/));
  await work.owner.paste('Terminal of the server', line, () => work.server!.type(line));
}

async function fillForm(work: Work, button: string, address?: string): Promise<void> {
  const { owner, password } = work;
  const form = card(work)
    .locator('form')
    .filter({ has: owner.page.getByRole('button', { name: button }) });
  if (address) await owner.fill(form.getByLabel('Address of the service'), address);
  await owner.fill(form.getByLabel('Password of your account'), password);
  await owner.look(button, card(work), form.getByRole('button', { name: button }));
  await owner.click(form.getByRole('button', { name: button }));
}

/** cPanel and Plesk: what their forms ask for, given to Apache with Passenger. */
async function passenger(work: Work): Promise<void> {
  const { owner, site, children } = work;
  const folder = await copied(work, 'What the panel asks for', lineOf(work, '/sidecar'));
  const root = join(makeFolder(join(site.folder, 'home')), 'itih');
  await owner.paste('File manager of the panel', `copy ${folder} to ${root}`, () => {
    cpSync(folder, root, { recursive: true });
    return Promise.resolve('');
  });
  const startupFile = await owner.copy(lineOf(work, /^passenger\.cjs/));
  const wp = await owner.copy(lineOf(work, new RegExp(`^${site.dir}(Copy)?$`)));
  let address = '';
  const fields = `root ${root}, startup file ${startupFile}, ITIH_WP ${wp}`;
  await owner.paste('Node.js application of the panel', fields, async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    startPassenger({ folder: site.folder, port, root, startupFile, wp }, children);
    return `Apache with Passenger at ${address}`;
  });
  await fillForm(work, 'Save the address', address);
}

/** Variables that the image sets, from its Dockerfile. */
function imageVariables(sidecar: string): Record<string, string> {
  const text = readFileSync(join(sidecar, 'Dockerfile'), 'utf8');
  const [, block = ''] = /\nENV ((?:.*\\\n)*.*)\n/.exec(text) ?? [];
  const pairs = block.matchAll(/(\w+)=(\S+)/g);
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, value]));
}

/** Starts the program with the variables of the image, on this machine in place of a container. */
function emulateContainer({ site, children }: Work, connect: string, port: string): void {
  const sidecar = join(site.dir, 'wp-content/plugins/itih-rag-chat/sidecar');
  const state = makeFolder(join(site.folder, 'state'), 'www-data');
  giveTo('www-data', state);
  const image = Object.entries(imageVariables(sidecar));
  const env = Object.fromEntries(
    image.map(([name, value]) => [name, value.replace('/state', state)]),
  );
  const given = { ...env, ITIH_CONNECT: connect, ITIH_PORT: port, ITIH_HOST: '127.0.0.1' };
  const words = Object.entries(given).map(([name, value]) => `${name}=${value}`);
  const command = ['env', ...words, process.execPath, join(sidecar, 'itih.mjs'), 'serve'];
  const [first = '', ...args] = isRoot
    ? [must('runuser'), '-u', 'www-data', '--', ...command]
    : command;
  const log = join(site.folder, 'container.log');
  children.start({ name: 'the emulated container', command: first, args, cwd: site.folder, log });
}

const connectIn = (line: string) => /ITIH_CONNECT=([\w.-]+)/.exec(line)?.[1] ?? '';

async function docker(work: Work): Promise<void> {
  const { owner } = work;
  await fillForm(work, 'Show the code', 'http://127.0.0.1:8790');
  const build = lineOf(work, 'docker build');
  await lineOf(work, 'ITIH_CONNECT=itih2').waitFor();
  const first = await copied(work, 'The lines of this site', build);
  await owner.paste('Terminal', first, () => Promise.resolve('(emulated)'));
  const line = await owner.copy(lineOf(work, 'docker run'));
  const port = /127\.0\.0\.1:(\d+):8790/.exec(line)?.[1] ?? '';
  await owner.paste(
    'Terminal',
    line,
    () => {
      emulateContainer(work, connectIn(line), port);
      return Promise.resolve('(emulated: the program with the variables of the image)');
    },
    false,
  );
}

async function cloud(work: Work): Promise<void> {
  const { owner } = work;
  await fillForm(work, 'Show the code');
  const vendor = card(work).locator('summary').filter({ hasText: 'Fly.io' });
  await owner.click(vendor);
  await lineOf(work, 'fly secrets set ITIH_CONNECT=itih2').waitFor();
  const port = String(await freePort('later'));
  const address = `http://127.0.0.1:${port}`;
  const first = await copied(work, 'The lines for a cloud', lineOf(work, 'fly launch'));
  await owner.paste('Terminal', first, () => Promise.resolve('(emulated)'), false);
  const secret = await owner.copy(lineOf(work, 'fly secrets set'));
  await owner.paste('Terminal', secret, () => Promise.resolve('(emulated)'), false);
  const last = await owner.copy(lineOf(work, 'fly deploy'));
  await owner.paste(
    'Terminal',
    last,
    () => {
      emulateContainer(work, connectIn(secret), port);
      return Promise.resolve(`(emulated) ${address}`);
    },
    false,
  );
  await fillForm(work, 'Save the address', address);
}

export const ways: Way[] = [
  {
    name: 'wp-cli',
    label: 'My own server, with WP-CLI',
    server: 'wp-cli',
    reality: 'real: WP-CLI, systemd',
    start: oneLine,
  },
  {
    name: 'without-wp-cli',
    label: 'My own server, without WP-CLI',
    server: 'node',
    reality: 'real: systemd',
    start: oneLine,
  },
  {
    name: 'passenger',
    label: 'cPanel or Plesk',
    reality: 'real: Passenger of Debian in Apache; the panel’s forms are emulated',
    start: passenger,
  },
  {
    name: 'docker',
    label: 'Docker',
    reality: 'emulated: the program with the variables of the image',
    start: docker,
  },
  {
    name: 'cloud',
    label: 'A cloud host',
    reality: 'emulated: the program with the variables of the image',
    start: cloud,
  },
];
