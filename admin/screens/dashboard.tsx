import { __ } from '@wordpress/i18n';
import type { DashboardReply, StatusReply } from '../../server/contract/admin.ts';
import type { Figures as FiguresReply } from '../../server/contract/figures.ts';
import { api } from '../api.ts';
import { ChatSwitchCard, connectionOf, Frame } from '../components/frame.tsx';
import { ConnectionCard, KnowledgeCard, ProvidersCard } from '../components/cards.tsx';
import { ErrorNotice } from '../components/controls.tsx';
import { Section } from '../components/section.tsx';
import { FirstSteps, stepsLeft } from '../components/first-steps.tsx';
import { QuestionsCard } from '../questions/questions-card.tsx';
import { Attention } from '../figures/attention.tsx';
import { Figures } from '../figures/figures.tsx';
import { daysOf } from '../figures/period.tsx';
import { Waiting } from '../figures/questions.tsx';
import type { Site } from '../site.ts';
import { useIndexing, type Indexing } from '../components/indexing.tsx';
import { type Resource, usePolling, useResource } from '../use-resource.ts';
import { type QueryChanges, setupUrl, useQuery } from '../page.ts';

const indexBuildPollMs = 2000;
/** Visitors go on asking while the owner reads. */
const figuresPollMs = 60_000;

interface OverviewProps {
  site: Site;
  status: Resource<StatusReply>;
  dashboard: Resource<DashboardReply>;
  indexing: Indexing;
  figures: Resource<FiguresReply>;
  days: number;
  onFollow: (changes: QueryChanges) => void;
}

/** The attention that is needed, then questions and documents; a fresh site shows only the first steps. */
function Overview({ site, status, dashboard, indexing, figures, days, onFollow }: OverviewProps) {
  const { data } = dashboard;
  const error = status.error ? undefined : dashboard.error;
  const problem = error && <ErrorNotice error={error} onRetry={() => void dashboard.reload()} />;
  if (!data && problem) return problem;
  const left = data && stepsLeft(data);
  const steps = site.canManage && (left?.index || left?.ask);
  const isFresh = data && data.documents.total === 0 && left?.ask;
  // Indexing ends where it was begun: buttons do not move away from under the pointer.
  const inSteps =
    steps && (left?.index || (left?.ask && (indexing.active || indexing.finished !== undefined)));
  return (
    <>
      {problem}
      <Attention
        figures={figures.data}
        status={status.data}
        empty={!site.canManage && Boolean(left?.index)}
        site={site}
      />
      {data && site.canManage && (
        <FirstSteps
          dashboard={data}
          indexing={inSteps ? indexing : undefined}
          connected={connectionOf(status, site) === 'connected'}
        />
      )}
      {!isFresh && (
        <>
          <Figures figures={figures} days={days} canManage={site.canManage} onFollow={onFollow} />
          {!status.error && <QuestionsCard canManage={site.canManage} />}
          <KnowledgeCard
            documents={data?.documents}
            status={status.data}
            indexing={inSteps ? undefined : indexing}
            canManage={site.canManage}
          />
        </>
      )}
    </>
  );
}

/** Whether it works, what needs the owner, what visitors asked, what is known. */
export function Dashboard({ site }: { site: Site }) {
  const status = useResource(api.getStatus);
  const dashboard = useResource(api.getDashboard);
  const indexing = useIndexing(status, dashboard);
  const { query, change } = useQuery();
  const days = daysOf(query);
  const figures = useResource((signal) => api.getFigures(days, signal), [days]);
  usePolling(figures.reload, status.error ? null : figuresPollMs);
  const index = status.data?.index;
  // Vectors that have been made are read a moment later.
  const chunks = dashboard.data?.documents.chunks ?? 0;
  const areRead = !index?.dimensions || chunks === 0 || status.data?.vector_store.vectors !== 0;
  const follows = (index?.building || !areRead) && !indexing.active && !status.error;
  usePolling(indexing.refresh, follows ? indexBuildPollMs : null);

  return (
    <Frame
      title={__('Dashboard', 'itih-rag-chat')}
      text={__('What visitors asked, and what you can do about it.', 'itih-rag-chat')}
      site={site}
      status={status}
      onBack={dashboard.reload}
    >
      <div className="itih-columns">
        <div className="itih-column">
          <Overview {...{ site, status, dashboard, indexing, figures, days }} onFollow={change} />
        </div>
        <div className="itih-column">
          {!status.error && (
            <>
              {site.canManage && <ChatSwitchCard answers hadContact={site.hadContact} />}
              {figures.data && figures.data.period.questions > 0 && (
                <Section id="waiting" title={__('Waiting and refusals', 'itih-rag-chat')}>
                  <Waiting period={figures.data.period} />
                </Section>
              )}
              {(dashboard.data ?? !dashboard.error) && (
                <ProvidersCard providers={dashboard.data?.providers} index={index} site={site} />
              )}
              <ConnectionCard
                status={status.data}
                aside={
                  site.canManage && (
                    <a href={`${setupUrl()}&step=where`}>{__('Change it', 'itih-rag-chat')}</a>
                  )
                }
              />
            </>
          )}
        </div>
      </div>
    </Frame>
  );
}
