import type { QueryChanges } from '../use-query.ts';
import { Button } from './controls.tsx';

type Order = 'asc' | 'desc';

interface Props {
  label: string;
  /** Sort key of the server; undefined if the column cannot be sorted. */
  by?: string;
  /** Which way a first click sorts. */
  first?: Order;
  query: URLSearchParams;
  onChange: (changes: QueryChanges) => void;
}

const ariaOrder = { asc: 'ascending', desc: 'descending' } as const;

/** Heads a column of a list; one that can be sorted by is a button, and the address keeps the order. */
export function Heading({ label, by, first = 'asc', query, onChange }: Props) {
  if (!by) {
    return (
      <th role="columnheader" scope="col">
        {label}
      </th>
    );
  }
  const order = query.get('orderby') === by ? (query.get('order') as Order) : undefined;
  const other: Order = order === 'asc' ? 'desc' : 'asc';
  return (
    <th role="columnheader" scope="col" aria-sort={order ? ariaOrder[order] : 'none'}>
      <Button
        variant="link"
        className="itih-table__sort"
        onClick={() => onChange({ orderby: by, order: order ? other : first, paged: '' })}
      >
        {label}
      </Button>
    </th>
  );
}
