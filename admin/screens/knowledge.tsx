import { Card, CardBody } from '@wordpress/components';
import { useCallback, useEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { api } from '../api.ts';
import { Button } from '../components/controls.tsx';
import { Frame } from '../components/frame.tsx';
import { IndexButton } from '../components/index-button.tsx';
import { focusWhenShown } from '../focus.ts';
import { ActionsOutcome } from '../knowledge/actions-outcome.tsx';
import { AddSources } from '../knowledge/add-sources.tsx';
import { ConfirmRemoval } from '../knowledge/confirm-removal.tsx';
import { DocumentList, documentsQueryOf } from '../knowledge/document-list.tsx';
import { linkId } from '../knowledge/document-row.tsx';
import { DocumentView, isUnfinished } from '../knowledge/document-view.tsx';
import { QueueBar } from '../knowledge/queue-bar.tsx';
import { useDocumentActions } from '../knowledge/use-document-actions.ts';
import type { Site } from '../site.ts';
import { useIndexing } from '../use-indexing.ts';
import { usePolling } from '../use-polling.ts';
import { settingsUrl, useQuery } from '../use-query.ts';
import { useResource } from '../use-resource.ts';

const idlePollMs = 10_000;

const focus = (id: string) => document.getElementById(id)?.focus();

/** Invitation in place of an empty list. */
function NothingKnown({ indexing }: { indexing: ReturnType<typeof useIndexing> }) {
  return (
    <div className="itih-empty">
      <p>
        {__(
          'Nothing is known yet. Have the posts and pages of this site read, or add other sources.',
          'itih-rag-chat',
        )}
      </p>
      <IndexButton indexing={indexing} variant="primary" />
    </div>
  );
}

/** Screen of the documents and of adding more. */
export function Knowledge({ site }: { site: Site }) {
  const { query, change } = useQuery();
  const status = useResource(api.getStatus);
  const dashboard = useResource(api.getDashboard);
  const indexing = useIndexing(status, dashboard);
  const asked = JSON.stringify(documentsQueryOf(query));
  const load = useCallback(
    (signal: AbortSignal) =>
      api.getDocuments(JSON.parse(asked) as ReturnType<typeof documentsQueryOf>, signal),
    [asked],
  );
  const list = useResource(load);
  const refresh = () => Promise.all([list.reload(), indexing.refresh()]);
  const actions = useDocumentActions(refresh);
  const [adding, setAdding] = useState(false);

  // The list may be older than the status. What is done elsewhere is seen in time, too.
  const moving = indexing.active || (list.data?.body.some(isUnfinished) ?? false);
  usePolling(indexing.active ? list.reload : refresh, moving ? indexing.everyMs : idlePollMs);

  const opened = Number(query.get('document') ?? 0);
  const lastOpened = useRef(0);
  useEffect(() => {
    if (opened === 0 && lastOpened.current > 0) focus(linkId(lastOpened.current));
    lastOpened.current = opened;
    if (opened > 0) actions.dismiss();
  }, [opened]);
  useEffect(() => {
    // The button that was pressed went with its row.
    if (actions.outcome && document.activeElement === document.body) focus('itih-documents-title');
  }, [actions.outcome, opened]);

  const openPanel = () => {
    setAdding(true);
    focusWhenShown('itih-add-title');
  };
  const closePanel = () => {
    setAdding(false);
    focus('itih-add-open');
  };

  return (
    <Frame
      title={__('Knowledge base', 'itih-rag-chat')}
      text={__('What the chat answers from.', 'itih-rag-chat')}
      site={site}
      status={status}
      onBack={refresh}
    >
      <div className="itih-column">
        <Card>
          <CardBody className="itih-bar">
            <QueueBar indexing={indexing} />
            <a href={settingsUrl('indexing')}>{__('Settings of indexing', 'itih-rag-chat')}</a>
            <Button
              id="itih-add-open"
              variant="primary"
              aria-expanded={adding}
              onClick={adding ? closePanel : openPanel}
            >
              {__('Add sources', 'itih-rag-chat')}
            </Button>
          </CardBody>
        </Card>
        {adding && (
          <AddSources
            fileTypes={site.fileTypes}
            onAdded={() => void refresh()}
            onClose={closePanel}
          />
        )}
        <ActionsOutcome actions={actions} />
        {opened > 0 && (
          <DocumentView
            key={opened}
            id={opened}
            actions={actions}
            onClose={() => change({ document: '' })}
          />
        )}
        {/* Stays as it is behind a document that is viewed. */}
        <div hidden={opened > 0}>
          <DocumentList
            list={list}
            query={query}
            counts={dashboard.data?.documents}
            actions={actions}
            onChange={change}
            empty={<NothingKnown indexing={indexing} />}
          />
        </div>
      </div>
      <ConfirmRemoval actions={actions} />
    </Frame>
  );
}
