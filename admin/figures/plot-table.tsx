import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { formatDay } from '../format.ts';
import { sumOf, type Bar, type PlotProps } from './bars.ts';

interface DayTableProps<Day> {
  /** Text of what unfolds the table. */
  title: string;
  label: string;
  days: readonly Day[];
  columns: readonly { label: string; cell: (day: Day) => ReactNode }[];
}

/** Numbers by day, the latest one first, which are folded away. */
export const DayTable = <Day extends { day: string }>(props: DayTableProps<Day>) => (
  <details className="itih-plot__table">
    <summary>{props.title}</summary>
    <div>
      <table aria-label={props.label}>
        <thead>
          <tr>
            <th scope="col">{__('Day', 'itih-rag-chat')}</th>
            {props.columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...props.days].reverse().map((day) => (
            <tr key={day.day}>
              <th scope="row">{formatDay(day.day, 'short')}</th>
              {props.columns.map(({ label, cell }) => (
                <td key={label}>{cell(day)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);

/** The numbers of a plot, each with a link to the list behind it. */
export function PlotTable({ label, series, bars, format, noteLabel }: PlotProps) {
  const linked = (value: number, href = '') =>
    value > 0 ? <a href={href}>{format(value)}</a> : format(value);
  const part = (bar: Bar, index: number) =>
    linked(bar.parts[index]?.value ?? 0, bar.parts[index]?.href);
  return (
    <DayTable
      title={__('Show as a table', 'itih-rag-chat')}
      label={label}
      days={bars}
      columns={[
        ...series.map((one, index) => ({
          label: one.label,
          cell: (bar: Bar) => part(bar, index),
        })),
        { label: __('All', 'itih-rag-chat'), cell: (bar) => linked(sumOf(bar), bar.href) },
        ...(noteLabel ? [{ label: noteLabel, cell: ({ note }: Bar) => note }] : []),
      ]}
    />
  );
}
