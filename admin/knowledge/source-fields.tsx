import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { TextareaControl, TextControl } from '../components/controls.tsx';
import { ListFields } from './list-fields.tsx';
import type { Draft, FieldsProps, SourceKind } from './source-draft.ts';

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
    help={__('A page, or a PDF, Word or text file on the web.', 'itih-rag-chat')}
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

export const sourceFields: Record<
  Exclude<SourceKind, 'media'>,
  (props: FieldsProps) => ReactNode
> = {
  url: UrlFields,
  urls: ListFields,
  sitemap: SitemapFields,
  crawl: CrawlFields,
  text: TextFields,
};
