/** `itih connect`, from the command over core's screen to an answer of a sidecar that has one variable. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, statSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { cloneSite, type FurtherSite } from '../../../tools/stack/further-site.ts';
import { freePort, spawnSidecar } from '../../database/process.ts';
import { until } from '../../fakes/wait.ts';
import { program } from '../../program.ts';
import { runPhp, stack } from '../../stack.ts';
import { adminUrl, expectProblem, look, openPage } from './pages.ts';

// The screen asks again and again whether something answers, and what it refuses.
expectProblem(/status of (503|401|403|400)/);

let site: FurtherSite;
let page: Page;
let home: string;
let port: string;
let code: string;
let used: string;
let sidecar: Awaited<ReturnType<typeof spawnSidecar>> | undefined;

const php = <T = unknown>(text: string) => runPhp<T>(text, site);
const secret = () => php<string>('return Itih\\RagChat\\secret();');

/** Runs `itih connect` and gives the address of the screen; `answer` enters lines and gives how it ended. */
async function connect(...options: string[]) {
  const child = spawn(process.execPath, [program, 'connect', site.url, ...options], {
    env: { PATH: process.env['PATH'], HOME: home },
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (text: Buffer) => (said.stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said.stderr += text.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await until('it asks', () => said.stderr.includes('User name:') || child.exitCode !== null);
  const [address = ''] = /http\S+authorize-application\S+/.exec(said.stderr) ?? [];
  return {
    address,
    async answer(user: string, password: string) {
      child.stdin.end(`${user}\n${password}\n`);
      return { status: await ended, ...said };
    },
  };
}

async function approve(address: string): Promise<string> {
  await page.goto(address);
  expect(await page.textContent('body')).toContain('Itih RAG Chat on ');
  await page.getByRole('button', { name: 'Yes, I approve of this connection' }).click();
  const shown = page.locator('#new-application-password-value');
  await shown.waitFor();
  return shown.inputValue();
}

const passwords = () =>
  php<string[]>(
    "return array_column( WP_Application_Passwords::get_user_application_passwords( 1 ), 'name' );",
  );

async function call(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: object = {},
) {
  const response = await fetch(`${site.url}/index.php?rest_route=/itih/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(['POST', 'PUT'].includes(method) && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const basic = (user: string, password: string) => ({
  authorization: `Basic ${btoa(`${user}:${password}`)}`,
});

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'itih-connect-'));
  port = String(await freePort());
  site = await cloneSite(stack(), 'connected');
  // A site that keeps secret and address itself.
  const config = join(site.wpDir, 'wp-config.php');
  const text = readFileSync(config, 'utf8');
  writeFileSync(config, text.replace(/define\( 'ITIH_(SECRET|SIDECAR_URL)'.*\n/g, ''));
  await php(`Itih\\RagChat\\resolve_site_doubt( 'copied' ); delete_option( 'itih_sidecar_url' );
    update_option( 'itih_settings', array( 'general' => array( 'widget_enabled' => true ),
      'embeddings' => array( 'provider' => 'builtin' ) ) );`);
  page = await openPage({ account: 'admin', site: site.url });
});
afterAll(() => {
  sidecar?.child.kill('SIGKILL');
  rmSync(home, { recursive: true });
});

test('an approval gives one variable, and its password is deleted', async () => {
  const before = await passwords();
  const running = await connect('--address', `http://127.0.0.1:${port}`, '--print');
  used = await approve(running.address);
  expect(await passwords()).toHaveLength(before.length + 1);
  const { status, stdout, stderr } = await running.answer('admin', used);
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: expect.any(String) as unknown as string,
  });
  expect(stdout).toMatch(/^ITIH_CONNECT=itih1\.[\w-]+\.[\da-f]{8}\n$/);
  code = stdout.trim().slice('ITIH_CONNECT='.length);
  expect(stderr).toContain(`WordPress calls the sidecar at http://127.0.0.1:${port}`);
  expect(stderr + running.address).not.toContain(used);
  expect(stderr).not.toContain(await secret());
  expect(await passwords()).toEqual(before);
});

test('a sidecar with that variable alone answers the visitors of the site', async () => {
  sidecar = await spawnSidecar({
    ITIH_SECRET: '',
    ITIH_CONNECT: code,
    ITIH_PORT: port,
    ITIH_DATABASE_URL: `sqlite:${join(home, 'itih.sqlite')}`,
  });
  const session = async () =>
    (await fetch(`${site.url}/wp-json/itih/v1/session`).then((response) => response.json())) as {
      nonce: string;
      available: boolean;
    };
  await until('the chat is available', async () => {
    await php("delete_transient( 'itih_probe' );");
    return (await session()).available;
  });
  const nonce = { 'x-wp-nonce': (await session()).nonce };
  const asked = await call('POST', '/chat/sync', nonce, { message: 'Hello' });
  expect([asked.status, typeof asked.body['reply']]).toEqual([200, 'string']);
  const status = await call('GET', '/status', basic('admin', stack().appPassword));
  expect(status.body['bridge']).toEqual({ ok: true, message: site.url });
});

test('nobody else gets the connection', async () => {
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const nonce = await (
    await fetch(`${site.url}/wp-admin/admin-ajax.php?action=rest-nonce`, { headers: { cookie } })
  ).text();
  const editor =
    await php<string>(`return WP_Application_Passwords::create_new_application_password(
    get_user_by( 'login', 'editor' )->ID,
    array( 'name' => 'x', 'app_id' => Itih\\RagChat\\contract()['connect_app_id'] ) )[0];`);
  const callers = {
    'without a login': {},
    'with the password that was used': basic('admin', used),
    'with a password for something else': basic('admin', stack().appPassword),
    'with an editor’s approval': basic('editor', editor),
    'with a page of the site, as an administrator': { cookie, 'x-wp-nonce': nonce },
  };
  const found = await Promise.all(
    Object.entries(callers).map(async ([who, headers]) => {
      const { status, body } = await call('POST', '/connect', headers);
      return [who, [401, 403].includes(status), 'connect' in body];
    }),
  );
  expect(found).toEqual(Object.keys(callers).map((who) => [who, true, false]));
  const shown = await Promise.all([
    call('POST', '/connection', {}),
    call('POST', '/connection', { cookie }),
    call('POST', '/connection', { cookie, 'x-wp-nonce': nonce }),
    call('POST', '/connection', { cookie, 'x-wp-nonce': nonce }, { password: 'another' }),
    call('POST', '/connection', { cookie, 'x-wp-nonce': nonce }, { password: [] }),
    call('PUT', '/connection', { cookie, 'x-wp-nonce': nonce }, { password: 'another' }),
    call('DELETE', '/connection', { cookie }),
    call('GET', '/connection', { cookie, 'x-wp-nonce': nonce }),
  ]);
  expect(shown.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403, 404]);
});

