import { useEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { api } from '../api.ts';
import { type Connection, connectionOf, ImpairedNotice, PageHeader } from '../components/frame.tsx';
import { Section, Skeleton } from '../components/section.tsx';
import { ContentStep } from '../setup/content-step.tsx';
import { HowStep } from '../setup/how/how-step.tsx';
import { LookStep } from '../setup/look-step.tsx';
import { OnStep } from '../setup/on-step.tsx';
import { useAsk } from '../setup/own-question.tsx';
import { QuestionsStep } from '../setup/questions-step.tsx';
import { type Facts, nextStep, type Step, stepAfter, stepIn, StepList } from '../setup/steps.tsx';
import { WhereStep } from '../setup/where/where-step.tsx';
import type { Site } from '../site.ts';
import { useIndexing } from '../components/indexing.tsx';
import { builtin } from '../models/providers.ts';
import { usePolling, useResource } from '../use-resource.ts';
import { dashboardUrl, useQuery } from '../page.ts';

/** Soon enough for an owner who has just run the command. */
const recheckMs = 2000;

const headline = (isNew: boolean) =>
  isNew
    ? __(
        'One step is left: start the answer service. After that the chat can read your pages.',
        'itih-rag-chat',
      )
    : __('A chat that answers from your own pages, in about two minutes.', 'itih-rag-chat');

/** Calls once a service answers that the page has waited for: nothing is left to decide there. */
function useArrival(connection: Connection, onArrival: () => void) {
  const waited = useRef(false);
  useEffect(() => {
    if (connection === 'new') waited.current = true;
    if (connection !== 'connected' || !waited.current) return;
    waited.current = false;
    onArrival();
  }, [connection]);
}

/** Calls when a service answers again, whoever looked: the page by itself, a button, or a form that saved an address. */
function useReturn(isAway: boolean, onReturn: () => Promise<unknown>) {
  const wasAway = useRef(isAway);
  useEffect(() => {
    if (wasAway.current && !isAway) void onReturn();
    wasAway.current = isAway;
  }, [isAway]);
}

/** Leads the owner of a new site from the sidecar's start to a chat that visitors see. */
export function Setup({ site }: { site: Site }) {
  const { query, change } = useQuery();
  const status = useResource(api.getStatus);
  const dashboard = useResource(api.getDashboard);
  const settings = useResource(api.getSettings);
  const owned = useResource(api.getOwnedSettings);
  const indexing = useIndexing(status, dashboard);
  const asking = useAsk();
  const [chosen, setChosen] = useState(false);
  const connection = connectionOf(status, site);
  const { documents, chats } = dashboard.data ?? {};
  const general = owned.data?.general;
  const appearance = owned.data?.appearance;

  const isAway = status.error !== undefined;
  useReturn(isAway, () => Promise.all([dashboard.reload(), settings.reload(), owned.reload()]));
  usePolling(status.reload, isAway ? recheckMs : null);
  const index = status.data?.index;
  const isBuilding = Boolean(index?.building);
  usePolling(indexing.refresh, isBuilding && !indexing.active && !isAway ? recheckMs : null);

  const facts: Facts = {
    connected: status.data !== undefined && !status.error,
    chosen: chosen || (settings.data?.llm.provider ?? builtin) !== builtin,
    documents: documents?.total ?? 0,
    ready: documents?.by_status['completed'] ?? 0,
    asked: (chats?.questions ?? 0) > 0 || asking.reply !== undefined,
    styled: Boolean(appearance?.bot_name) || Object.keys(appearance?.colors ?? {}).length > 0,
    enabled: general?.widget_enabled ?? false,
  };
  const known =
    status.error !== undefined ||
    [status, dashboard, settings, owned].every(({ data }) => data !== undefined);
  const named = stepIn(query);
  const open = (step: Step, how?: 'replace') => change({ step }, how);
  useEffect(() => {
    if (!named && known) open(nextStep(facts), 'replace');
  }, [named, known]);
  // Steps need the sidecar; the address keeps the one to return to.
  const step = status.error && named !== 'on' ? 'where' : named;
  const onNext = () => step && open(stepAfter(step));
  useArrival(connection, () => step === 'where' && onNext());
  const shown = useRef(step);
  useEffect(() => {
    // The button that was pressed went with its step.
    if (shown.current && shown.current !== step && document.activeElement === document.body)
      document.querySelector<HTMLElement>('.itih-setup h2')?.focus();
    shown.current = step;
  }, [step]);

  const content: Record<Step, () => ReactNode> = {
    where: () => <WhereStep {...{ site, status, connection, query, onFollow: change, onNext }} />,
    how: () => (
      <HowStep
        {...{ site, settings }}
        onNext={() => {
          setChosen(true);
          onNext();
        }}
      />
    ),
    content: () => <ContentStep {...{ site, settings, indexing, onNext }} />,
    ask: () => (
      <QuestionsStep {...{ site, settings, documents, indexing, index, asking, onNext }} />
    ),
    look: () => (
      <LookStep {...{ owned, accent: site.accent, previewUrl: site.previewUrl, onNext }} />
    ),
    on: () => <OnStep {...{ owned, homeUrl: site.homeUrl, ready: facts.ready > 0 }} />,
  };

  return (
    <div className="itih-admin itih-setup">
      <PageHeader
        title={__('First steps', 'itih-rag-chat')}
        text={headline(connection === 'new')}
        connection={connection}
      />
      {step && <StepList current={step} facts={facts} onFollow={change} />}
      <div className="itih-column">
        {connection === 'impaired' && status.data && <ImpairedNotice status={status.data} />}
        {step ? (
          content[step]()
        ) : (
          <Section id="loading" title={__('First steps', 'itih-rag-chat')} busy>
            <Skeleton lines={6} />
          </Section>
        )}
      </div>
      {!facts.enabled && (
        <p className="itih-setup__leave">
          <a href={dashboardUrl()}>{__('Do this later', 'itih-rag-chat')}</a>
        </p>
      )}
    </div>
  );
}
