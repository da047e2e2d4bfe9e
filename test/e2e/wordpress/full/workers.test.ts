/** The bed has four PHP workers: visitors who wait for a silent model must not hold all of them. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { errorBody } from '../../../../server/contract/errors.ts';
import { startOpenAiServer, type OpenAiServer } from '../../../fakes/openai-server.ts';
import { signingServer } from '../../../fakes/signing-server.ts';
import { until } from '../../../fakes/wait.ts';
import { rest, runPhp, signer, stack, startSidecar, type Sidecar } from '../../../stack.ts';
import { instead, openAi, php } from '../on-site.ts';
import { visitorNonce } from '../visitor.ts';

const visitors = 14;
const places = 2;

let sidecar: Sidecar;
let openai: OpenAiServer;
let nonce: string;
let leaving: AbortController;
// A sidecar of its own for each test: a stream of an earlier one may hold its place for a second longer.
beforeEach(async () => {
  openai = await startOpenAiServer();
  sidecar = await startSidecar({
    settings: {
      chat: { strict: false },
      limits: { per_ip_max: 0, trusted_proxies: ['127.0.0.1'] },
      llm: { ...openAi(openai), fallback: 'builtin' },
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

test.each(['/chat', '/chat/sync'])(
  `the home page is shown during ${visitors} of %s`,
  async (path) => {
    // Workers of an earlier test are free again.
    await (await fetch(stack().url)).text();
    const refused: [number, string | null, unknown][] = [];
    let served = 0;
    const asked = Array.from({ length: visitors }, (_, n) =>
      ask(`192.0.2.${n}`, path).then(async (response) => {
        if (response.status === 200) return void served++;
        const { code, data } = errorBody.parse(await response.json());
        refused.push([response.status, response.headers.get('retry-after'), code]);
        expect(data).toMatchObject({ retry_after: expect.any(Number) });
      }),
    );
    const settled = Promise.allSettled(asked);
    // A refusal takes a start of WordPress, and two workers have twelve of them to give.
    await until('the others are refused', () => refused.length >= visitors - places, 45_000);
    const page = await fetch(stack().url, { signal: AbortSignal.timeout(20_000) });
    expect([page.status, await page.text()]).toEqual([200, expect.stringMatching(/<html/)]);
    const soon = expect.stringMatching(/^[1-8]$/);
    expect(refused).toEqual(refused.map(() => [503, soon, 'overloaded']));
    if (path === '/chat') await until('the rest is served', () => served === places, 45_000);
    leaving.abort();
    await settled;
    // PHP cannot learn that a client has gone before it has something to write.
    if (path === '/chat/sync') return;
    leaving = new AbortController();
    const isFree = async () => (await ask('192.0.2.0')).status === 200;
    await until('the places are free', isFree, 30_000);
  },
);

test('PHP passes on that a question waits for its turn', async () => {
  await rest('PUT', '/itih/v1/settings', { limits: { answers_total: 1 } });
  expect((await ask('192.0.2.1')).status).toBe(200);
  const asked = await ask('192.0.2.2');
  const { value } = await asked.body!.getReader().read();
  expect(new TextDecoder().decode(value)).toMatch(/^id: 1\nevent: status\n.*"stage":"waiting"/);
});

test('PHP-FPM tells the sidecar how many workers it has, and is asked once for many questions', async () => {
  await sidecar.stop();
  const identities: unknown[] = [];
  const program = signingServer(await signer(), (request, response) => {
    if (request.method === 'POST') identities.push(request.headers['x-itih-identity']);
    response.end('{}');
  });
  await instead(program, async () => void (await ask('192.0.2.1')));
  expect(identities).toEqual([expect.stringMatching(/(^|&)workers=4(&|$)/)]);
  const statuses = [
    { 'process-manager': 'static', 'total-processes': 3 },
    // As many as there are or have been at work: there may be more, not fewer.
    { 'process-manager': 'dynamic', 'total-processes': 8, 'max-active-processes': 5 },
    { 'process-manager': 'ondemand', 'total-processes': 1, 'max-active-processes': 6 },
    // Too few to tell.
    { 'process-manager': 'dynamic', 'total-processes': 3 },
    {},
  ];
  const [asked, read] = await runPhp<[number[], number[]]>(`
    delete_transient( 'itih_php_workers' );
    function fpm_get_status() {
      $GLOBALS['itih_asked'] = 1 + ( $GLOBALS['itih_asked'] ?? 0 );
      return array( 'process-manager' => 'static', 'total-processes' => 7 );
    }
    $told = array( Itih\\RagChat\\php_workers(), Itih\\RagChat\\php_workers() );
    delete_transient( 'itih_php_workers' );
    return array( array( ...$told, $GLOBALS['itih_asked'] ), array_map( 'Itih\\RagChat\\workers_of', ${php(statuses)} ) );`);
  expect(asked).toEqual([7, 7, 1]);
  expect(read).toEqual([3, 8, 6, 0, 0]);
});
