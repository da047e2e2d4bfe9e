import { api } from '../api.ts';
import { ChatsCard } from '../components/chats-card.tsx';
import { ConnectionCard } from '../components/connection-card.tsx';
import { ConnectionProblem } from '../components/connection-problem.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { FailedDocuments } from '../components/failed-documents.tsx';
import { FirstSteps, stepsLeft } from '../components/first-steps.tsx';
import { KnowledgeCard } from '../components/knowledge-card.tsx';
import { ModelsCard } from '../components/models-card.tsx';
import { PageHeader, type Connection } from '../components/page-header.tsx';
import { ProvidersCard } from '../components/providers-card.tsx';
import type { Site } from '../site.ts';
import { useIndexing } from '../use-indexing.ts';
import { usePolling } from '../use-polling.ts';
import { useResource, type Resource } from '../use-resource.ts';
import type { StatusReply } from '../../server/contract/admin.ts';

const recheckMs = 5000;

function connectionOf({ data, error }: Resource<StatusReply>): Connection {
  if (error) return 'down';
  if (!data) return 'unknown';
  return data.ok && data.database.ok && data.bridge.ok ? 'connected' : 'impaired';
}

/** The one page of the plugin: whether it works, what it knows, what it answered with. */
export function Dashboard({ site }: { site: Site }) {
  const status = useResource(api.getStatus);
  const dashboard = useResource(api.getDashboard);
  const indexing = useIndexing(status, dashboard);

  const check = async () => {
    if (await status.reload()) await dashboard.reload();
  };
  usePolling(check, status.error ? recheckMs : null);

  const { data } = dashboard;
  const failed = data?.documents.by_status['failed'] ?? 0;
  const steps = data && stepsLeft(data);
  // Without any answer so far there is nothing to show; later, what was last known stays.
  const reached = status.data !== undefined || !status.error;

  return (
    <div className="itih-admin">
      <PageHeader connection={connectionOf(status)} />
      {status.error && (
        <ConnectionProblem
          error={status.error}
          checking={status.loading}
          path={site.path}
          onCheck={() => void check()}
        />
      )}
      {reached && (
        <div className="itih-columns">
          <div className="itih-column">
            {dashboard.error && !status.error && (
              <ErrorNotice error={dashboard.error} onRetry={() => void dashboard.reload()} />
            )}
            {data && (steps?.index || steps?.ask) && (
              <FirstSteps dashboard={data} indexing={indexing} homeUrl={site.homeUrl} />
            )}
            <KnowledgeCard
              documents={data?.documents}
              indexing={steps?.index ? undefined : indexing}
            />
            {failed > 0 && <FailedDocuments count={failed} onQueued={indexing.refresh} />}
            <ChatsCard chats={data?.chats} />
            <ModelsCard
              onSaved={() => void dashboard.reload()}
              onReindex={() => void indexing.start({ force: true })}
            />
          </div>
          <div className="itih-column">
            <ConnectionCard status={status.data} reachable={!status.error} />
            <ProvidersCard providers={data?.providers} />
          </div>
        </div>
      )}
    </div>
  );
}
