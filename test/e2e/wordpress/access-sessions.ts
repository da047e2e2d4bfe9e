/** Cells of the access matrix about conversations: the visitor's own, another's, and what is none. */
import { routes, type Route } from '../../../server/contract/routes.ts';
import { stack } from '../../stack.ts';
import type { Person } from './access-callers.ts';
import { nonceHeaders, type Cell } from './access-cells.ts';
import {
  expectedOf,
  expectedOfSession,
  sessionStates,
  type SessionState,
} from './access-policy.ts';

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

async function withSession(
  method: string,
  { cookie, nonces }: Person,
  { id, secret }: Conversation,
): Promise<string> {
  const headers = { ...nonceHeaders(cookie, nonces.valid), 'x-itih-secret': secret };
  return (await fetch(`${api()}/history?session_id=${id}`, { method, headers })).text();
}

/** Address and body of a request about a conversation. */
function requestOf({ path }: Route, named: Partial<Conversation>): Pick<Cell, 'url' | 'body'> {
  const query = named.id === undefined ? '' : `?session_id=${named.id}`;
  const session = named.id !== undefined && { session_id: named.id };
  if (path === '/chat' || path === '/chat/sync')
    return { url: api() + path, body: { message: 'Hello', ...session } };
  if (path === '/chat/mail')
    return { url: api() + path, body: { email: 'ada@example.org', ...session } };
  if (path === '/feedback')
    return {
      url: api() + path,
      body: { message_id: named.answer ?? 1, feedback: 'up', ...session },
    };
  return { url: api() + path.replace('<id>', String(named.question ?? 1)) + query };
}

interface Conversations {
  own: Conversation;
  deleted: Conversation;
  another: Conversation;
  /** A further one of one's own, to be deleted. */
  spare: Conversation;
}

function cellOf(person: Person, route: Route, state: SessionState, of: Conversations): Cell {
  const own = route.method === 'DELETE' && route.path === '/history' ? of.spare : of.own;
  const named = {
    own,
    none: {},
    // With the secret of one's own conversation.
    'another’s': { ...of.another, secret: own.secret },
    'wrong secret': { ...own, secret: 'x'.repeat(32) },
    deleted: of.deleted,
  }[state];
  const secret = (named as Partial<Conversation>).secret;
  const goesOn = (text: string) => {
    const id = /"session_id":"([^"]+)"/.exec(text)?.[1];
    const isSame = id === (named as Partial<Conversation>).id;
    return isSame === (state === 'own') ? undefined : `session ${id}`;
  };
  const asks = route.path === '/chat' || route.path === '/chat/sync';
  return {
    name: `${route.method} ${route.path} ${person.caller} with session ${state}`,
    route,
    ...requestOf(route, named),
    headers: {
      ...nonceHeaders(person.cookie, person.nonces.valid),
      ...(secret !== undefined && { 'x-itih-secret': secret }),
    },
    expected: expectedOfSession(route, state),
    ...(asks && { check: goesOn }),
  };
}

const ofVisitors: Route[] = routes.filter(({ auth }) => auth === 'nonce');

/**
 * @param isFull All callers, and all nonces that are refused whatever the conversation.
 * @returns `untouched`: complaints about the conversation that the others tried to reach.
 */
export async function sessionCells(transport: string, people: Person[], isFull: boolean) {
  const victim = people.find(({ caller }) => caller === 'editor') as Person;
  const another = await begin(victim);
  const before = await withSession('GET', victim, another);
  const cells: Cell[] = [];
  for (const person of people) {
    if (!isFull && !['anonymous', 'subscriber'].includes(person.caller)) continue;
    const [own, deleted, spare] = [await begin(person), await begin(person), await begin(person)];
    await withSession('DELETE', person, deleted);
    const mine = ofVisitors.flatMap((route) =>
      sessionStates.map((state) => cellOf(person, route, state, { own, deleted, another, spare })),
    );
    const foreign = { ...own, question: another.question, answer: another.answer };
    const mixed = ofVisitors
      .filter(({ path }) => path.includes('<id>') || path === '/feedback')
      .map((route): Cell => {
        const cell = cellOf(person, route, 'own', { own: foreign, deleted, another, spare });
        const isFeedback = route.path === '/feedback';
        return {
          ...cell,
          name: `${cell.name} and another’s turn`,
          expected: isFeedback ? [200] : [404, 'not_found'],
          ...(isFeedback && {
            check: (text) => (text.includes('"updated":0') ? undefined : 'rated'),
          }),
        };
      });
    const badly = mine.flatMap((cell) =>
      isFull
        ? (['none', 'another’s', 'expired', 'garbage'] as const).map((state): Cell => {
            const { 'x-itih-secret': secret } = cell.headers;
            return {
              ...cell,
              name: `${cell.name} and nonce ${state}`,
              headers: {
                ...nonceHeaders(person.cookie, person.nonces[state]),
                ...(secret !== undefined && { 'x-itih-secret': secret }),
              },
              expected: expectedOf(cell.route, person.caller, state),
            };
          })
        : [],
    );
    cells.push(...badly, ...mine, ...mixed);
  }
  return {
    cells: cells.map((cell) => ({ ...cell, name: `${transport} ${cell.name}` })),
    untouched: async () => {
      const after = await withSession('GET', victim, another);
      return after === before ? [] : [after];
    },
  };
}
