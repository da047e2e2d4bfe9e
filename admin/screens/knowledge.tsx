import { Card, CardBody } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import type { ComponentProps } from 'react';
import { __ } from '@wordpress/i18n';
import { api } from '../api.ts';
import { Button } from '../components/controls.tsx';
import { Frame } from '../components/frame.tsx';
import { IndexButton, useIndexing } from '../components/indexing.tsx';
import { focusWhenShown, settingsUrl, useQuery } from '../page.ts';
import {
  ActionsOutcome,
  ConfirmRemoval,
  useDocumentActions,
} from '../knowledge/document-actions.tsx';
import { BulkProgress, ConfirmBulk, useBulk } from '../knowledge/bulk.tsx';
import { useUploads } from '../knowledge/uploads.tsx';
import { AddSources } from '../knowledge/add-sources.tsx';
import { DocumentList, documentSource } from '../knowledge/document-list.tsx';
import { DocumentView, isUnfinished } from '../knowledge/document-view.tsx';
import { ReadingTab } from '../knowledge/reading.tsx';
import { QueueBar } from '../knowledge/queue-bar.tsx';
import { Empty } from '../components/list.tsx';
import { Tabs } from '../components/tabs.tsx';
import type { Site } from '../site.ts';
import { useList, usePlace } from '../use-list.ts';
import { usePolling, useResource } from '../use-resource.ts';

const idlePollMs = 10_000;

const KnowledgeTabs = (props: Pick<ComponentProps<typeof Tabs>, 'open' | 'onFollow'>) => (
  <Tabs
    {...props}
    label={__('What it has read', 'itih-rag-chat')}
    tabs={[
      { name: '', text: __('Documents', 'itih-rag-chat') },
      { name: 'reading', text: __('What the chat sees of a page', 'itih-rag-chat') },
    ]}
    reset={{ document: '', post: '' }}
  />
);

/** The address of a post needs no tab beside it. */
function tabOf(query: URLSearchParams): string {
  const tab = query.has('post') ? 'reading' : (query.get('tab') ?? '');
  return tab === 'reading' ? tab : '';
}

/** Invitation in place of an empty list. */
function NothingKnown({ indexing }: { indexing: ReturnType<typeof useIndexing> }) {
  return (
    <Empty
      text={__(
        'Nothing is known yet. Have the posts and pages of this site read, or add other sources.',
        'itih-rag-chat',
      )}
    >
      <IndexButton indexing={indexing} variant="primary" />
    </Empty>
  );
}

/** Screen of the documents and of adding more. */
export function Knowledge({ site }: { site: Site }) {
  const status = useResource(api.getStatus);
  const dashboard = useResource(api.getDashboard);
  const indexing = useIndexing(status, dashboard);
  const list = useList(documentSource, useQuery());
  const { query, change } = list;
  const refresh = () => Promise.all([list.reload(), indexing.refresh()]);
  const actions = useDocumentActions(refresh);
  const bulk = useBulk(refresh);
  const uploads = useUploads(site, () => void refresh());
  const [adding, setAdding] = useState(false);

  // The list may be older than the status. What is done elsewhere is seen in time, too.
  const moving = indexing.active || (list.data?.body.some(isUnfinished) ?? false);
  usePolling(indexing.active ? list.reload : refresh, moving ? indexing.everyMs : idlePollMs);

  const tab = tabOf(query);
  const opened = Number(query.get('document') ?? 0);
  const isLeft = opened > 0 || tab !== '';
  usePlace({
    list: 'documents',
    row: 'document',
    opened: opened > 0 ? String(opened) : '',
    happened: actions.outcome,
  });
  useEffect(() => {
    if (isLeft) actions.dismiss();
  }, [opened, isLeft]);

  const openPanel = () => {
    setAdding(true);
    focusWhenShown('itih-add-title');
  };
  const closePanel = () => {
    setAdding(false);
    focusWhenShown('itih-add-open');
  };

  return (
    <Frame
      title={__('What it has read', 'itih-rag-chat')}
      text={__('What the chat answers from.', 'itih-rag-chat')}
      site={site}
      status={status}
      onBack={refresh}
    >
      <KnowledgeTabs open={tab} onFollow={change} />
      <div className="itih-column">
        <Card>
          <CardBody className="itih-bar">
            <QueueBar indexing={indexing} />
            <a href={settingsUrl('indexing')}>{__('Settings of what is read', 'itih-rag-chat')}</a>
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
            rules={site}
            uploads={uploads}
            onAdded={() => void refresh()}
            onClose={closePanel}
          />
        )}
        <ActionsOutcome actions={actions} />
        <BulkProgress bulk={bulk} />
        {tab === 'reading' && <ReadingTab query={query} onChange={change} />}
        {tab === '' && opened > 0 && (
          <DocumentView
            key={opened}
            id={opened}
            actions={actions}
            onClose={() => change({ document: '' })}
          />
        )}
        {/* Stays as it is behind a document that is viewed. */}
        <div hidden={isLeft}>
          <DocumentList
            list={list}
            counts={dashboard.data?.documents}
            actions={actions}
            bulk={bulk}
            empty={<NothingKnown indexing={indexing} />}
          />
        </div>
      </div>
      <ConfirmRemoval actions={actions} />
      <ConfirmBulk bulk={bulk} />
    </Frame>
  );
}
