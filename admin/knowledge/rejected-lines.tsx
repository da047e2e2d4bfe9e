import { __, _n, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../format.ts';
import type { Rejected } from './use-adding.ts';

/** Lists the lines that were not added, with the reasons. */
export function RejectedLines({ rejected }: { rejected: readonly Rejected[] }) {
  const hasLines = rejected.some(({ line }) => line !== undefined);
  const title = sprintf(
    /* translators: %s: number of addresses or files. */
    _n('%s entry was not added:', '%s entries were not added:', rejected.length, 'itih-rag-chat'),
    formatNumber(rejected.length),
  );
  return (
    <div className="itih-rejected" tabIndex={0} role="region" aria-label={title}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {hasLines && <th scope="col">{__('Line', 'itih-rag-chat')}</th>}
            <th scope="col">{__('Entry', 'itih-rag-chat')}</th>
            <th scope="col">{__('Reason', 'itih-rag-chat')}</th>
          </tr>
        </thead>
        <tbody>
          {rejected.map(({ line, value, message }, row) => (
            <tr key={row}>
              {hasLines && <td>{line === undefined ? '' : formatNumber(line)}</td>}
              <td>
                <bdi>{value}</bdi>
              </td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
