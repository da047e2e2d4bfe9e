import { FormFileUpload, TabPanel } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { CreateDocuments } from '../../server/contract/knowledge.ts';
import { api, toApiError } from '../api.ts';
import {
  Button,
  ErrorNotice,
  Form,
  Notice,
  TextareaControl,
  TextControl,
} from '../components/controls.tsx';
import { Section } from '../components/section.tsx';
import { formatNumber } from '../format.ts';
import { useAction } from '../use-resource.ts';
import { LinkedFiles } from './linked-files.tsx';
import { chooseFiles, type MediaFile } from './media-library.ts';
import { DropZone, type UploadRules, type Uploads } from './uploads.tsx';
import { readTextFile } from './read-text-file.ts';

interface Rejected {
  /** Line number, from 1; undefined if the source was not a list. */
  line?: number;
  value: string;
  message: string;
}

interface Added {
  count: number;
  rejected: Rejected[];
}

/** A request, and what the owner calls that which it adds. */
interface Addition {
  request: CreateDocuments;
  name: string;
}

/** Adds several sources; one that fails is rejected, the others go on. */
async function addAll(additions: readonly Addition[]): Promise<Added> {
  const all: Added = { count: 0, rejected: [] };
  for (const { request, name } of additions) {
    try {
      const { documents, rejected } = await api.addDocuments(request);
      all.count += documents.length;
      all.rejected.push(...rejected);
    } catch (cause) {
      if (additions.length === 1) throw cause;
      all.rejected.push({ value: name, message: toApiError(cause).message });
    }
  }
  return all;
}

function useAdding(onAdded: () => void) {
  /** Outcome of the last attempt. */
  const [added, setAdded] = useState<Added>();
  const { busy, error, run, clear } = useAction();

  /** Resolves to undefined when it failed as a whole. */
  async function add(additions: readonly Addition[]) {
    let all: Added | undefined;
    await run(async () => {
      setAdded(undefined);
      all = await addAll(additions);
      setAdded(all);
      if (all.count > 0) onAdded();
    });
    return all;
  }

  function forget() {
    setAdded(undefined);
    clear();
  }

  return { busy, added, error, add, forget };
}
type Adding = ReturnType<typeof useAdding>;

/** The ways to name what is to be read. */
const sourceKinds = ['url', 'urls', 'sitemap', 'crawl', 'media', 'text'] as const;
type SourceKind = (typeof sourceKinds)[number];

/** Values of the forms, as typed. */
const emptyDraft = {
  url: '',
  urls: '',
  sitemapUrl: '',
  sitemapPages: '1000',
  crawlUrl: '',
  crawlDepth: '3',
  crawlPages: '200',
  title: '',
  content: '',
};
type Draft = typeof emptyDraft;

interface FieldsProps {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
}

/** Characters of a list; what the contract takes at once. */
const maxListChars = 200_000;

/** Sources that a form adds. Files of the media library are chosen, not typed. */
function additionOf(kind: Exclude<SourceKind, 'media'>, draft: Draft): Addition {
  switch (kind) {
    case 'url':
      return { name: draft.url, request: { url: draft.url.trim() } };
    case 'urls':
      return { name: '', request: { urls: draft.urls } };
    case 'sitemap': {
      const sitemap = { url: draft.sitemapUrl.trim(), max_pages: Number(draft.sitemapPages) };
      return { name: sitemap.url, request: { sitemap } };
    }
    case 'crawl': {
      const crawl = {
        url: draft.crawlUrl.trim(),
        depth: Number(draft.crawlDepth),
        max_pages: Number(draft.crawlPages),
      };
      return { name: crawl.url, request: { crawl } };
    }
    case 'text':
      return { name: draft.title, request: { title: draft.title, content: draft.content } };
    default:
      return kind satisfies never;
  }
}

/** A list to which more is added, on lines of its own. */
const appended = (list: string, more: string) =>
  list.trim() === '' ? more : `${list.replace(/\n$/, '')}\n${more}`;

/** The form after `additionOf` was taken: empty but for the lines that are still to be put right. */
function draftAfter(kind: SourceKind, draft: Draft, rejected: readonly Rejected[]): Draft {
  if (kind !== 'urls') return emptyDraft;
  const lines = draft.urls.split(/\r\n|\r|\n/);
  const kept = rejected.map(({ line, value }) => lines[(line ?? 0) - 1] ?? value);
  return { ...emptyDraft, urls: kept.join('\n') };
}

/** Many addresses, typed or from a file of a spreadsheet. */
function ListFields({ draft, onChange }: FieldsProps) {
  async function take(files: FileList | null) {
    const texts = await Promise.all([...(files ?? [])].map(readTextFile));
    onChange({ urls: texts.reduce(appended, draft.urls) });
  }
  const tooLong = draft.urls.length > maxListChars;
  return (
    <>
      <TextareaControl
        name="urls"
        className="itih-list"
        label={__('Addresses', 'itih-rag-chat')}
        help={
          tooLong
            ? sprintf(
                /* translators: %s: number of characters. */
                __('This is too long: at most %s characters at once.', 'itih-rag-chat'),
                formatNumber(maxListChars),
              )
            : __(
                'One on each line: an address, or a title, a comma and an address.',
                'itih-rag-chat',
              )
        }
        aria-invalid={tooLong}
        dir="ltr"
        spellCheck={false}
        rows={8}
        required
        value={draft.urls}
        onChange={(urls) => onChange({ urls })}
      />
      <FormFileUpload
        accept=".csv,.txt,text/csv,text/plain"
        onClick={(event) => {
          event.currentTarget.value = ''; // The same file again is a change, too.
        }}
        onChange={(event) => void take(event.currentTarget.files)}
        render={({ openFileDialog }) => (
          <Button variant="secondary" onClick={openFileDialog}>
            {__('Take the list from a CSV file', 'itih-rag-chat')}
          </Button>
        )}
      />
    </>
  );
}

