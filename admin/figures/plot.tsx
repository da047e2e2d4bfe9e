import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { formatCompact, formatDay } from '../format.ts';

/** A part of each bar. */
interface Series {
  /** Names its pattern, too. */
  key: string;
  label: string;
  /** Its figure over all days. */
  total: ReactNode;
}

interface Bar {
  day: string;
  /** The list behind the bar. */
  href: string;
  /** One for each series, with the list behind it. */
  parts: { value: number; href: string }[];
  /** Beside the parts; see `PlotProps`. */
  note?: string;
}

interface PlotProps {
  label: string;
  series: readonly Series[];
  bars: readonly Bar[];
  format: (value: number) => string;
  /** Names the notes of the bars; absent without them. */
  noteLabel?: string;
}

const sumOf = ({ parts }: Bar) => parts.reduce((sum, { value }) => sum + value, 0);

/** Ends of a scale that are easily read, and have a whole half or none. */
const ends = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8];

/** Rounds up to a number that is easily read, so that the highest bar fills most of the plot. */
export function scaleEnd(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const fitting = ends.map((end) => end * unit).filter(Number.isInteger);
  return fitting.find((end) => end >= value) ?? 10 * unit;
}

/** Days that are shown at least, also without a question. */
const minDays = 7;

/** Leaves out the days before the first question. */
function sinceFirst(bars: readonly Bar[]): readonly Bar[] {
  const first = bars.findIndex((bar) => sumOf(bar) > 0);
  return bars.slice(Math.min(Math.max(first, 0), Math.max(bars.length - minDays, 0)));
}

/** By the key of a series: a colour, and what is drawn on it in white. */
const fills: Record<string, { colour: string; drawn?: ReactNode }> = {
  answered: { colour: '#2271b1' },
  closest: { colour: '#996800', drawn: <path d="M-2 2l4-4M0 8l8-8M6 10l4-4" /> },
  refused: { colour: '#7a3e9d', drawn: <circle cx="4" cy="4" r="1" /> },
  failed: { colour: '#d63638', drawn: <path d="M0 8l8-8M0 0l8 8" /> },
  stopped: { colour: '#787c82', drawn: <path d="M0 4h8" /> },
  prompt: { colour: '#2271b1' },
  completion: { colour: '#135e96', drawn: <path d="M-2 2l4-4M0 8l8-8M6 10l4-4" /> },
};

/** Holds the patterns that the plots of the page are filled with. */
export const Patterns = () => (
  <svg className="itih-patterns" width="0" height="0" aria-hidden="true">
    <defs>
      {Object.entries(fills).map(([key, { colour, drawn }]) => (
        <pattern
          key={key}
          id={`itih-fill-${key}`}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
        >
          <rect width="8" height="8" fill={colour} />
          <g stroke="#fff" strokeWidth="1.5" fill="none">
            {drawn}
          </g>
        </pattern>
      ))}
    </defs>
  </svg>
);

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
function PlotTable({ label, series, bars, format, noteLabel }: PlotProps) {
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

const height = 160;
/** A part that is there can be seen. */
const minHeight = 2;

const titleOf = (bar: Bar, { series, format, noteLabel }: PlotProps) =>
  [
    formatDay(bar.day),
    ...series.flatMap(({ label }, index) => {
      const value = bar.parts[index]?.value ?? 0;
      return value > 0 ? `${label}: ${format(value)}` : [];
    }),
    ...(noteLabel ? [`${noteLabel}: ${bar.note ?? ''}`] : []),
  ].join('\n');

interface ColumnProps {
  bar: Bar;
  title: string;
  series: readonly Series[];
  /** Percent from the start. */
  at: number;
  /** Percent. */
  width: number;
  end: number;
}

/** Its links are for pointers: the table has them for all. */
function Column({ bar, title, series, at, width, end }: ColumnProps) {
  const gap = Math.min(width * 0.2, 0.6);
  const place = { x: `${at + gap / 2}%`, width: `${width - gap}%` };
  let bottom = height;
  return (
    <g>
      <title>{title}</title>
      <a href={bar.href} tabIndex={-1}>
        <rect className="itih-plot__day" x={`${at}%`} width={`${width}%`} y={0} height={height} />
      </a>
      {bar.parts.map(({ value, href }, index) => {
        const key = series[index]?.key ?? '';
        if (value === 0) return null;
        const high = Math.max((value / end) * height, minHeight);
        bottom -= high;
        return (
          <a key={key} href={href} tabIndex={-1}>
            <rect {...place} y={bottom} height={high} fill={`url(#itih-fill-${key})`} />
          </a>
        );
      })}
    </g>
  );
}

const Swatch = ({ of }: { of: string }) => (
  <svg className="itih-plot__swatch" aria-hidden="true">
    <rect width="100%" height="100%" fill={`url(#itih-fill-${of})`} />
  </svg>
);

/** A stacked bar for each day. Parts differ in pattern, not in colour alone; a table has the same numbers. */
export function Plot(props: PlotProps) {
  const { label, series } = props;
  const bars = sinceFirst(props.bars);
  const end = scaleEnd(Math.max(...bars.map(sumOf)));
  const width = 100 / Math.max(bars.length, 1);
  const [first, last] = [bars[0]?.day, bars.at(-1)?.day];
  return (
    <figure className="itih-plot" aria-label={label}>
      <div className="itih-plot__frame" aria-hidden="true">
        <div className="itih-plot__scale">
          <span>{formatCompact(end)}</span>
          {end % 2 === 0 && <span>{formatCompact(end / 2)}</span>}
          <span>0</span>
        </div>
        <svg className="itih-plot__bars" height={height}>
          {bars.map((bar, index) => (
            <Column
              key={bar.day}
              bar={bar}
              title={titleOf(bar, props)}
              series={series}
              at={index * width}
              width={width}
              end={end}
            />
          ))}
        </svg>
        <div className="itih-plot__ends">
          <span>{first && formatDay(first, 'short')}</span>
          <span>{last && formatDay(last, 'short')}</span>
        </div>
      </div>
      <ul className="itih-plot__legend" aria-label={__('In all days', 'itih-rag-chat')}>
        {series.map(({ key, label: name, total }) => (
          <li key={key}>
            <Swatch of={key} /> {name} {total}
          </li>
        ))}
      </ul>
      <PlotTable {...props} />
    </figure>
  );
}
