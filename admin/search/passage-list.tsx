import { __, sprintf } from '@wordpress/i18n';
import type { SearchReply } from '../../server/contract/search.ts';
import { SourceLink } from '../components/source-link.tsx';
import { formatScore } from '../format.ts';
import { knowledgeUrl } from '../use-query.ts';

/** Lists the passages that the language model gets, in their order. */
export function PassageList({ chunks }: Pick<SearchReply, 'chunks'>) {
  if (chunks.length === 0) {
    return (
      <p className="itih-empty">
        {__('Nothing. A strict chat would say that it does not know.', 'itih-rag-chat')}
      </p>
    );
  }
  return (
    <ol className="itih-chunks">
      {chunks.map((chunk, index) => (
        <li key={chunk.chunk_id}>
          <p className="itih-chunks__place">
            <strong>[{index + 1}]</strong>
            <a href={knowledgeUrl({ document: String(chunk.document_id) })}>
              <bdi>{chunk.title || `#${chunk.document_id}`}</bdi>
            </a>
            {chunk.heading_path && <bdi>{chunk.heading_path}</bdi>}
            <span>
              {sprintf(
                /* translators: %s: a number from 0 to 1. */
                __('Score %s', 'itih-rag-chat'),
                formatScore(chunk.score),
              )}
            </span>
          </p>
          <SourceLink url={chunk.url} />
          <p className="itih-chunks__text" dir="auto">
            {chunk.content}
          </p>
        </li>
      ))}
    </ol>
  );
}
