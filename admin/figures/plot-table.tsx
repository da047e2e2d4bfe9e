import { __ } from '@wordpress/i18n';
import { formatDay } from '../format.ts';
import { sumOf, type PlotProps } from './bars.ts';

const Figure = ({ value, href, text }: { value: number; href: string; text: string }) => (
  <td>{value > 0 ? <a href={href}>{text}</a> : text}</td>
);

/** The numbers of a plot, the latest day first, each with a link to the list behind it. */
export const PlotTable = ({ label, series, bars, format, noteLabel }: PlotProps) => (
  <details className="itih-plot__table">
    <summary>{__('Show as a table', 'itih-rag-chat')}</summary>
    <div>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{__('Day', 'itih-rag-chat')}</th>
            {series.map(({ key, label: name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">{__('All', 'itih-rag-chat')}</th>
            {noteLabel && <th scope="col">{noteLabel}</th>}
          </tr>
        </thead>
        <tbody>
          {[...bars].reverse().map((bar) => (
            <tr key={bar.day}>
              <th scope="row">{formatDay(bar.day, 'short')}</th>
              {bar.parts.map(({ value, href }, index) => (
                <Figure key={series[index]?.key} value={value} href={href} text={format(value)} />
              ))}
              <Figure value={sumOf(bar)} href={bar.href} text={format(sumOf(bar))} />
              {noteLabel && <td>{bar.note}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);