test('an address that would carry questions in the open is refused, and the password stays usable', async () => {
  const running = await connect('--address', 'http://chat.example.com', '--print');
  const password = await approve(running.address);
  const refused = await running.answer('admin', password);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('has to begin with https://');
  const again = await connect();
  const { status, stderr } = await again.answer('admin', password);
  expect(status).toBe(0);
  const [, file = ''] = /Wrote (\S+\.env)/.exec(stderr) ?? [];
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain(`ITIH_CONNECT="${code}"`);
});

test('a code is shown to who knows the password, and addresses that cannot be are told so', async () => {
  // As before the first contact.
  await php("delete_option( 'itih_contact' ); update_option( 'itih_had_contact', 0 );");
  sidecar?.child.kill('SIGSTOP');
  await page.goto(adminUrl('-setup&step=where&way=panel', site.url));
  expect(await page.content()).not.toContain(await secret());
  const form = page.locator('.itih-connect');
  const save = async (address: string, password: string, shown: string, where = form) => {
    await form.getByLabel('Address of the service').fill(address);
    await form.getByLabel('Password of your account').fill(password);
    await form.getByRole('button', { name: 'Save the address' }).click();
    await where.getByText(shown).first().waitFor();
  };
  const { adminPassword } = stack();
  const watched = page.locator('.itih-watch');
  await save('https://chat.example.com', 'another', 'This is not the password of your account.');
  await save('http://chat.example.com', adminPassword, 'The address has to begin with https://');
  await save('https://nobody.invalid', adminPassword, 'There is no server of this name', watched);
  const closed = `http://127.0.0.1:${await freePort()}`;
  await save(closed, adminPassword, 'Nobody answers on port', watched);
  await look(page, 'where-panel');
  sidecar?.child.kill('SIGCONT');
  await save(
    `http://127.0.0.1:${port}`,
    adminPassword,
    'How shall it answer?',
    page.locator('#itih-how'),
  );
});

test('a code that is older than 15 minutes is said to have expired', async () => {
  const late = await openPage({ account: 'admin', site: site.url });
  await late.clock.install();
  await late.goto(adminUrl('-setup&step=where&way=docker', site.url));
  await late.getByRole('button', { name: 'Let it run somewhere else' }).click();
  await late.getByLabel('Password of your account').fill(stack().adminPassword);
  await late.getByRole('button', { name: 'Show the code' }).click();
  await late.locator('#itih-way').getByText('ITIH_CONNECT=itih2.').first().waitFor();
  await late.clock.fastForward('15:01');
  await late.locator('#itih-way').getByText('This code has expired. Show a new one.').waitFor();
  await late.context().close();
});

test('the admin shows a one-time code on demand, or the lasting one, and disconnects', async () => {
  await page.goto(adminUrl('-setup&step=where&way=docker', site.url));
  await page.getByRole('button', { name: 'Let it run somewhere else' }).click();
  const { adminPassword } = stack();
  const card = page.locator('#itih-way');
  const show = async (password: string, shown: string) => {
    await page.getByLabel('Password of your account').fill(password);
    await page.getByRole('button', { name: 'Show the code' }).click();
    await card.getByText(shown).first().waitFor();
  };
  await page.getByLabel('Address of the service').fill(`http://127.0.0.1:${port}`);
  await show(adminPassword, 'ITIH_CONNECT=itih2.');
  await look(page, 'where-docker-code');
  await page.getByLabel('My host keeps no files').check();
  await show(adminPassword, `ITIH_CONNECT=${code}`);
  const before = await secret();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.locator('.itih-notice').getByText('The old code does not work any more.').waitFor();
  expect(await secret()).not.toBe(before);
  const left = "array( get_option( 'itih_sidecar_url' ), get_option( 'itih_connect_code' ) )";
  expect(await php(`return ${left};`)).toEqual([false, false]);
  // The sidecar with the old secret is not heard.
  await php(`update_option( 'itih_sidecar_url', 'http://127.0.0.1:${port}' );`);
  const status = await call('GET', '/status', basic('admin', stack().appPassword));
  expect([status.status, status.body['code']]).toEqual([401, 'invalid_signature']);
  await page.locator('.itih-watch').getByText('has another secret').waitFor();
});
