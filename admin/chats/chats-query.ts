import apiFetch from '@wordpress/api-fetch';
import type { ChatsFilter, ChatsQuery } from '../../server/contract/chats.ts';
import { isOutcome } from '../outcomes.ts';
import type { QueryChanges } from '../use-query.ts';

/** The parameter of the address for each part of the filter: `s` as WordPress' own lists have it. */
const names = {
  search: 's',
  from: 'from',
  to: 'to',
  feedback: 'feedback',
  outcome: 'outcome',
  asked_on: 'asked_on',
  language: 'language',
} as const;

export type FilterName = (typeof names)[keyof typeof names];

export const noFilter: QueryChanges = Object.fromEntries(
  [...Object.values(names), 'paged'].map((name) => [name, '']),
);

/** The server counts no further: with several frequent conditions, and otherwise. */
const maxCounted = [2000, 10_000];

/** Whether there may be more conversations than the number says. */
export const isAtLeast = (total: number) => maxCounted.includes(total);

const day = (value: string | null) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value ?? '') ? (value ?? undefined) : undefined;

export const pageOf = (query: URLSearchParams) => Math.max(1, Number(query.get('paged')) || 1);

/** Reads the filter from the address; what the server does not know is left out. */
export function filterOf(query: URLSearchParams): ChatsFilter {
  const outcome = query.get('outcome');
  const feedback = query.get('feedback');
  return {
    search: (query.get('s') ?? '').slice(0, 200),
    from: day(query.get('from')),
    to: day(query.get('to')),
    feedback: feedback === 'up' || feedback === 'down' ? feedback : undefined,
    outcome: isOutcome(outcome) ? outcome : undefined,
    asked_on: query.get('asked_on') || undefined,
    language: query.get('language') || undefined,
  };
}

export const isFiltered = (query: URLSearchParams) => Object.values(filterOf(query)).some(Boolean);

/** Reads the parameters of `GET /chats` from the address. */
export const chatsQueryOf = (query: URLSearchParams): Partial<ChatsQuery> => ({
  ...filterOf(query),
  ...(query.get('orderby') === 'turns' && { orderby: 'turns' }),
  ...(query.get('order') === 'asc' && { order: 'asc' }),
  page: pageOf(query),
});

/**
 * Returns where the browser downloads what the filter lets through. A link sends no headers: the nonce, which
 * WordPress renews while a page is open, goes into the address.
 *
 * @param exportUrl has a query of its own on a site without pretty permalinks
 */
export function exportUrlOf(exportUrl: string, query: URLSearchParams): string {
  const url = new URL(exportUrl, window.location.href);
  for (const [name, value] of Object.entries(filterOf(query)))
    if (value) url.searchParams.set(name, value);
  const { nonceMiddleware } = apiFetch as { nonceMiddleware?: { nonce: string } };
  if (nonceMiddleware) url.searchParams.set('_wpnonce', nonceMiddleware.nonce);
  return url.href;
}
