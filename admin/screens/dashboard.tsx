import { __ } from '@wordpress/i18n';
import { api, type ApiError } from '../api.ts';
import { ChatsCard } from '../components/chats-card.tsx';
import { ChatSwitchCard } from '../components/chat-switch-card.tsx';
import { ConnectionCard } from '../components/connection-card.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { FailedDocuments } from '../components/failed-documents.tsx';
import { FirstSteps, stepsLeft } from '../components/first-steps.tsx';
import { connectionOf, Frame } from '../components/frame.tsx';
import { KnowledgeCard } from '../components/knowledge-card.tsx';
import { ProvidersCard } from '../components/providers-card.tsx';
import type { Site } from '../site.ts';
import { useIndexing, type Indexing } from '../use-indexing.ts';
import { usePolling } from '../use-polling.ts';
import { useResource } from '../use-resource.ts';
import type { DashboardReply } from '../../server/contract/admin.ts';

const indexBuildPollMs = 2000;

interface OverviewProps {
  data: DashboardReply | undefined;
  error: ApiError | undefined;
  onRetry: () => void;
  indexing: Indexing;
  homeUrl: string;
  connected: boolean;
}

/** Screen of the first steps, then of documents and chats; a fresh site shows only the first steps. */
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

/** Whether it works, what it knows, what it answered with. */
export function Dashboard({ site }: { site: Site }) {
  const status = useResource(api.getStatus);
  const dashboard = useResource(api.getDashboard);
  const indexing = useIndexing(status, dashboard);
  const index = status.data?.index;
  // Vectors of a new index are read after it has taken over.
  const chunks = dashboard.data?.documents.chunks ?? 0;
  const areRead = !index?.dimensions || chunks === 0 || status.data?.vector_store.vectors !== 0;
  const follows = (index?.building || !areRead) && !indexing.active && !status.error;
  usePolling(indexing.refresh, follows ? indexBuildPollMs : null);

  return (
    <Frame
      title={__('Itih RAG Chat', 'itih-rag-chat')}
      text={__('Visitors ask, your own content answers, with its sources.', 'itih-rag-chat')}
      site={site}
      status={status}
      onBack={dashboard.reload}
    >
      <div className="itih-columns">
        <div className="itih-column">
          <Overview
            data={dashboard.data}
            error={status.error ? undefined : dashboard.error}
            onRetry={() => void dashboard.reload()}
            indexing={indexing}
            homeUrl={site.homeUrl}
            connected={connectionOf(status) === 'connected'}
          />
        </div>
        <div className="itih-column">
          {!status.error && (
            <>
              <ChatSwitchCard answers hadContact={site.hadContact} />
              <ConnectionCard status={status.data} />
            </>
          )}
          {(dashboard.data ?? !dashboard.error) && (
            <ProvidersCard providers={dashboard.data?.providers} index={index} />
          )}
        </div>
      </div>
    </Frame>
  );
}
