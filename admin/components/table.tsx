import { __, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { QueryChanges } from '../page.ts';
import { Button } from './controls.tsx';

type Order = 'asc' | 'desc';

export interface Column<Row> {
  /** Stands above the cells, and beside each where narrow screens show the rows as cards. */
  label: string;
  /** @param index From 0. */
  cell: (row: Row, index: number) => ReactNode;
  /** Sort key of the server; undefined if the column cannot be sorted. */
  sort?: string;
  /** Which way a first click sorts. */
  first?: Order;
}

/** Rows that are chosen by checkboxes. */
export interface Selection<Row, Key> {
  /** Names the box that chooses the whole page. */
  label: string;
  /** Names a row. */
  nameOf: (row: Row) => string;
  chosen: ReadonlySet<Key>;
  mark: (keys: readonly Key[], chosen: boolean) => void;
}

interface Sorting {
  query: URLSearchParams;
  onChange: (changes: QueryChanges) => void;
}

interface Props<Row, Key> {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** The first names its row. Entries that are false are left out. */
  columns: readonly (Column<Row> | false)[];
  /** The address keeps the order. Absent: no column can be sorted. */
  sorting?: Sorting;
  /** Absent: the rows can only be read. */
  selection?: Selection<Row, Key> | undefined;
  className?: string;
}

const ariaOrder = { asc: 'ascending', desc: 'descending' } as const;

function Heading({ label, sort, first = 'asc', query, onChange }: Column<never> & Sorting) {
  const order = query.get('orderby') === sort ? (query.get('order') as Order) : undefined;
  const other: Order = order === 'asc' ? 'desc' : 'asc';
  return (
    <th role="columnheader" scope="col" aria-sort={order ? ariaOrder[order] : 'none'}>
      <Button
        variant="link"
        className="itih-table__sort"
        onClick={() => onChange({ orderby: sort ?? '', order: order ? other : first, paged: '' })}
      >
        {label}
      </Button>
    </th>
  );
}

interface CheckAllProps {
  label: string;
  /** Number of rows of the page, and of the chosen ones among them. */
  rows: number;
  chosen: number;
  onChange: (chosen: boolean) => void;
}

/** Chooses all rows of the page, or none. */
const CheckAll = ({ label, rows, chosen, onChange }: CheckAllProps) => (
  <td role="columnheader" className="itih-table__check">
    <input
      type="checkbox"
      aria-label={label}
      checked={chosen > 0 && chosen === rows}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < rows;
      }}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  </td>
);

/**
 * A table whose columns are data, the first of them the heading of each row. Narrow screens show the rows as cards:
 * explicit roles, because `display` removes the semantics of a table.
 */
export function Table<Row, Key extends string | number>(props: Props<Row, Key>) {
  const { label, rows, keyOf, sorting, selection, className = '' } = props;
  const columns = props.columns.filter((column) => column !== false);
  const [heading, ...cells] = columns;
  const keys = rows.map(keyOf);
  const isPlain = !selection && columns.every(({ sort }) => sort === undefined);
  return (
    <table
      role="table"
      className={`itih-table ${isPlain ? 'is-plain' : ''} ${className}`}
      aria-label={label}
    >
      <thead role="rowgroup">
        <tr role="row">
          {selection && (
            <CheckAll
              label={selection.label}
              rows={keys.length}
              chosen={keys.filter((key) => selection.chosen.has(key)).length}
              onChange={(on) => selection.mark(keys, on)}
            />
          )}
          {columns.map((column) =>
            sorting && column.sort ? (
              <Heading key={column.label} {...column} {...sorting} />
            ) : (
              <th key={column.label} role="columnheader" scope="col">
                {column.label}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => {
          const key = keyOf(row);
          const isChosen = selection?.chosen.has(key) ?? false;
          return (
            <tr key={key} role="row" className={isChosen ? 'is-selected' : undefined}>
              {selection && (
                <td role="cell" className="itih-table__check">
                  <input
                    type="checkbox"
                    aria-label={
                      /* translators: %s: what a row of a list is about. */
                      sprintf(__('Select %s', 'itih-rag-chat'), selection.nameOf(row))
                    }
                    checked={isChosen}
                    onChange={(event) => selection.mark([key], event.currentTarget.checked)}
                  />
                </td>
              )}
              <th role="rowheader" scope="row">
                {heading?.cell(row, index)}
              </th>
              {cells.map((column) => (
                <td key={column.label} role="cell" data-label={column.label}>
                  {column.cell(row, index)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Names a button of a row for those who do not see which row it stands in. */
export const named = (action: string, row: string) => ({
  'aria-label': sprintf(
    /* translators: 1: what a button does. 2: name of the thing that it is done to. */
    __('%1$s: %2$s', 'itih-rag-chat'),
    action,
    row,
  ),
  children: action,
});
