/** Requests of the access matrix: their callers, with nonces in every state, and how the answers differ from the expected ones. */
import { routes, type Route } from '../../../server/contract/routes.ts';
import { login, runPhp, stack } from '../../stack.ts';
import { sampleOf, type Caller, type Expected, type NonceState } from './access-policy.ts';
import { php } from './on-site.ts';

/** A site with accounts; `accounts` holds passwords by login. */
export interface AccessSite {
  url: string;
  wpDir: string;
  accounts: Record<string, string>;
}

export interface Person {
  caller: Caller;
  cookie: string;
  /** Absent: the header is not sent. */
  nonces: Record<NonceState, string | undefined>;
}

/** Third part of a login cookie: `user|expiry|token|hash`. */
const tokenOf = (cookie: string): string => {
  const value = /wordpress_logged_in_\w+=([^;]+)/.exec(cookie)?.[1] ?? '';
  return decodeURIComponent(value).split('|')[2] ?? '';
};

/** Makes nonces of two half lives ago, as wp_verify_nonce() in wp-includes/pluggable.php computes them. */
const expiredNonces = (people: { login: string; token: string }[], site: AccessSite) =>
  runPhp<string[]>(
    `return array_map( function ( $one ) {
      $user = get_user_by( 'login', $one['login'] )->ID ?? 0;
      return substr( wp_hash( ( wp_nonce_tick( 'wp_rest' ) - 2 ) . '|wp_rest|' . $user . '|' . $one['token'], 'nonce' ), -12, 10 );
    }, ${php(people)} );`,
    site,
  );

/** @param logins Login of each caller; '' for who is not logged in. */
export async function people(
  logins: Partial<Record<Caller, string>>,
  site: AccessSite = stack(),
): Promise<Person[]> {
  const found: { caller: Caller; login: string; cookie: string; nonce: string }[] = [];
  for (const [caller, name] of Object.entries(logins) as [Caller, string][]) {
    if (name) {
      const { cookie, nonce } = await login(name, site);
      found.push({ caller, login: name, cookie, nonce });
    } else {
      const response = await fetch(`${site.url}/wp-json/itih/v1/session`);
      const { nonce } = (await response.json()) as { nonce: string };
      found.push({ caller, login: '', cookie: '', nonce });
    }
  }
  const tokens = found.map(({ login: name, cookie }) => ({ login: name, token: tokenOf(cookie) }));
  const expired = await expiredNonces(tokens, site);
  return found.map(({ caller, cookie, nonce }, n) => ({
    caller,
    cookie,
    nonces: {
      valid: nonce,
      none: undefined,
      'another’s': found[(n + 1) % found.length]?.nonce,
      expired: expired[n],
      garbage: '0123456789',
    },
  }));
}

export interface Cell {
  /** Names the cell where it fails. */
  name: string;
  route: Route;
  url: string;
  headers: Record<string, string>;
  body?: unknown;
  expected: Expected;
  /** Looks at the text of an answer as expected; returns a complaint. */
  check?: (text: string) => string | undefined;
}

const codeOf = (text: string): string | undefined => {
  try {
    return (JSON.parse(text) as { code?: string } | null)?.code;
  } catch {
    return undefined;
  }
};

/** Looks at the headers of each answer; returns a complaint. */
export type Heard = (cell: Cell, headers: Headers) => string | undefined;

