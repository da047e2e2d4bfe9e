import { __, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { formatNumber } from '../format.ts';
import { pageOf, paged, type List } from '../use-list.ts';
import { Button } from './controls.tsx';
import { LoadState, Section } from './section.tsx';
import { Table, type Column, type Selection } from './table.tsx';

interface PaginationProps {
  page: number;
  pages: number;
  /** Names what is paged, for those who do not see where it stands. */
  label: string;
  onChange: (page: number) => void;
}

/** Buttons stay, and keep the focus, at the ends. */
export function Pagination({ page, pages, label, onChange }: PaginationProps) {
  if (pages < 2) return null;
  const turn = (to: number) => ({
    variant: 'secondary' as const,
    'aria-disabled': to < 1 || to > pages,
    onClick: () => to >= 1 && to <= pages && onChange(to),
  });
  return (
    <nav className="itih-pagination" aria-label={label}>
      <Button {...turn(page - 1)}>{__('Previous', 'itih-rag-chat')}</Button>
      <span role="status">
        {sprintf(
          /* translators: 1: number of this page. 2: number of pages. */
          __('Page %1$s of %2$s', 'itih-rag-chat'),
          formatNumber(page),
          formatNumber(pages),
        )}
      </span>
      <Button {...turn(page + 1)}>{__('Next', 'itih-rag-chat')}</Button>
    </nav>
  );
}

/** In place of a list: says why it is empty, and what fills it. */
export const Empty = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="itih-empty">
    <p>{text}</p>
    {children}
  </div>
);

interface Props<Row, Key> {
  id: string;
  title: string;
  list: List<Row, Key>;
  columns: readonly Column<Row>[];
  /** Accessible names of the table and of the buttons that turn its pages. */
  label: string;
  pagesLabel: string;
  /** Absent: the rows can only be read. */
  selection?: Pick<Selection<Row, Key>, 'label' | 'nameOf'> | false;
  filters: ReactNode;
  /** In place of a list that has no rows at all. */
  empty: ReactNode;
  /** Said when the filters leave all rows out, and the button that takes them away. */
  noMatch: string;
  showAll: string;
  /** Above the table: how many rows there are, and what can be done with the chosen ones. */
  summary: ReactNode;
  /** At the end of the heading's line while there are rows. */
  aside?: ReactNode;
}

/** A list of the server with its filters, page by page. */
export function ListSection<Row, Key extends string | number>(props: Props<Row, Key>) {
  const { id, title, list, selection, filters, empty, summary, aside } = props;
  const { data, rows, query, change } = list;
  const isEmpty = data?.total === 0;
  const isNothing = isEmpty && !list.isFiltered;
  return (
    <Section id={id} title={title} busy={!data && !list.error} aside={rows.length > 0 && aside}>
      {!isNothing && filters}
      <LoadState of={list} lines={12} />
      {isNothing && empty}
      {isEmpty && !isNothing && (
        <Empty text={props.noMatch}>
          <Button variant="secondary" onClick={list.showAll}>
            {props.showAll}
          </Button>
        </Empty>
      )}
      {data && rows.length > 0 && (
        <>
          <div className="itih-selection">{summary}</div>
          <Table
            label={props.label}
            rows={rows}
            keyOf={list.keyOf}
            columns={props.columns}
            sorting={{ query, onChange: change }}
            selection={
              selection ? { ...selection, chosen: list.marked, mark: list.mark } : undefined
            }
          />
          <Pagination
            page={pageOf(query)}
            pages={data.pages}
            label={props.pagesLabel}
            onChange={(page) => change(paged(page))}
          />
        </>
      )}
    </Section>
  );
}
