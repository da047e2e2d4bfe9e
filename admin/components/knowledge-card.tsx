import { __ } from '@wordpress/i18n';
import type { DashboardReply, StatusReply } from '../../server/contract/admin.ts';
import { formatNumber } from '../format.ts';
import { kindLabel, statusLabel } from '../labels.ts';
import type { Indexing } from '../use-indexing.ts';
import { IndexBuild } from '../models/index-build.tsx';
import { knowledgeUrl, type QueryChanges } from '../use-query.ts';
import { Facts } from './facts.tsx';
import { IndexButton } from './index-button.tsx';
import { IndexProgress } from './index-progress.tsx';
import { Section, Skeleton } from './section.tsx';
import { Warnings } from './controls.tsx';

type Documents = DashboardReply['documents'];

const statusOrder = ['completed', 'processing', 'queued', 'pending', 'failed'];

/** Leads to the documents that are counted; those who may not open them see the number alone. */
const countOf = (count: number, changes: QueryChanges, canManage: boolean) =>
  canManage && count > 0 ? (
    <a href={knowledgeUrl(changes)}>{formatNumber(count)}</a>
  ) : (
    formatNumber(count)
  );

function Counts({ documents, canManage }: { documents: Documents; canManage: boolean }) {
  const { total, by_status, by_kind, chunks } = documents;
  const shown = statusOrder.filter((status) => (by_status[status] ?? 0) > 0);
  const kinds = Object.entries(by_kind).filter(([, count]) => count > 0);
  return (
    <>
      <Facts
        look="tiles"
        facts={[
          { label: __('Documents', 'itih-rag-chat'), value: countOf(total, {}, canManage) },
          ...shown.map((status) => ({
            label: statusLabel(status),
            value: countOf(by_status[status] ?? 0, { status }, canManage),
          })),
          { label: __('Chunks of text', 'itih-rag-chat'), value: formatNumber(chunks) },
        ]}
      />
      {kinds.length > 0 && (
        <ul className="itih-kinds" aria-label={__('Documents by kind', 'itih-rag-chat')}>
          {kinds.map(([kind, count]) => (
            <li key={kind}>
              {kindLabel(kind)} <strong>{countOf(count, { kind }, canManage)}</strong>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface Props {
  documents: Documents | undefined;
  status: StatusReply | undefined;
  /** Undefined: indexing is offered elsewhere on the page. */
  indexing: Indexing | undefined;
  canManage: boolean;
}

/** How much is known, and how the index is. */
export function KnowledgeCard({ documents, status, indexing, canManage }: Props) {
  const offered = documents && canManage && indexing;
  return (
    <Section
      id="knowledge"
      title={__('Knowledge base', 'itih-rag-chat')}
      busy={!documents}
      aside={offered && <IndexButton indexing={indexing} variant="secondary" />}
    >
      {documents ? <Counts documents={documents} canManage={canManage} /> : <Skeleton lines={4} />}
      {canManage && (
        <p>
          <a href={knowledgeUrl()}>{__('Show and add documents', 'itih-rag-chat')}</a>
        </p>
      )}
      {offered && <IndexProgress indexing={indexing} />}
      <IndexBuild index={status?.index} />
      <Warnings warnings={status?.vector_store.warnings ?? []} />
    </Section>
  );
}