interface FieldProps extends FieldsProps {
  name: keyof Draft;
  label: string;
  help?: string;
}

const address = { inputMode: 'url', dir: 'ltr', spellCheck: false } as const;

/** An address need not say `https://`, so that it is no field of type `url`. */
const AddressField = ({ name, label, help, draft, onChange }: FieldProps) => (
  <TextControl
    {...address}
    name={name}
    label={label}
    help={help}
    required
    value={draft[name]}
    onChange={(value) => onChange({ [name]: value })}
  />
);

function NumberField(props: FieldProps & { min: number; max: number }) {
  const { name, label, help, draft, onChange, min, max } = props;
  return (
    <TextControl
      className="itih-number"
      type="number"
      name={name}
      label={label}
      help={help}
      required
      min={min}
      max={max}
      value={draft[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
}

const UrlFields = (props: FieldsProps) => (
  <AddressField
    {...props}
    name="url"
    label={__('Address', 'itih-rag-chat')}
    help={__('A page, or a file on the web that can be read.', 'itih-rag-chat')}
  />
);

const SitemapFields = (props: FieldsProps) => (
  <>
    <AddressField
      {...props}
      name="sitemapUrl"
      label={__('Address of the sitemap', 'itih-rag-chat')}
      help={__("Or the site's home page: its sitemap is looked for.", 'itih-rag-chat')}
    />
    <NumberField
      {...props}
      name="sitemapPages"
      label={__('Pages at most', 'itih-rag-chat')}
      min={1}
      max={5000}
    />
  </>
);

const CrawlFields = (props: FieldsProps) => (
  <>
    <AddressField
      {...props}
      name="crawlUrl"
      label={__('Address to start from', 'itih-rag-chat')}
      help={__(
        'Links to pages below this address are followed. What robots.txt forbids is left out.',
        'itih-rag-chat',
      )}
    />
    <div className="itih-numbers">
      <NumberField
        {...props}
        name="crawlDepth"
        label={__('Links away at most', 'itih-rag-chat')}
        min={0}
        max={10}
      />
      <NumberField
        {...props}
        name="crawlPages"
        label={__('Pages at most', 'itih-rag-chat')}
        min={1}
        max={5000}
      />
    </div>
  </>
);

const TextFields = ({ draft, onChange }: FieldsProps) => (
  <>
    <TextControl
      name="title"
      label={__('Title', 'itih-rag-chat')}
      required
      maxLength={500}
      value={draft.title}
      onChange={(title) => onChange({ title })}
    />
    <TextareaControl
      name="content"
      label={__('Text', 'itih-rag-chat')}
      help={__('Plain text or Markdown. Answers name the title as their source.', 'itih-rag-chat')}
      rows={10}
      required
      value={draft.content}
      onChange={(content) => onChange({ content })}
    />
  </>
);

const sourceFields: Record<Exclude<SourceKind, 'media'>, (props: FieldsProps) => ReactNode> = {
  url: UrlFields,
  urls: ListFields,
  sitemap: SitemapFields,
  crawl: CrawlFields,
  text: TextFields,
};

/** Chooses files that are in the media library already. */
const MediaChoice = ({
  fileTypes,
  busy,
  onChosen,
}: {
  fileTypes: readonly string[];
  busy: boolean;
  onChosen: (files: MediaFile[]) => void;
}) => (
  <div className="itih-actions">
    <Button
      variant="secondary"
      isBusy={busy}
      onClick={() => !busy && chooseFiles(fileTypes, onChosen)}
    >
      {__('Choose from the media library', 'itih-rag-chat')}
    </Button>
  </div>
);

/** Lists the lines that were not added, with the reasons. */
function RejectedLines({ rejected }: { rejected: readonly Rejected[] }) {
  const hasLines = rejected.some(({ line }) => line !== undefined);
  const title = sprintf(
    /* translators: %s: number of addresses or files. */
    _n('%s entry was not added:', '%s entries were not added:', rejected.length, 'itih-rag-chat'),
    formatNumber(rejected.length),
  );
  return (
    <div className="itih-rejected" tabIndex={0} role="region" aria-label={title}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {hasLines && <th scope="col">{__('Line', 'itih-rag-chat')}</th>}
            <th scope="col">{__('Entry', 'itih-rag-chat')}</th>
            <th scope="col">{__('Reason', 'itih-rag-chat')}</th>
          </tr>
        </thead>
        <tbody>
          {rejected.map(({ line, value, message }, row) => (
            <tr key={row}>
              {hasLines && <td>{line === undefined ? '' : formatNumber(line)}</td>}
              <td>
                <bdi>{value}</bdi>
              </td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

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

  const addLinked = async (urls: readonly string[]) =>
    (await adding.add([{ name: '', request: { urls: urls.join('\n') } }])) !== undefined;

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
          <LinkedFiles busy={adding.busy} onAdd={addLinked} />
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
