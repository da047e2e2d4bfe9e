import { useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { SearchRequest } from '../../server/contract/search.ts';
import type { ApiError } from '../api.ts';
import { Button, Form, SelectControl, TextControl } from '../components/controls.tsx';
import { documentKinds } from '../labels.ts';
import type { QueryChanges } from '../page.ts';
import type { PostType } from '../site.ts';

/** Names of the fields, and of the parameters of the page's address that they are kept in. */
const fieldNames = ['q', 'before', 'kind', 'language', 'type', 'top_k', 'min_score'] as const;
type FieldName = (typeof fieldNames)[number];
type SearchDraft = Record<FieldName, string>;

export const draftOf = (query: URLSearchParams) =>
  Object.fromEntries(fieldNames.map((name) => [name, query.get(name) ?? ''])) as SearchDraft;

export const toQuery = (draft: SearchDraft): QueryChanges =>
  Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, value.trim()]));

/** Null: nothing is asked. What the settings say is left out. */
export function requestOf(query: URLSearchParams): SearchRequest | null {
  const { q, before, kind, language, type, top_k, min_score } = draftOf(query);
  if (!q) return null;
  const filter = {
    ...(kind && { kinds: [kind] }),
    ...(language && { languages: [language] }),
    ...(type && { post_types: [type] }),
  } as NonNullable<SearchRequest['filter']>;
  return {
    query: q,
    ...(top_k && { top_k: Number(top_k) }),
    ...(min_score && { min_score: Number(min_score) }),
    ...(Object.keys(filter).length > 0 && { filter }),
    ...(before && { history: [{ role: 'user' as const, content: before }] }),
  };
}

interface Props {
  asked: SearchDraft;
  postTypes: readonly PostType[];
  busy: boolean;
  error: ApiError | undefined;
  onSearch: (draft: SearchDraft) => void;
}

interface FieldsProps {
  draft: SearchDraft;
  error: ApiError | undefined;
  onChange: (changes: Partial<SearchDraft>) => void;
}

/** Labels of the fields in error messages. */
const paths: Partial<Record<FieldName, string>> = {
  language: 'filter.languages.0',
  top_k: 'top_k',
  min_score: 'min_score',
};

function Options({ draft, error, onChange, postTypes }: FieldsProps & Pick<Props, 'postTypes'>) {
  const field = (name: FieldName, help: string) => {
    const problem = error?.fields[paths[name] ?? ''];
    return {
      name,
      help: problem ?? help,
      'aria-invalid': problem !== undefined,
      value: draft[name],
      onChange: (value: string) => onChange({ [name]: value }),
    };
  };
  const asSet = __('Empty: as in the settings.', 'itih-rag-chat');
  return (
    <div className="itih-numbers">
      <SelectControl
        {...field('kind', '')}
        label={__('Kind', 'itih-rag-chat')}
        options={[
          { value: '', label: __('All kinds', 'itih-rag-chat') },
          ...documentKinds().map(([value, label]) => ({ value, label })),
        ]}
      />
      <SelectControl
        {...field('type', '')}
        label={__('Type of post', 'itih-rag-chat')}
        options={[
          { value: '', label: __('All types', 'itih-rag-chat') },
          ...postTypes.map(({ name, label }) => ({ value: name, label })),
        ]}
      />
      <TextControl
        {...field('language', __('Such as de or pt-BR. Empty: all.', 'itih-rag-chat'))}
        label={__('Language', 'itih-rag-chat')}
        maxLength={35}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextControl
        {...field('top_k', asSet)}
        label={__('Passages at most', 'itih-rag-chat')}
        type="number"
        min={1}
        max={50}
      />
      <TextControl
        {...field('min_score', asSet)}
        label={__('Lowest score', 'itih-rag-chat')}
        type="number"
        min={0}
        max={1}
        step={0.01}
      />
      <TextControl
        {...field('before', __('To try a question that refers to it.', 'itih-rag-chat'))}
        label={__('Question before it', 'itih-rag-chat')}
        maxLength={4000}
        dir="auto"
      />
    </div>
  );
}

/** A question, and which documents may answer it. */
export function SearchForm({ asked, postTypes, busy, error, onSearch }: Props) {
  const [draft, setDraft] = useState(asked);
  // The browser's Back brings another question.
  useEffect(() => setDraft(asked), [JSON.stringify(asked)]);
  const onChange = (changes: Partial<SearchDraft>) => setDraft({ ...draft, ...changes });
  const restricted = fieldNames.some((name) => name !== 'q' && asked[name] !== '');
  return (
    <Form className="itih-settings" onSubmit={() => onSearch(draft)}>
      <div className="itih-question">
        <TextControl
          name="q"
          type="search"
          label={__('Question', 'itih-rag-chat')}
          required
          maxLength={4000}
          dir="auto"
          value={draft.q}
          onChange={(value) => onChange({ q: value })}
        />
        <Button type="submit" variant="primary" isBusy={busy}>
          {busy ? __('Asking…', 'itih-rag-chat') : __('Ask', 'itih-rag-chat')}
        </Button>
      </div>
      <details open={restricted}>
        <summary>{__('Options', 'itih-rag-chat')}</summary>
        <Options draft={draft} error={error} onChange={onChange} postTypes={postTypes} />
      </details>
    </Form>
  );
}
