/** The printed configuration in a real Apache and a real Caddy; in full runs, because they must be installed. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../../../tools/stack/ports.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import { until } from '../../fakes/wait.ts';
import { login, runPhp, stack, startSidecar, type Sidecar } from '../../stack.ts';
import { visitorNonce } from './visitor.ts';
import { printedSnippet, publicEnv, type Transport } from './web-server.ts';
import { isInstalled, startWebServer, type Name, type WebServer } from './web-servers.ts';
import { isFull } from '../../full-runs.ts';

let sidecar: Sidecar;
let openai: OpenAiServer;
let publicPort: number;
let nonce: string;

beforeAll(async () => {
  openai = await startOpenAiServer();
  publicPort = await freePort();
  const connection = { api_key: fakeApiKey, base_url: openai.url, model: 'gpt-4o-mini' };
  sidecar = await startSidecar({
    env: await publicEnv(publicPort),
    settings: {
      chat: { strict: false },
      limits: { per_ip_max: 0, answers_per_ip: 0 },
      llm: { provider: 'openai', fallback: '', openai: connection },
    },
  });
  await until('the first contact', () => runPhp<boolean>('return \\Itih\\RagChat\\had_contact();'));
  nonce = await visitorNonce();
});
afterAll(async () => {
  await runPhp("delete_option( 'itih_transport' );");
  await sidecar.stop();
  await openai.close();
});

/** Runs the self-test as if the site were at the other web server. */
const selfTest = ({ url }: WebServer) =>
  runPhp<Transport>(
    `add_filter( 'rest_url', fn( $rest ) => str_replace( '${stack().url}', '${url}', $rest ) );
    return \\Itih\\RagChat\\test_transport();`,
  );

const ask = ({ url }: WebServer, headers: Record<string, string> = {}, message = 'Hello') =>
  fetch(`${url}/wp-json/itih/v1/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-wp-nonce': nonce, ...headers },
    body: JSON.stringify({ message }),
  });

const run = (name: Name) => (isFull && isInstalled(name) ? describe : describe.skip);

run('apache')('Apache without our configuration', () => {
  test('holds answers back, which the self-test finds', async () => {
    const server = await startWebServer('apache', '');
    const { use, why } = await selfTest(server);
    await server.stop();
    expect([use, why['relay']]).toEqual(['sync', 'What the sidecar sent arrived in one piece.']);
    expect(why['accel']).toContain('Apache');
  });

  test('relays them with flushpackets, as the configuration says', async () => {
    const flush = `<Proxy "fcgi://localhost/">
      ProxySet flushpackets=on enablereuse=on
    </Proxy>`;
    const server = await startWebServer('apache', flush);
    const { use } = await selfTest(server);
    await server.stop();
    expect(use).toBe('relay');
  });
});

describe.each<[Name]>([['apache'], ['caddy']])('%s with our configuration', (name) => {
  const inFull = isFull && isInstalled(name) ? test : test.skip;
  let server: WebServer;
  beforeAll(async () => {
    if (!isFull || !isInstalled(name)) return;
    const snippet = await printedSnippet(name, `http://127.0.0.1:${publicPort}`);
    server = await startWebServer(name, snippet);
  });
  afterAll(() => server?.stop());

  inFull('the self-test finds edge', async () => {
    expect(await selfTest(server)).toMatchObject({ use: 'edge', why: [] });
  });

  inFull('an answer comes as it is written, without PHP', async () => {
    const response = await ask(server, {}, 'Slowly [[fake:slow]]');
    expect([response.status, response.headers.get('x-itih-transport')]).toEqual([200, 'edge']);
    const arrivals = [];
    for await (const part of response.body ?? []) {
      arrivals.push(performance.now());
      void part;
    }
    expect(arrivals.length).toBeGreaterThan(5);
    expect((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThan(300);
  });

  inFull('a wrong nonce and a forged identity are refused', async () => {
    const wrong = await ask(server, { 'x-wp-nonce': '0123456789' });
    expect([wrong.status, await wrong.json()]).toMatchObject([
      403,
      { code: 'rest_cookie_invalid_nonce' },
    ]);
    const forged = await ask(server, { 'x-itih-identity': 'role=admin' });
    expect([forged.status, await forged.json()]).toMatchObject([403, { code: 'rest_forbidden' }]);
  });

  inFull('who is logged in is answered through PHP', async () => {
    const visitor = await login('subscriber');
    const headers = { cookie: visitor.cookie, 'x-wp-nonce': visitor.nonce };
    const response = await ask(server, headers);
    expect([response.status, response.headers.get('x-itih-transport')]).toEqual([200, null]);
    expect(await response.text()).toContain('event: done');
  });

  inFull('what is not the chat stays with WordPress', async () => {
    const { status } = await fetch(`${server.url}/wp-json/itih/v1/documents`);
    const session = await fetch(`${server.url}/wp-json/itih/v1/session`);
    expect([status, session.status, session.headers.get('x-itih-transport')]).toEqual([
      403,
      200,
      null,
    ]);
    const large = { method: 'POST', headers: { 'x-wp-nonce': nonce }, body: 'x'.repeat(300_000) };
    expect((await fetch(`${server.url}/wp-json/itih/v1/chat`, large)).status).toBe(413);
  });

  inFull('a sidecar that is away is said as the contract says', async () => {
    const { databaseUrl } = sidecar;
    await sidecar.stop();
    const response = await ask(server);
    const said = await response.text();
    sidecar = await startSidecar({ databaseUrl, env: await publicEnv(publicPort) });
    expect([response.status, JSON.parse(said)]).toMatchObject([
      503,
      { code: 'sidecar_unavailable' },
    ]);
    expect((await ask(server)).status).toBe(200);
  });
});
