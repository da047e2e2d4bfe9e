import { TabPanel } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { Button, Form, Notice } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Section } from '../components/section.tsx';
import { formatNumber } from '../format.ts';
import { DropZone } from './drop-zone.tsx';
import type { Uploads, UploadRules } from './use-uploads.ts';
import { MediaChoice } from './media-choice.tsx';
import type { MediaFile } from './media-library.ts';
import { RejectedLines } from './rejected-lines.tsx';
import {
  additionOf,
  draftAfter,
  emptyDraft,
  maxListChars,
  sourceKinds,
  type SourceKind,
} from './source-draft.ts';
import { sourceFields } from './source-fields.tsx';
import { useAdding, type Adding } from './use-adding.ts';

const tabTitles = (): Record<SourceKind, string> => ({
  url: __('Web page', 'itih-rag-chat'),
  urls: __('List of addresses', 'itih-rag-chat'),
  sitemap: __('Sitemap', 'itih-rag-chat'),
  crawl: __('Section of a site', 'itih-rag-chat'),
  media: __('Files', 'itih-rag-chat'),
  text: __('Text', 'itih-rag-chat'),
});

function AddingOutcome({ adding: { added, error, forget } }: { adding: Adding }) {
  if (error) return <ErrorNotice error={error} />;
  if (!added) return null;
  const { count, rejected } = added;
  const sentence =
    count === 0
      ? __('Nothing was added.', 'itih-rag-chat')
      : sprintf(
          /* translators: %s: number of documents. */
          _n('%s document was added.', '%s documents were added.', count, 'itih-rag-chat'),
          formatNumber(count),
        );
  return (
    <>
      <Notice status={count === 0 || rejected.length > 0 ? 'warning' : 'success'} onRemove={forget}>
        {sentence}
      </Notice>
      {rejected.length > 0 && <RejectedLines rejected={rejected} />}
    </>
  );
}

interface Props {
  fileTypes: readonly string[];
  rules: UploadRules;
  /** They go on while this is closed. */
  uploads: Uploads;
  onAdded: () => void;
  onClose: () => void;
}

/** All ways to add what is no post of this site. */
export function AddSources({ fileTypes, rules, uploads, onAdded, onClose }: Props) {
  const [draft, setDraft] = useState(emptyDraft);
  const adding = useAdding(onAdded);

  async function submit(kind: Exclude<SourceKind, 'media'>) {
    if (kind === 'urls' && draft.urls.length > maxListChars) return;
    const added = await adding.add([additionOf(kind, draft)]);
    if (added) setDraft(draftAfter(kind, draft, added.rejected));
  }

  const addFiles = (files: MediaFile[]) =>
    adding.add(
      files.map(({ id, filename }) => ({ name: filename, request: { attachment_id: id } })),
    );

  function form(kind: SourceKind) {
    if (kind === 'media') {
      return (
        <>
          {rules.uploadUrl && <DropZone rules={rules} uploads={uploads} />}
          <MediaChoice
            fileTypes={fileTypes}
            busy={adding.busy}
            onChosen={(files) => void addFiles(files)}
          />
        </>
      );
    }
    const Fields = sourceFields[kind];
    return (
      <Form className="itih-form" onSubmit={() => void submit(kind)}>
        <Fields draft={draft} onChange={(changes) => setDraft({ ...draft, ...changes })} />
        <Button type="submit" variant="primary" isBusy={adding.busy}>
          {adding.busy ? __('Adding…', 'itih-rag-chat') : __('Add', 'itih-rag-chat')}
        </Button>
      </Form>
    );
  }

  return (
    <Section
      id="add"
      title={__('Add sources', 'itih-rag-chat')}
      aside={
        <Button variant="tertiary" onClick={onClose}>
          {__('Close', 'itih-rag-chat')}
        </Button>
      }
    >
      <TabPanel
        className="itih-tabs"
        tabs={sourceKinds.map((name) => ({ name, title: tabTitles()[name] }))}
        onSelect={adding.forget}
      >
        {({ name }) => form(name as SourceKind)}
      </TabPanel>
      <AddingOutcome adding={adding} />
    </Section>
  );
}
