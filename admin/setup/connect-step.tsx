import { __ } from '@wordpress/i18n';
import type { StatusReply } from '../../server/contract/admin.ts';
import { ConnectionProblem } from '../components/connection-problem.tsx';
import { ImpairedNotice } from '../components/impaired-notice.tsx';
import { ConnectionCard } from '../components/connection-card.tsx';
import { RemoteSidecar } from '../components/remote-sidecar.tsx';
import type { Connection } from '../components/page-header.tsx';
import type { Site } from '../site.ts';
import type { Resource } from '../use-resource.ts';
import { StepEnd } from './step-end.tsx';

interface Props {
  site: Site;
  status: Resource<StatusReply>;
  connection: Connection;
  onNext: () => void;
}

/** Whether the sidecar answers; until then, how to start it. */
export function ConnectStep({ site, status, connection, onNext }: Props) {
  const check = () => void status.reload();
  return (
    <>
      {status.error ? (
        <ConnectionProblem
          error={status.error}
          checking={status.loading}
          site={site}
          onCheck={check}
        />
      ) : (
        <>
          {connection === 'impaired' && status.data && <ImpairedNotice status={status.data} />}
          <ConnectionCard status={status.data} />
          {status.data && <StepEnd action={__('Continue', 'itih-rag-chat')} onAction={onNext} />}
        </>
      )}
      <RemoteSidecar site={site} onDisconnected={check} />
    </>
  );
}
