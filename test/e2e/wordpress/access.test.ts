/**
 * Every route of the contract for every caller, with nonces and conversations in every state, through each transport,
 * on real WordPress and a real network. All cells in full runs; else all routes, and representatives of the rest.
 */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { routes, type Route } from '../../../server/contract/routes.ts';
import { installNetwork } from '../../../tools/stack/further-site.ts';
import { freePort } from '../../../tools/stack/ports.ts';
import {
  createPost,
  pluginComplaints,
  runPhp,
  stack,
  startSidecar,
  trashPost,
  type Sidecar,
} from '../../stack.ts';
import { people, type Person } from './access-callers.ts';
import { addressOf, complaints, nonceHeaders, type Cell, type Heard } from './access-cells.ts';
import {
  expectedElsewhere,
  expectedOf,
  nonceStates,
  samples,
  type NonceState,
} from './access-policy.ts';
import { sessionCells } from './access-sessions.ts';
import { Secrets, siteLogs } from './canary-site.ts';
import { plant, plantedEnvironment, startEcho } from './planted-keys.ts';
import { publicEnv, selfTest, useSnippet, type Parts } from './web-server.ts';
import { isFull } from '../../full-runs.ts';

jest.setTimeout(isFull ? 900_000 : 120_000);

const transports = { relay: 'none', accel: 'accel', edge: 'both' } as const satisfies Record<
  string,
  Parts
>;
type Transport = keyof typeof transports;
const logins = {
  anonymous: '',
  subscriber: 'subscriber',
  editor: 'editor',
  administrator: 'admin',
};

const secrets = new Secrets();
let echo: Awaited<ReturnType<typeof startEcho>>;
let sidecar: Sidecar;
let publicPort: number;
let everybody: Person[];
let post: { id: number };
let cellsAsked = 0;
/** Complains about keys in an answer, and about one that came another way than the one that is tested. */
const heardBy =
  (transport: Transport): Heard =>
  (cell, { text, headers }) => {
    cellsAsked++;
    const [leak] = secrets.leaks({ it: text + JSON.stringify([...headers]) });
    if (leak) return leak;
    const isEdge = transport === 'edge' && cell.route.auth === 'nonce' && !cell.headers['cookie'];
    if ((headers.get('x-itih-transport') === 'edge') !== isEdge) return 'came another way';
    // The sidecar asks for the role, too: it must not be what keeps people out.
    const ofWordPress = ['rest_forbidden', 'rest_cookie_invalid_nonce'];
    const isForWordPress = !isEdge && ofWordPress.includes(cell.expected[1] ?? '');
    return isForWordPress && headers.has('x-request-id') ? 'refused by the sidecar' : undefined;
  };

/** Outside of full runs: the good one, and one other, another for each caller of a route. */
const noncesFor = (n: number): readonly NonceState[] =>
  isFull ? nonceStates : ['valid', nonceStates[1 + (n % 4)] ?? 'garbage'];

function routeCells(transport: Transport, chosen: readonly Route[]): Cell[] {
  const api = `${stack().url}/wp-json/itih/v1`;
  return chosen.flatMap((route, n) =>
    everybody.flatMap(({ caller, cookie, nonces }, m) =>
      noncesFor(n + m).map((state) => ({
        name: `${transport} ${route.method} ${route.path} ${caller} with nonce ${state}`,
        route,
        url: addressOf(api, route, post.id),
        headers: nonceHeaders(cookie, nonces[state]),
        body: samples[`${route.method} ${route.path}`]?.body,
        expected: expectedOf(route, caller, state),
      })),
    ),
  );
}

