import { __, _n, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { DashboardReply, IndexStatus, StatusReply } from '../../server/contract/admin.ts';
import { formatNumber, formatUptime } from '../format.ts';
import { embedderLabel, kindLabel, modelName, providerLabel, statusLabel } from '../labels.ts';
import { builtin } from '../models/providers.ts';
import { IndexBuild } from '../models/index-build.tsx';
import { knowledgeUrl, type QueryChanges, settingsUrl } from '../page.ts';
import type { Site } from '../site.ts';
import { Warnings } from './controls.tsx';
import { Badge, Facts } from './facts.tsx';
import { AiOff } from './frame.tsx';
import { IndexButton, type Indexing, IndexProgress } from './indexing.tsx';
import { Section, Skeleton } from './section.tsx';

const working = (ok: boolean) =>
  ok ? (
    <Badge tone="good" text={__('Working', 'itih-rag-chat')} />
  ) : (
    <Badge tone="bad" text={__('Not working', 'itih-rag-chat')} />
  );

function queueNote({ processing, failed }: StatusReply['queue']): string {
  const parts = [];
  if (processing > 0)
    parts.push(
      /* translators: %s: number of documents. */
      sprintf(__('%s in progress', 'itih-rag-chat'), formatNumber(processing)),
    );
  if (failed > 0)
    parts.push(
      /* translators: %s: number of documents. */
      sprintf(__('%s failed', 'itih-rag-chat'), formatNumber(failed)),
    );
  return parts.join(', ');
}

function facts({ version, uptime_s, database, bridge, queue }: StatusReply) {
  return [
    {
      label: __('Answer service', 'itih-rag-chat'),
      value: working(true),
      note: sprintf(
        /* translators: 1: version number. 2: a time, such as "3 hours". */
        __('Version %1$s, up for %2$s', 'itih-rag-chat'),
        version,
        formatUptime(uptime_s),
      ),
    },
    {
      label: __('Database', 'itih-rag-chat'),
      value: working(database.ok),
      note: `${database.engine} ${database.version}`,
    },
    {
      label: __('WordPress', 'itih-rag-chat'),
      value: working(bridge.ok),
      note: bridge.message,
    },
    {
      label: __('Queue', 'itih-rag-chat'),
      value:
        queue.queued > 0
          ? sprintf(
              /* translators: %s: number of documents. */
              _n('%s document waiting', '%s documents waiting', queue.queued, 'itih-rag-chat'),
              formatNumber(queue.queued),
            )
          : __('Empty', 'itih-rag-chat'),
      note: queueNote(queue),
    },
  ];
}

interface ConnectionCardProps {
  status: StatusReply | undefined;
  /** At the end of the heading's line. */
  aside?: ReactNode;
}

export function ConnectionCard({ status, aside }: ConnectionCardProps) {
  return (
    <Section id="connection" title={__('Connection', 'itih-rag-chat')} aside={aside} busy={!status}>
      {status ? <Facts look="rows" facts={facts(status)} /> : <Skeleton lines={8} />}
    </Section>
  );
}

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
          { label: __('Passages', 'itih-rag-chat'), value: formatNumber(chunks) },
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

interface KnowledgeCardProps {
  documents: Documents | undefined;
  status: StatusReply | undefined;
  /** Undefined: indexing is offered elsewhere on the page. */
  indexing: Indexing | undefined;
  canManage: boolean;
}

/** How much is known, and how the index is. */
export function KnowledgeCard({ documents, status, indexing, canManage }: KnowledgeCardProps) {
  const offered = documents && canManage && indexing;
  return (
    <Section
      id="knowledge"
      title={__('What it has read', 'itih-rag-chat')}
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

interface Named {
  provider: string;
  model: string;
}
const named = ({ provider, model }: Named, label = providerLabel) => ({
  value: label(provider),
  note: modelName(model),
});

/** Until the chosen model has answered, the one before goes on, whatever the settings say. */
function embeddings({ embedding }: DashboardReply['providers'], index: IndexStatus | undefined) {
  const { embedder = '' } = index ?? {};
  if (!embedder) return named(embedding, embedderLabel);
  const [provider = ''] = embedder.split(':', 1);
  return named({ provider, model: embedder }, embedderLabel);
}

interface Props {
  site: Pick<Site, 'canManage' | 'aiOff'>;
  providers: DashboardReply['providers'] | undefined;
  index: IndexStatus | undefined;
}

export function ProvidersCard({ providers, index, site }: Props) {
  return (
    <Section
      id="providers"
      title={__('Answers come from', 'itih-rag-chat')}
      busy={!providers}
      aside={site.canManage && <a href={settingsUrl('models')}>{__('Change', 'itih-rag-chat')}</a>}
    >
      <AiOff site={site} />
      {providers ? (
        <Facts
          look="rows"
          facts={[
            {
              label: __('Written by', 'itih-rag-chat'),
              ...named(providers.llm),
              ...(providers.llm.provider === builtin && { note: __('free', 'itih-rag-chat') }),
            },
            { label: __('Found by', 'itih-rag-chat'), ...embeddings(providers, index) },
          ]}
        />
      ) : (
        <Skeleton lines={5} />
      )}
    </Section>
  );
}
