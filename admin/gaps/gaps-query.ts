import type { GapsQuery, GapState } from '../../server/contract/gaps.ts';
import type { QueryChanges } from '../use-query.ts';

export const pageOf = (query: URLSearchParams) => Number(query.get('paged')) || 1;

/** The tab of open gaps has no name. */
export const stateOf = (query: URLSearchParams): GapState =>
  (['done', 'ignored'] as const).find((state) => state === query.get('tab')) ?? 'open';

/** Reads the parameters of `GET /gaps` from the address. */
export const gapsQueryOf = (query: URLSearchParams) =>
  ({
    state: stateOf(query),
    search: query.get('s') ?? '',
    reason: query.get('reason') ?? '',
    orderby: query.get('orderby') ?? '',
    page: pageOf(query),
  }) as Partial<GapsQuery>;

export const noFilter: QueryChanges = { s: '', reason: '', paged: '' };
export const isFiltered = (query: URLSearchParams) =>
  ['s', 'reason'].some((name) => query.has(name));