beforeAll(async () => {
  echo = await startEcho();
  publicPort = await freePort();
  sidecar = await startSidecar({
    env: {
      ...(await publicEnv(publicPort)),
      ...plantedEnvironment(secrets, echo.url),
      ITIH_LOG_LEVEL: 'debug',
    },
    settings: {
      limits: { per_ip_max: 0, answers_per_ip: 0, answers_per_session: 0, answers_relayed: 8 },
    },
  });
  await plant(secrets, echo.url);
  post = await createPost({ title: 'Heron', content: '<p>A heron guards the gate.</p>' });
  everybody = await people(logins);
});
afterAll(async () => {
  await useSnippet('none', publicPort);
  await sidecar.stop();
  await runPhp(
    "delete_option( 'itih_transport' ); update_option( 'itih_settings', array(), false );",
  );
  echo.server.close();
  await trashPost(post.id);
  console.info(`${cellsAsked} cells`);
});

test('every route of the contract has a sample, and nothing else has', () => {
  const named = routes.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(samples).toSorted()).toEqual(named.toSorted());
});

describe.each(Object.keys(transports) as Transport[])('%s', (transport) => {
  beforeAll(async () => {
    await useSnippet(transports[transport], publicPort);
    expect((await selfTest()).use).toBe(transport);
  });

  test('every route answers each caller as the contract declares', async () => {
    const isWhole = isFull || transport === 'relay';
    const chosen = isWhole ? routes : routes.filter(({ auth }) => auth === 'nonce');
    expect(await complaints(routeCells(transport, chosen), heardBy(transport))).toEqual([]);
  });

  test('a conversation is its owner’s alone', async () => {
    const { cells, untouched } = await sessionCells(transport, everybody, isFull);
    expect(await complaints(cells, heardBy(transport))).toEqual([]);
    expect(await untouched()).toEqual([]);
  });
});

test('the logs hold no key, and the vendor was asked with one', () => {
  expect(secrets.leaks({ vendor: echo.heard() })).not.toEqual([]);
  expect(secrets.leaks({ ...siteLogs(), 'the sidecar’s log': sidecar.log() })).toEqual([]);
  expect(pluginComplaints()).toEqual([]);
});

describe('in a network', () => {
  let cells: Cell[];
  let served: Sidecar;

  beforeAll(async () => {
    const network = await installNetwork(stack(), 'access', ['b']);
    const site = { ...network, accounts: { ...stack().accounts, b: stack().accounts.editor } };
    await runPhp(
      `wp_set_password( '${site.accounts.b}', get_user_by( 'login', 'b' )->ID );
       update_option( 'itih_settings', array( 'general' => array( 'widget_enabled' => true ), 'embeddings' => array( 'provider' => 'builtin' ), 'limits' => array( 'per_ip_max' => 0, 'answers_per_ip' => 0, 'answers_per_session' => 0, 'answers_relayed' => 8 ) ) );`,
      network,
    );
    served = await startSidecar({ env: { ITIH_SITE_URL: network.url } });
    // The network's own administrator, and that of the other site, at either site.
    const here = await people({ anonymous: '', administrator: 'admin', stranger: 'b' }, site);
    const there = await people(
      { anonymous: '', administrator: 'b' },
      {
        ...site,
        url: `${site.url}/b`,
      },
    );
    const cellsOf = (base: string, who: Person[], expectedAt: typeof expectedOf) =>
      routes.flatMap((route, n) =>
        who.flatMap(({ caller, cookie, nonces }, m) =>
          noncesFor(n + m)
            .filter((state) => isFull || state === 'valid')
            .map((state) => ({
              name: `${base || '/'} ${route.method} ${route.path} ${caller} with nonce ${state}`,
              route,
              url: addressOf(`${network.url}${base}/wp-json/itih/v1`, route, 1),
              headers: nonceHeaders(cookie, nonces[state]),
              body: samples[`${route.method} ${route.path}`]?.body,
              expected: expectedAt(route, caller, state),
            })),
        ),
      );
    cells = [...cellsOf('', here, expectedOf), ...cellsOf('/b', there, expectedElsewhere)];
  });
  afterAll(async () => served?.stop());

  test('nobody reaches another site’s chat by a role on their own', async () => {
    expect(await complaints(cells, heardBy('relay'))).toEqual([]);
  });
});