/** Asks, and returns the complaint about the answer. */
async function ask(cell: Cell, heard: Heard) {
  const { route, url, headers, body, expected } = cell;
  const response = await fetch(url, {
    method: route.method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const seen = heard(cell, response.headers);
  const got = [response.status, ...(response.ok ? [] : [codeOf(text)])];
  const isExpected = expected.every((part, n) => part === got[n]);
  const wrong = isExpected
    ? response.ok && cell.check?.(text)
    : `${got.join(' ')} for ${expected.join(' ')}`;
  const complaint = wrong || seen;
  return complaint && `${cell.name}: ${complaint} ${text.slice(0, 160)}`;
}

/** Returns the complaints about all cells, asked by as many at once as the bed has PHP workers. */
export async function complaints(cells: readonly Cell[], heard: Heard): Promise<string[]> {
  const found: string[] = [];
  const waiting = [...cells];
  const runner = async () => {
    for (let cell = waiting.shift(); cell !== undefined; cell = waiting.shift()) {
      const complaint = await ask(cell, heard);
      if (complaint) found.push(complaint);
    }
  };
  await Promise.all(Array.from({ length: 4 }, runner));
  return found;
}

const nonceHeaders = (cookie: string, nonce: string | undefined) => ({
  ...(cookie && { cookie }),
  ...(nonce !== undefined && { 'x-wp-nonce': nonce }),
});

/** One request for each route, person and state of the nonce. Ids in the paths name nothing, but for a post's. */
export const routeCells = (
  name: string,
  api: string,
  post: number,
  asked: { routes: readonly Route[]; people: readonly Person[] },
  noncesFor: (route: number, caller: number) => readonly NonceState[],
  expectedOf: (route: Route, caller: Caller, state: NonceState) => Expected,
): Cell[] =>
  asked.routes.flatMap((route, n) => {
    const { method, path } = route;
    const { query, body } = sampleOf(route);
    const filled = path
      .replace('<id>', path.startsWith('/posts/') ? String(post) : '999999')
      .replace(/<\w+>/, 'nothing');
    return asked.people.flatMap(({ caller, cookie, nonces }, m) =>
      noncesFor(n, m).map((state) => ({
        name: `${name} ${method} ${path} ${caller} with nonce ${state}`,
        route,
        url: `${api}${filled}${query ? `?${query}` : ''}`,
        headers: nonceHeaders(cookie, nonces[state]),
        body,
        expected: expectedOf(route, caller, state),
      })),
    );
  });

interface Conversation {
  id: string;
  secret: string;
  /** Turns of the visitor and of the chat. */
  question: number;
  answer: number;
}

const api = () => `${stack().url}/wp-json/itih/v1`;

async function begin({ cookie, nonces }: Person): Promise<Conversation> {
  const response = await fetch(`${api()}/chat`, {
    method: 'POST',
    headers: { ...nonceHeaders(cookie, nonces.valid), 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Hello' }),
  });
  const text = await response.text();
  const events = text.split('\n').filter((line) => line.startsWith('data: '));
  const [meta, done] = [events.at(0), events.at(-1)].map(
    (line) => JSON.parse(line?.slice('data: '.length) ?? '{}') as Record<string, string>,
  );
  if (!meta?.['session_secret'] || !done?.['message_id']) throw new Error(text);
  return {
    id: meta['session_id'] ?? '',
    secret: meta['session_secret'],
    question: Number(meta['message_id']),
    answer: Number(done['message_id']),
  };
}

/** A request of somebody with a secret of their own about the turns of `turns`, in the conversation `id`. */
function cellOf(
  { caller, cookie, nonces }: Person,
  route: Route,
  { id, secret }: Pick<Conversation, 'id' | 'secret'>,
  turns: Conversation,
): Cell {
  const bodies: Record<string, object> = {
    '/chat': { message: 'Hello' },
    '/chat/sync': { message: 'Hello' },
    '/chat/mail': { email: 'ada@example.org' },
    '/feedback': { message_id: turns.answer, feedback: 'up' },
  };
  const body = bodies[route.path];
  const path = api() + route.path.replace('<id>', String(turns.question));
  return {
    name: `${route.method} ${route.path} ${caller} about another’s`,
    route,
    url: body ? path : `${path}?session_id=${id}`,
    headers: { ...nonceHeaders(cookie, nonces.valid), 'x-itih-secret': secret },
    body: body && { ...body, session_id: id },
    expected: [403, 'invalid_session'],
  };
}

/**
 * Requests of each person about the conversation of `victim`, and about its turns in their own. What an owner may do
 * with a conversation, and when it is none, is tested in `test/http/`.
 *
 * @returns `untouched`: complaints about that conversation.
 */
export async function sessionCells(thieves: readonly Person[], victim: Person) {
  const another = await begin(victim);
  const headers = {
    ...nonceHeaders(victim.cookie, victim.nonces.valid),
    'x-itih-secret': another.secret,
  };
  const history = async () =>
    (await fetch(`${api()}/history?session_id=${another.id}`, { headers })).text();
  const before = await history();
  const ofVisitors = routes.filter(({ auth }) => auth === 'nonce');
  const cells: Cell[] = [];
  for (const thief of thieves) {
    const own = await begin(thief);
    for (const route of ofVisitors) {
      const cell = cellOf(thief, route, { ...another, secret: own.secret }, another);
      const asks = route.path === '/chat' || route.path === '/chat/sync';
      // A question that names a conversation of somebody else begins another one.
      const check = (text: string) => (text.includes(another.id) ? 'goes on with it' : undefined);
      cells.push(asks ? { ...cell, expected: [200], check } : cell);
      const inOwn = cellOf(thief, route, own, another);
      if (route.path === '/feedback') {
        const isCounted = (text: string) => (text.includes('"updated":0') ? undefined : 'rated');
        cells.push({ ...inOwn, expected: [200], check: isCounted });
      }
      if (route.path.includes('<id>')) cells.push({ ...inOwn, expected: [404, 'not_found'] });
    }
  }
  return {
    cells,
    untouched: async () => {
      const after = await history();
      return after === before ? [] : [after];
    },
  };
}
