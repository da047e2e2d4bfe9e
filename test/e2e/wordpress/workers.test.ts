/** The bed has four PHP workers: visitors who wait for a silent model must not hold all of them. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { errorBody } from '../../../server/contract/errors.ts';
import { fakeApiKey, startOpenAiServer, type OpenAiServer } from '../../fakes/openai-server.ts';
import { signingServer } from '../../fakes/signing-server.ts';
import { until } from '../../fakes/wait.ts';
import { rest, runPhp, signer, stack, startSidecar, type Sidecar } from '../../stack.ts';
import { visitorNonce } from './visitor.ts';

const visitors = 14;

let sidecar: Sidecar;
let openai: OpenAiServer;
let nonce: string;
let leaving: AbortController;
// A sidecar of its own for each test: a stream of an earlier one may hold its place for a second longer.
beforeEach(async () => {
  openai = await startOpenAiServer();
  const connection = { api_key: fakeApiKey, base_url: openai.url, model: 'gpt-4o-mini' };
  sidecar = await startSidecar({
    settings: {
      chat: { strict: false },
      limits: { per_ip_max: 0, trusted_proxies: ['127.0.0.1'] },
      llm: { provider: 'openai', openai: connection },
    },
  });
  nonce = await visitorNonce();
  leaving = new AbortController();
});
afterEach(async () => {
  leaving.abort();
  await sidecar.stop();
  await openai.close();
});

/** Resolves with the headers of the answer. */
const ask = (address: string, path = '/chat') =>
  fetch(`${stack().url}/wp-json/itih/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-wp-nonce': nonce,
      'x-forwarded-for': address,
    },
    body: JSON.stringify({ message: 'Think for ever [[fake:hang]]' }),
    signal: leaving.signal,
  });

/** Milliseconds. */
async function homePage(): Promise<number> {
  const started = performance.now();
  const response = await fetch(stack().url, { signal: AbortSignal.timeout(20_000) });
  expect([response.status, await response.text()]).toEqual([200, expect.stringMatching(/<html/)]);
  return performance.now() - started;
}

async function median(times: () => Promise<number>): Promise<string> {
  const taken = [];
  for (let n = 0; n < 5; n++) taken.push(await times());
  return `${taken.sort((a, b) => a - b)[2]?.toFixed(0)} ms`;
}

const cases: [string, string, (n: number) => string, number][] = [
  ['streams of one address', '/chat', () => '192.0.2.1', 2],
  ['streams of many addresses', '/chat', (n) => `192.0.2.${n}`, 2],
  ['whole answers for many addresses', '/chat/sync', (n) => `192.0.2.${n}`, 2],
];

test.each(cases)(
  `the home page is shown during ${visitors} %s`,
  async (name, path, address, places) => {
    const idle = await median(homePage);
    const refused: [number, string | null, unknown][] = [];
    let served = 0;
    const asked = Array.from({ length: visitors }, (_, n) =>
      ask(address(n), path).then(async (response) => {
        if (response.status === 200) return void served++;
        const { code, data } = errorBody.parse(await response.json());
        refused.push([response.status, response.headers.get('retry-after'), code]);
        expect(data).toMatchObject({ retry_after: expect.any(Number) });
      }),
    );
    const settled = Promise.allSettled(asked);
    // A refusal takes a start of WordPress, and two workers have twelve of them to give.
    await until('the others are refused', () => refused.length >= visitors - places, 45_000);
    const busy = await median(homePage);
    console.info(`${name}: served ${visitors - refused.length}, home page ${idle}, now ${busy}`);
    const soon = expect.stringMatching(/^[1-8]$/);
    expect(refused).toEqual(refused.map(() => [503, soon, 'overloaded']));
    if (path === '/chat') await until('the rest is served', () => served === places, 45_000);
    leaving.abort();
    await settled;
    // PHP cannot learn that a client has gone before it has something to write.
    if (path === '/chat') {
      const left = performance.now();
      leaving = new AbortController();
      await until(
        'the places are free',
        async () => (await ask(address(0))).status === 200,
        30_000,
      );
      console.info(`free after ${(performance.now() - left).toFixed(0)} ms`);
      leaving.abort();
    }
  },
);

test('PHP passes on that a question waits for its turn', async () => {
  await rest('PUT', '/itih/v1/settings', { limits: { answers_total: 1 } });
  expect((await ask('192.0.2.1')).status).toBe(200);
  const asked = await ask('192.0.2.2');
  const { value } = await asked.body!.getReader().read();
  expect(new TextDecoder().decode(value)).toMatch(/^id: 1\nevent: status\n.*"stage":"waiting"/);
});

test('PHP-FPM tells the sidecar how many workers it has', async () => {
  await sidecar.stop();
  const identities: unknown[] = [];
  const listener = signingServer(await signer(), (request, response) => {
    if (request.method === 'POST') identities.push(request.headers['x-itih-identity']);
    response.end('{}');
  });
  await new Promise<void>((resolve) => listener.listen(stack().sidecarPort, '127.0.0.1', resolve));
  await ask('192.0.2.1');
  listener.closeAllConnections();
  await new Promise((resolve) => listener.close(resolve));
  expect(identities).toEqual([expect.stringMatching(/(^|&)workers=4(&|$)/)]);
});

test('PHP-FPM is asked once for many questions', async () => {
  const asked = await runPhp(`
    delete_transient( 'itih_php_workers' );
    function fpm_get_status() {
      $GLOBALS['itih_asked'] = 1 + ( $GLOBALS['itih_asked'] ?? 0 );
      return array( 'process-manager' => 'static', 'total-processes' => 7 );
    }
    $told = array( Itih\\RagChat\\php_workers(), Itih\\RagChat\\php_workers() );
    delete_transient( 'itih_php_workers' );
    return array( ...$told, $GLOBALS['itih_asked'] );`);
  expect(asked).toEqual([7, 7, 1]);
});

test.each([
  ['a fixed number', { 'process-manager': 'static', 'total-processes': 3 }, 3],
  // As many as there are or have been at work: there may be more, not fewer.
  ['now', { 'process-manager': 'dynamic', 'total-processes': 8, 'max-active-processes': 5 }, 8],
  [
    'at work',
    { 'process-manager': 'ondemand', 'total-processes': 1, 'max-active-processes': 6 },
    6,
  ],
  ['too few to tell', { 'process-manager': 'dynamic', 'total-processes': 3 }, 0],
  ['nothing', {}, 0],
])('what PHP-FPM says of %s is read', async (_case, status, workers) => {
  const json = JSON.stringify(status);
  const read = `return Itih\\RagChat\\workers_of( json_decode( '${json}', true ) );`;
  expect(await runPhp<number>(read)).toBe(workers);
});
