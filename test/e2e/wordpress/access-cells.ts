/** Requests of the access matrix, and how their answers differ from the expected ones. */
import type { Route } from '../../../server/contract/routes.ts';
import { samples, type Expected } from './access-policy.ts';

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

/** One for each PHP worker of the bed. */
const atOnce = 4;

/** Runs work on all items, some at once. */
export async function pooled<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items];
  const runner = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
}

const codeOf = (text: string): string | undefined => {
  try {
    return (JSON.parse(text) as { code?: string } | null)?.code;
  } catch {
    return undefined;
  }
};

export interface Answered {
  headers: Headers;
  text: string;
}

/** Looks at each answer; returns a complaint. */
export type Heard = (cell: Cell, answer: Answered) => string | undefined;

/** Asks, and returns the complaint about the answer. */
async function ask(cell: Cell, heard: Heard) {
  const { route, url, headers, body, expected } = cell;
  const response = await fetch(url, {
    method: route.method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const seen = heard(cell, { headers: response.headers, text });
  const got = [response.status, ...(response.ok ? [] : [codeOf(text)])];
  const isExpected = expected.every((part, n) => part === got[n]);
  const wrong = isExpected
    ? response.ok && cell.check?.(text)
    : `${got.join(' ')} for ${expected.join(' ')}`;
  const complaint = wrong || seen;
  return complaint && `${cell.name}: ${complaint} ${text.slice(0, 160)}`;
}

/** Returns the complaints about all cells. */
export async function complaints(cells: readonly Cell[], heard: Heard): Promise<string[]> {
  const found: string[] = [];
  await pooled(cells, async (cell) => {
    const complaint = await ask(cell, heard);
    if (complaint) found.push(complaint);
  });
  return found;
}

export const nonceHeaders = (cookie: string, nonce: string | undefined) => ({
  ...(cookie && { cookie }),
  ...(nonce !== undefined && { 'x-wp-nonce': nonce }),
});

/** @param post An existing post, for routes about one; other ids name nothing. */
export function addressOf(api: string, { method, path }: Route, post: number): string {
  const filled = path
    .replace('<id>', path.startsWith('/posts/') ? String(post) : '999999')
    .replace(/<\w+>/, 'nothing');
  const { query } = samples[`${method} ${path}`] ?? {};
  return `${api}${filled}${query ? `?${query}` : ''}`;
}
