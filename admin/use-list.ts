import { useCallback, useEffect, useRef, useState } from '@wordpress/element';
import type { Paged } from './api.ts';
import type { useQuery } from './page.ts';
import { useResource } from './use-resource.ts';

/** Says how the server is asked for a list by the page's address. */
interface Source<Row, Key, Request> {
  fetch: (request: Request, signal: AbortSignal) => Promise<Paged<Row[]>>;
  /** Reads the parameters of the request. */
  requestOf: (query: URLSearchParams) => Request;
  /** Reads those of them that leave rows out. */
  filterOf: (query: URLSearchParams) => object;
  /** The parameters of the address that they are read from. */
  filters: readonly string[];
  keyOf: (row: Row) => Key;
}

/** Reads the number of the page, from 1. */
export const pageOf = (query: URLSearchParams) => Math.max(1, Number(query.get('paged')) || 1);

/** Returns the parameter of a page, which the first one does not need. */
export const paged = (page: number) => ({ paged: page > 1 ? String(page) : '' });

/** A list of the server whose filter, order and page are in the address, with the rows that are marked. */
export function useList<Row, Key, Request>(
  source: Source<Row, Key, Request>,
  { query, change }: ReturnType<typeof useQuery>,
) {
  const asked = JSON.stringify(source.requestOf(query));
  const load = useCallback(
    (signal: AbortSignal) => source.fetch(JSON.parse(asked) as Request, signal),
    [asked],
  );
  const resource = useResource(load);
  const { data } = resource;
  const rows = data?.body ?? [];
  const [marked, setMarked] = useState<ReadonlySet<Key>>(new Set());

  // The last rows of the last page are gone.
  const isLost = data !== undefined && rows.length === 0 && data.total > 0;
  useEffect(() => {
    if (isLost) change(paged(data.pages), 'replace');
  }, [isLost]);

  return {
    ...resource,
    query,
    change,
    rows,
    keyOf: source.keyOf,
    isFiltered: Object.values(source.filterOf(query)).some(Boolean),
    showAll: () =>
      change(Object.fromEntries([...source.filters, 'paged'].map((name) => [name, '']))),
    marked,
    /** The marked rows of this page. */
    chosen: rows.filter((row) => marked.has(source.keyOf(row))),
    mark(keys: readonly Key[], on: boolean): void {
      const next = new Set(marked);
      for (const key of keys)
        if (on) next.add(key);
        else next.delete(key);
      setMarked(next);
    },
    unmark: () => setMarked(new Set()),
  };
}
export type List<Row, Key> = Omit<ReturnType<typeof useList<Row, Key, unknown>>, 'keyOf'> & {
  keyOf: (row: Row) => Key;
};

const focus = (id: string) => {
  const found = document.getElementById(id);
  found?.focus();
  return found;
};

interface Place {
  /** Ids begin with `itih-` and these words: of the list's section, and of the link in a row. */
  list: string;
  row: string;
  /** Key of the row that is viewed in place of the list; '' for none. */
  opened: string;
  /** Something that may have taken the row with the button that was pressed. */
  happened: unknown;
}

/** Gives the focus back to the row that was viewed; to the list's title when what had it is gone. */
export function usePlace({ list, row, opened, happened }: Place, seen: readonly unknown[] = []) {
  const title = `itih-${list}-title`;
  const last = useRef('');
  useEffect(() => {
    if (opened === '' && last.current !== '' && !focus(`itih-${row}-${last.current}`)) focus(title);
    last.current = opened;
  }, [opened]);
  useEffect(() => {
    if (happened && document.activeElement === document.body) focus(title);
  }, [happened, opened, ...seen]);
}
