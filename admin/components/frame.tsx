import type { ReactNode } from 'react';
import type { StatusReply } from '../../server/contract/admin.ts';
import type { Site } from '../site.ts';
import { usePolling } from '../use-polling.ts';
import type { Resource } from '../use-resource.ts';
import { ChatSwitchCard } from './chat-switch-card.tsx';
import { ConnectionProblem } from './connection-problem.tsx';
import { ImpairedNotice, VersionNotice } from './impaired-notice.tsx';
import { OwnSite } from './own-site.ts';
import { PageHeader, type Connection } from './page-header.tsx';

const recheckMs = 5000;

export function connectionOf({ data, error }: Resource<StatusReply>): Connection {
  if (error) return 'down';
  if (!data) return 'unknown';
  return data.ok && data.database.ok && data.bridge.ok ? 'connected' : 'impaired';
}

interface Props {
  title: string;
  text: string;
  site: Site;
  status: Resource<StatusReply>;
  /** The sidecar answers again: fetch the rest. */
  onBack: () => Promise<unknown>;
  /** The screen is of use also while the sidecar does not answer. */
  offline?: boolean;
  children: ReactNode;
}

/** Renders the heading of a screen, the state of the sidecar and, if it does not work, what to do. */
export function Frame(props: Props) {
  const { title, text, site, status, onBack, offline = false, children } = props;
  const connection = connectionOf(status);
  const check = async () => {
    if (await status.reload()) await onBack();
  };
  usePolling(check, status.error ? recheckMs : null);

  // Without any answer so far there is nothing to show; later, what was last known stays.
  const reached = offline || status.data !== undefined || !status.error;

  return (
    <div className="itih-admin">
      <PageHeader title={title} text={text} connection={connection} />
      {status.error && (
        <>
          <ConnectionProblem
            error={status.error}
            checking={status.loading}
            site={site}
            onCheck={() => void check()}
          />
          {!offline && site.canManage && (
            <ChatSwitchCard answers={false} hadContact={site.hadContact} />
          )}
        </>
      )}
      {connection === 'impaired' && status.data && <ImpairedNotice status={status.data} />}
      {site.canManage && status.data && <VersionNotice status={status.data} />}
      {reached && <OwnSite.Provider value={site.homeUrl}>{children}</OwnSite.Provider>}
    </div>
  );
}
