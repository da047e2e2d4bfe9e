import type { SearchRequest } from '../../server/contract/search.ts';
import type { QueryChanges } from '../use-query.ts';

/** Names of the fields, and of the parameters of the page's address that they are kept in. */
export const fieldNames = [
  'q',
  'before',
  'kind',
  'language',
  'type',
  'top_k',
  'min_score',
] as const;
export type FieldName = (typeof fieldNames)[number];
export type SearchDraft = Record<FieldName, string>;

export const draftOf = (query: URLSearchParams) =>
  Object.fromEntries(fieldNames.map((name) => [name, query.get(name) ?? ''])) as SearchDraft;

export const toQuery = (draft: SearchDraft): QueryChanges =>
  Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, value.trim()]));

/** Null: nothing is asked. What the settings say is left out. */
export function requestOf(query: URLSearchParams): SearchRequest | null {
  const { q, before, kind, language, type, top_k, min_score } = draftOf(query);
  if (!q) return null;
  const filter = {
    ...(kind && { kinds: [kind] }),
    ...(language && { languages: [language] }),
    ...(type && { post_types: [type] }),
  } as NonNullable<SearchRequest['filter']>;
  return {
    query: q,
    ...(top_k && { top_k: Number(top_k) }),
    ...(min_score && { min_score: Number(min_score) }),
    ...(Object.keys(filter).length > 0 && { filter }),
    ...(before && { history: [{ role: 'user' as const, content: before }] }),
  };
}
