import { __, sprintf } from '@wordpress/i18n';
import type { ChunkView } from '../../server/contract/knowledge.ts';
import { formatNumber } from '../format.ts';

/** The passages that questions are compared with. */
export function ChunkList({ chunks }: { chunks: readonly Omit<ChunkView, 'id'>[] }) {
  return (
    <ol className="itih-chunks">
      {chunks.map(({ position, content, heading_path, page }) => (
        <li key={position}>
          <p className="itih-chunks__place">
            <strong>
              {sprintf(
                /* translators: %s: number of a passage within its document. */
                __('Chunk %s', 'itih-rag-chat'),
                formatNumber(position + 1),
              )}
            </strong>
            {page !== null && (
              <span>
                {sprintf(
                  /* translators: %s: number of a page. */
                  __('Page %s', 'itih-rag-chat'),
                  formatNumber(page),
                )}
              </span>
            )}
            {heading_path && <bdi>{heading_path}</bdi>}
          </p>
          <p className="itih-chunks__text" dir="auto">
            {content}
          </p>
        </li>
      ))}
    </ol>
  );
}
