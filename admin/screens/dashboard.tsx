import { api, type ApiError } from '../api.ts';
import { ChatsCard } from '../components/chats-card.tsx';
import { ConnectionCard } from '../components/connection-card.tsx';
import { ConnectionProblem } from '../components/connection-problem.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { FailedDocuments } from '../components/failed-documents.tsx';
import { FirstSteps, stepsLeft } from '../components/first-steps.tsx';
import { ImpairedNotice } from '../components/impaired-notice.tsx';
import { KnowledgeCard } from '../components/knowledge-card.tsx';
import { ModelsCard } from '../components/models-card.tsx';
import { PageHeader, type Connection } from '../components/page-header.tsx';
import { ProvidersCard } from '../components/providers-card.tsx';
import type { Site } from '../site.ts';
import { useIndexing, type Indexing } from '../use-indexing.ts';
import { usePolling } from '../use-polling.ts';
import { useResource, type Resource } from '../use-resource.ts';
import type { DashboardReply, StatusReply } from '../../server/contract/admin.ts';

const recheckMs = 5000;

function connectionOf({ data, error }: Resource<StatusReply>): Connection {
  if (error) return 'down';
  if (!data) return 'unknown';
  return data.ok && data.database.ok && data.bridge.ok ? 'connected' : 'impaired';
}

interface OverviewProps {
  data: DashboardReply | undefined;
  error: ApiError | undefined;
  onRetry: () => void;
  indexing: Indexing;
  homeUrl: string;
  connected: boolean;
}

/** What is to be done, then what is known and what was asked; on a fresh site only the first. */
function Overview({ data, error, onRetry, ...rest }: OverviewProps) {
  const { indexing } = rest;
  const problem = error && <ErrorNotice error={error} onRetry={onRetry} />;
  if (!data && problem) return problem;
  const steps = data && stepsLeft(data);
  const isFresh = data && data.documents.total === 0 && steps?.ask;
  const failed = data?.documents.by_status['failed'] ?? 0;
  // Indexing ends where it was begun: buttons do not move away from under the pointer.
  const inSteps =
    steps?.index || (steps?.ask && (indexing.active || indexing.finished !== undefined));
  return (
    <>
      {problem}
      {data && (steps?.index || steps?.ask) && (
        <FirstSteps {...rest} dashboard={data} indexing={inSteps ? indexing : undefined} />
      )}
      {!isFresh && (
        <KnowledgeCard documents={data?.documents} indexing={inSteps ? undefined : indexing} />
      )}
      {failed > 0 && <FailedDocuments count={failed} onQueued={indexing.refresh} />}
      {!isFresh && <ChatsCard chats={data?.chats} />}
    </>
  );
}

/** The one page of the plugin: whether it works, what it knows, what it answered with. */
export function Dashboard({ site }: { site: Site }) {
  const status = useResource(api.getStatus);
  const dashboard = useResource(api.getDashboard);
  const indexing = useIndexing(status, dashboard);
  const connection = connectionOf(status);

  const check = async () => {
    if (await status.reload()) await dashboard.reload();
  };
  usePolling(check, status.error ? recheckMs : null);

  // Without any answer so far there is nothing to show; later, what was last known stays.
  const reached = status.data !== undefined || !status.error;

  return (
    <div className="itih-admin">
      <PageHeader connection={connection} />
      {status.error && (
        <ConnectionProblem
          error={status.error}
          checking={status.loading}
          path={site.path}
          onCheck={() => void check()}
        />
      )}
      {connection === 'impaired' && status.data && <ImpairedNotice status={status.data} />}
      {reached && (
        <div className="itih-columns">
          <div className="itih-column">
            <Overview
              data={dashboard.data}
              error={status.error ? undefined : dashboard.error}
              onRetry={() => void dashboard.reload()}
              indexing={indexing}
              homeUrl={site.homeUrl}
              connected={connection === 'connected'}
            />
            <ModelsCard onSaved={() => void indexing.refresh()} />
          </div>
          <div className="itih-column">
            {!status.error && <ConnectionCard status={status.data} />}
            {(dashboard.data ?? !dashboard.error) && (
              <ProvidersCard providers={dashboard.data?.providers} />
            )}
          </div>
        </div>
      )}
    </div>
  );
}
