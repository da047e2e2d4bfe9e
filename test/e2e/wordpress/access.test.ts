/**
 * Every route of the contract for every caller, with nonces in every state, and conversations of others, through each
 * transport, on real WordPress. All cells in full runs; else all routes, and representatives of the rest.
 * `further-sites.test.ts` has the network.
 */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { routes } from '../../../server/contract/routes.ts';
import { freePort } from '../../../tools/stack/ports.ts';
import { isFull } from '../../full-runs.ts';
import { createPost, runPhp, stack, trashPost } from '../../stack.ts';
import {
  complaints,
  people,
  routeCells,
  sessionCells,
  type Heard,
  type Person,
} from './access-cells.ts';
import { expectedOf, nonceStates, type NonceState } from './access-policy.ts';
import { useSidecar } from './on-site.ts';
import { publicEnv, selfTest, useSnippet, type Parts } from './web-server.ts';

jest.setTimeout(isFull ? 900_000 : 120_000);

const transports = { relay: 'none', accel: 'accel', edge: 'both' } as const satisfies Record<
  string,
  Parts
>;
type Transport = keyof typeof transports;

let publicPort: number;
let everybody: Person[];
let post: { id: number };
/** Complains about an answer that came another way than the one that is tested. */
const heardBy =
  (transport: Transport): Heard =>
  (cell, headers) => {
    const isEdge = transport === 'edge' && cell.route.auth === 'nonce' && !cell.headers['cookie'];
    if ((headers.get('x-itih-transport') === 'edge') !== isEdge) return 'came another way';
    // The sidecar asks for the role, too: it must not be what keeps people out.
    const ofWordPress = ['rest_forbidden', 'rest_cookie_invalid_nonce'];
    const isForWordPress = !isEdge && ofWordPress.includes(cell.expected[1] ?? '');
    return isForWordPress && headers.has('x-request-id') ? 'refused by the sidecar' : undefined;
  };

/** Outside of full runs: the good one, and one other for one caller of each route in turn. */
const noncesFor = (route: number, caller: number): readonly NonceState[] => {
  if (isFull) return nonceStates;
  const other = nonceStates[1 + (route % 4)] ?? 'garbage';
  return Math.floor(route / 4) % everybody.length === caller ? ['valid', other] : ['valid'];
};

useSidecar(async () => {
  publicPort = await freePort();
  return {
    env: await publicEnv(publicPort),
    settings: {
      limits: { per_ip_max: 0, answers_per_ip: 0, answers_per_session: 0, answers_relayed: 8 },
    },
  };
});
beforeAll(async () => {
  post = await createPost({ title: 'Heron', content: '<p>A heron guards the gate.</p>' });
  const logins = { subscriber: 'subscriber', editor: 'editor', administrator: 'admin' };
  everybody = await people({ anonymous: '', ...logins });
});
afterAll(async () => {
  await useSnippet('none', publicPort);
  await runPhp("delete_option( 'itih_transport' );");
  await trashPost(post.id);
});

describe.each(Object.keys(transports) as Transport[])('%s', (transport) => {
  beforeAll(async () => {
    await useSnippet(transports[transport], publicPort);
    expect((await selfTest()).use).toBe(transport);
  });

  test('every route answers each caller as the contract declares', async () => {
    const isWhole = isFull || transport === 'relay';
    const chosen = isWhole ? routes : routes.filter(({ auth }) => auth === 'nonce');
    const api = `${stack().url}/wp-json/itih/v1`;
    const asked = { routes: chosen, people: everybody };
    const cells = routeCells(transport, api, post.id, asked, noncesFor, expectedOf);
    expect(await complaints(cells, heardBy(transport))).toEqual([]);
  });

  test('a conversation is its owner’s alone', async () => {
    const victim = everybody.find(({ caller }) => caller === 'editor') as Person;
    const chosen = everybody.filter(
      ({ caller }) => isFull || ['anonymous', 'subscriber'].includes(caller),
    );
    const { cells, untouched } = await sessionCells(chosen, victim);
    expect(await complaints(cells, heardBy(transport))).toEqual([]);
    expect(await untouched()).toEqual([]);
  });
});
