import { useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { DashboardReply, StatusReply } from '../../server/contract/admin.ts';
import type { DocumentStatus } from '../../server/contract/knowledge.ts';
import { api, type ApiError, toApiError } from '../api.ts';
import { formatNumber } from '../format.ts';
import { type Resource, usePolling } from '../use-resource.ts';
import { Button, ErrorNotice, Notice } from './controls.tsx';
import { Progress } from './facts.tsx';

const pollMs = 2000;
/** Somebody else may resume. */
const pausedPollMs = 10_000;

/** Posts are taken up page by page: between two pages the queue may be empty for a moment. */
const quietPolls = 2;

const waiting = (status: StatusReply | undefined) =>
  status ? status.queue.queued + status.queue.processing : 0;

/** Starts indexing and follows it, whoever started it, until the queue is empty. */
export function useIndexing(status: Resource<StatusReply>, dashboard: Resource<DashboardReply>) {
  const [runTotal, setRunTotal] = useState<number>();
  const [finished, setFinished] = useState<number>();
  const [error, setError] = useState<ApiError>();
  const quiet = useRef(0);

  const paused = status.data?.queue.paused ?? false;
  const unfinished = runTotal !== undefined || waiting(status.data) > 0;
  const active = unfinished && !paused;
  const count = (state: DocumentStatus) => dashboard.data?.documents.by_status[state] ?? 0;
  const done = count('completed') + count('failed');
  const open = count('queued') + count('processing');

  async function refresh() {
    const [fresh] = await Promise.all([status.reload(), dashboard.reload()]);
    quiet.current = fresh && waiting(fresh) === 0 ? quiet.current + 1 : 0;
    if (runTotal === undefined || quiet.current < quietPolls) return;
    setRunTotal(undefined);
    setFinished(runTotal);
  }

  async function start() {
    setError(undefined);
    setFinished(undefined);
    quiet.current = 0;
    setRunTotal(0);
    try {
      const { total } = await api.indexPosts();
      setRunTotal(total > 0 ? total : undefined);
      if (total === 0) setFinished(0);
      await refresh();
    } catch (cause) {
      setRunTotal(undefined);
      setError(toApiError(cause));
    }
  }

  const everyMs = paused ? pausedPollMs : pollMs;
  usePolling(refresh, unfinished && !status.error ? everyMs : null);

  return {
    /** Something is being worked on. */
    active,
    /** Nothing new is begun; what waits goes on waiting. */
    paused,
    /** Documents that nobody has begun with. */
    queued: status.data?.queue.queued ?? 0,
    /** How often to ask what has become of it. */
    everyMs,
    progress: { done, total: Math.max(runTotal ?? 0, done + open) },
    /** The posts of the run that has just ended; undefined while none has. */
    finished,
    error,
    start,
    /** Work was queued elsewhere: follow it. */
    refresh,
    dismiss: () => setFinished(undefined),
  };
}
export type Indexing = ReturnType<typeof useIndexing>;

interface Props {
  indexing: Indexing;
  variant: 'primary' | 'secondary';
}

/** Stays in place and keeps the focus while indexing runs, but does nothing then. */
export function IndexButton({ indexing: { active, start }, variant }: Props) {
  return (
    <Button
      variant={variant}
      className="itih-index-all"
      isBusy={active}
      aria-disabled={active}
      onClick={() => !active && void start()}
    >
      {active ? __('Reading…', 'itih-rag-chat') : __('Read everything again', 'itih-rag-chat')}
    </Button>
  );
}

function Bar({ done, total }: Indexing['progress']) {
  const text =
    total > 0
      ? sprintf(
          /* translators: 1: documents done. 2: all documents. */
          __('%1$s of %2$s documents done', 'itih-rag-chat'),
          formatNumber(done),
          formatNumber(total),
        )
      : __('Looking for content…', 'itih-rag-chat');
  return <Progress label={__('Reading', 'itih-rag-chat')} text={text} done={done} total={total} />;
}

const outcome = (posts: number) =>
  posts === 0
    ? __('There is nothing to read: no public post or page was found.', 'itih-rag-chat')
    : sprintf(
        /* translators: %s: number of posts and pages. */
        _n(
          'Everything was read: %s post or page was looked at.',
          'Everything was read: %s posts and pages were looked at.',
          posts,
          'itih-rag-chat',
        ),
        formatNumber(posts),
      );

/** How far indexing has come, how it ended, or why it did not start. */
export function IndexProgress({ indexing }: { indexing: Indexing }) {
  const { active, progress, finished, error, dismiss, start } = indexing;
  return (
    <>
      {error && <ErrorNotice error={error} onRetry={() => void start()} />}
      {active && <Bar {...progress} />}
      {finished !== undefined && (
        <Notice status={finished > 0 ? 'success' : 'warning'} onRemove={dismiss}>
          {outcome(finished)}
        </Notice>
      )}
    </>
  );
}
