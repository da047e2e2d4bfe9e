import { __, _n, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { StatusReply } from '../../server/contract/admin.ts';
import { formatNumber, formatUptime } from '../format.ts';
import { Badge } from './badge.tsx';
import { Facts } from './facts.tsx';
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
      label: __('Sidecar', 'itih-rag-chat'),
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

interface Props {
  status: StatusReply | undefined;
  /** At the end of the heading's line. */
  aside?: ReactNode;
}

export function ConnectionCard({ status, aside }: Props) {
  return (
    <Section id="connection" title={__('Connection', 'itih-rag-chat')} aside={aside} busy={!status}>
      {status ? <Facts look="rows" facts={facts(status)} /> : <Skeleton lines={8} />}
    </Section>
  );
}
