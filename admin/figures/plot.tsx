import { __ } from '@wordpress/i18n';
import { formatCompact, formatDay } from '../format.ts';
import { scaleEnd, sumOf, type Bar, type PlotProps, type Series } from './bars.ts';
import { PlotTable } from './plot-table.tsx';

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
  const { label, series, bars } = props;
  const end = scaleEnd(Math.max(...bars.map(sumOf)));
  const width = 100 / Math.max(bars.length, 1);
  const [first, last] = [bars[0]?.day, bars.at(-1)?.day];
  return (
    <figure className="itih-plot" aria-label={label}>
      <div className="itih-plot__frame" aria-hidden="true">
        <div className="itih-plot__scale">
          <span>{formatCompact(end)}</span>
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
