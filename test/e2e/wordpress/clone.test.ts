/** A staging copy: the production database and secret under another address. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cloneSite, type FurtherSite } from '../../../tools/stack/further-site.ts';
import { signedHeaders } from '../../../server/wordpress/signature.ts';
import { runPhp, stack, startSidecar, type Sidecar } from '../../stack.ts';
import { wp } from './wp-cli.ts';

let clone: FurtherSite;
let sidecar: Sidecar;

interface Body {
  code?: string;
  message?: string;
}

/** As the administrator, who is copied too; their application password as well. */
async function admin(method: string, path: string, body?: unknown) {
  const { adminUser, appPassword } = stack();
  const response = await fetch(`${clone.url}/wp-json${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${adminUser}:${appPassword}`).toString('base64')}`,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

const put = () => admin('PUT', '/itih/v1/settings', { chat: { system_prompt: 'by the clone' } });
const original = () => runPhp<string>("return wp_json_encode( get_option( 'itih_settings' ) );");
const identity = () =>
  runPhp<string[]>(
    'return array( Itih\\RagChat\\site_id(), Itih\\RagChat\\recorded_site_url() );',
    clone,
  );
const answer = (word: string) => wp(['itih', 'site', word], { site: clone });
const setRecorded = (url: string) =>
  runPhp(`update_option( 'itih_site_url', '${url}' ); return true;`, clone);

beforeAll(async () => {
  sidecar = await startSidecar();
  await runPhp('return Itih\\RagChat\\recorded_site_url();');
  clone = await cloneSite(stack(), 'clone');
});
afterAll(async () => sidecar?.stop());

describe('until it is known whether the site was moved or copied', () => {
  test('its administrator changes nothing of the original, and reads why', async () => {
    const before = await original();
    const { status, body } = await put();
    expect([status, body.code]).toEqual([403, 'wrong_site']);
    expect(body.message).toContain(stack().url);
    expect(body.message).toContain(clone.url);
    expect(await original()).toBe(before);
  });

  test('its visitors read that the chat is not available', async () => {
    const { nonce } = (await (await fetch(`${clone.url}/wp-json/itih/v1/session`)).json()) as {
      nonce: string;
    };
    const response = await fetch(`${clone.url}/wp-json/itih/v1/chat`, {
      method: 'POST',
      headers: { 'x-wp-nonce': nonce, 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Hello' }),
    });
    expect([response.status, ((await response.json()) as Body).code]).toEqual([
      503,
      'sidecar_unavailable',
    ]);
  });

  test('it gives nothing to the original’s sidecar', async () => {
    const [id = '', url = ''] = await identity();
    const route = '/itih/v1/bridge/settings';
    const call = {
      method: 'GET',
      route,
      identity: { role: 'system', user_id: 0, ip: '', locale: '' },
    } as const;
    const headers = signedHeaders(call, { id, url, secret: stack().secret }, Date.now());
    const ask = (site: string) => fetch(`${site}/index.php?rest_route=${route}`, { headers });
    expect((await ask(stack().url)).status).toBe(200);
    const refused = await ask(clone.url);
    expect([refused.status, ((await refused.json()) as Body).code]).toEqual([403, 'wrong_site']);
  });

  test('the administrator is asked on every screen, in words', async () => {
    const html = await runPhp<string>(
      `wp_set_current_user( get_user_by( 'login', 'admin' )->ID );
       ob_start(); Itih\\RagChat\\ask_moved_or_copied(); return ob_get_clean();`,
      clone,
    );
    expect(html).toContain('was this site moved or copied?');
    expect(html).toContain(stack().url);
    expect(html).toMatch(/name="itih_choice" value="moved"/);
    expect(html).toMatch(/name="itih_choice" value="copied"/);
    const editors = await runPhp<string>(
      `wp_set_current_user( get_user_by( 'login', 'editor' )->ID );
       ob_start(); Itih\\RagChat\\ask_moved_or_copied(); return ob_get_clean();`,
      clone,
    );
    expect(editors).toBe('');
  });
});

test('a copy that claims to have moved is refused by the sidecar itself', async () => {
  expect((await wp(['itih', 'status'], { site: clone })).stderr).toContain('"wp itih site moved"');
  expect((await answer('elsewhere')).stderr).toContain('Invalid value');
  expect((await answer('moved')).stdout).toContain(`Success: This is the site at ${clone.url}.`);
  const before = await original();
  const { status, body } = await put();
  expect([status, body.code]).toEqual([403, 'wrong_site']);
  expect(await original()).toBe(before);
  await setRecorded(stack().url);
});

test('a copy gets an id and a secret of its own; the original’s sidecar is another site’s', async () => {
  const [id] = await identity();
  expect((await answer('copied')).code).toBe(0);
  const [ownId, ownUrl] = await identity();
  expect(ownId).not.toBe(id);
  expect(ownUrl).toBe(clone.url);
  const { status, body } = await put();
  expect([status, body.code]).toEqual([403, 'wrong_site']);
  expect(body.message).toContain(`http://127.0.0.1:${stack().sidecarPort}`);
  const [originalId] = await runPhp<string[]>('return array( Itih\\RagChat\\site_id() );');
  expect(originalId).toBe(id);
});
