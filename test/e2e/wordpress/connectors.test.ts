/** WordPress 7.0's own connectors and its switch for AI, on a WordPress that has them. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TestReply } from '../../../server/contract/admin.ts';
import type { MaskedSettings } from '../../../admin/api.ts';
import {
  login,
  pluginComplaints,
  rest,
  runPhp,
  stack,
  startSidecar,
  type Sidecar,
} from '../../stack.ts';
import { switchAiOff } from '../ai-switch.ts';

const key = 'not-a-key-but-as-long-as-one-7001';
const option = 'connectors_ai_openai_api_key';

let sidecar: Sidecar;
let switchOn = () => {};

const settings = async () =>
  (await rest<{ settings: MaskedSettings }>('GET', '/itih/v1/settings')).body.settings;
const put = (patch: object) => rest('PUT', '/itih/v1/settings', patch);
const testOf = async (scope: string) =>
  (await rest<TestReply>('POST', '/itih/v1/admin/test', { scope })).body;

beforeAll(async () => {
  sidecar = await startSidecar();
  expect(await runPhp("return function_exists( 'wp_get_connectors' );")).toBe(true);
});
afterAll(async () => {
  switchOn();
  await runPhp(`delete_option( '${option}' ); update_option( 'itih_settings', array(), false );`);
  await sidecar.stop();
});

test('a key of Settings → Connectors is used at once, before the plugin’s own', async () => {
  await put({ llm: { openai: { api_key: 'an-own-key-that-is-stored-0001' } } });
  expect((await settings()).llm.openai.api_key).toEqual({ set: true, last4: '0001' });
  await runPhp(`update_option( '${option}', '${key}' );`);
  const { llm, embeddings } = await settings();
  expect(llm.openai.api_key).toEqual({ set: true, last4: '7001', given: 'connectors' });
  expect(embeddings.openai.api_key).toMatchObject({ given: 'connectors' });
  expect(llm.anthropic.api_key).toEqual({ set: false, last4: '' });
});

test('it goes to the vendor alone, and crosses no network in clear', async () => {
  const said = await runPhp<string>(
    'return wp_json_encode( \\Itih\\RagChat\\bridge_get_settings()->get_data() );',
  );
  expect(JSON.parse(said)).toMatchObject({
    connectors: { openai: expect.stringMatching(/^enc:2:/) },
  });
  expect(said).not.toContain(key);
  const php =
    "return \\Itih\\RagChat\\connector_key( wp_get_connectors()['openai']['authentication'] );";
  expect(await runPhp(php)).toBe(key);
  await put({ llm: { openai: { base_url: 'https://gateway.example/v1', api_key: '' } } });
  expect((await settings()).llm.openai.api_key).toEqual({ set: false, last4: '' });
  await put({ llm: { openai: { base_url: '' } } });
  expect((await settings()).llm.openai.api_key).toMatchObject({ given: 'connectors' });
});

test('without AI no vendor is asked, and the screens say why', async () => {
  await put({ llm: { provider: 'openai', openai: { model: 'gpt-6-luna' } } });
  switchOn = switchAiOff();
  await put({ embeddings: { provider: 'builtin' } });
  const reply = await testOf('llm');
  expect(reply).toMatchObject({ ok: false, code: 'not_configured' });
  expect(reply).toHaveProperty('message', expect.stringContaining('AI is switched off'));
  expect((await settings()).llm.openai.api_key).toEqual({ set: false, last4: '' });
  const { cookie } = await login();
  const url = `${stack().url}/wp-admin/admin.php?page=itih-rag-chat-settings&tab=models`;
  expect(await (await fetch(url, { headers: { cookie } })).text()).toContain('data-ai-off="1"');
});

test('and nothing is complained of', () => {
  expect(pluginComplaints()).toEqual([]);
});
