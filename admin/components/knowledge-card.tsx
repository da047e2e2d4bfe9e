import { __ } from '@wordpress/i18n';
import type { DashboardReply } from '../../server/contract/admin.ts';
import { formatNumber } from '../format.ts';
import { kindLabel, statusLabel } from '../labels.ts';
import type { Indexing } from '../use-indexing.ts';
import { knowledgeUrl } from '../use-query.ts';
import { Facts } from './facts.tsx';
import { IndexButton } from './index-button.tsx';
import { IndexProgress } from './index-progress.tsx';
import { Section } from './section.tsx';
import { Skeleton } from './skeleton.tsx';

type Documents = DashboardReply['documents'];

const statusOrder = ['completed', 'processing', 'queued', 'pending', 'failed'];

function Counts({ documents }: { documents: Documents }) {
  const { total, by_status, by_kind, chunks } = documents;
  const shown = statusOrder.filter((status) => (by_status[status] ?? 0) > 0);
  const kinds = Object.entries(by_kind).filter(([, count]) => count > 0);
  return (
    <>
      <Facts
        look="tiles"
        facts={[
          { label: __('Documents', 'itih-rag-chat'), value: formatNumber(total) },
          ...shown.map((status) => ({
            label: statusLabel(status),
            value: formatNumber(by_status[status] ?? 0),
          })),
          { label: __('Chunks of text', 'itih-rag-chat'), value: formatNumber(chunks) },
        ]}
      />
      {kinds.length > 0 && (
        <ul className="itih-kinds" aria-label={__('Documents by kind', 'itih-rag-chat')}>
          {kinds.map(([kind, count]) => (
            <li key={kind}>
              {kindLabel(kind)} <strong>{formatNumber(count)}</strong>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface Props {
  documents: Documents | undefined;
  /** Undefined: indexing is offered elsewhere on the page. */
  indexing: Indexing | undefined;
}

export function KnowledgeCard({ documents, indexing }: Props) {
  const offered = documents && indexing;
  return (
    <Section
      id="knowledge"
      title={__('Knowledge base', 'itih-rag-chat')}
      busy={!documents}
      aside={offered && <IndexButton indexing={indexing} variant="secondary" />}
    >
      {documents ? <Counts documents={documents} /> : <Skeleton lines={4} />}
      <p>
        <a href={knowledgeUrl()}>{__('Show and add documents', 'itih-rag-chat')}</a>
      </p>
      {offered && <IndexProgress indexing={indexing} />}
    </Section>
  );
}
