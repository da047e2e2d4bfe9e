import { __ } from '@wordpress/i18n';
import type { ChatFacets } from '../../server/contract/chats.ts';
import { SelectControl, TextControl } from '../components/controls.tsx';
import { SearchField } from '../components/search-field.tsx';
import { formatLanguage } from '../format.ts';
import { outcomeLabel, outcomes } from '../outcomes.ts';
import type { QueryChanges } from '../use-query.ts';
import type { FilterName } from './chats-query.ts';

interface Props {
  query: URLSearchParams;
  facets: ChatFacets | undefined;
  onChange: (changes: QueryChanges, how?: 'push' | 'replace') => void;
}

/** A chosen value stays a choice, also when the server no longer names it. */
function choices(
  all: string,
  values: readonly string[],
  chosen: string,
  label: (value: string) => string,
) {
  const listed = chosen === '' || values.includes(chosen) ? values : [...values, chosen];
  return [
    { value: '', label: all },
    ...listed.map((value) => ({ value, label: label(value) || value })),
  ];
}

const feedbackLabel = (value: string) =>
  value === 'up' ? __('Helpful', 'itih-rag-chat') : __('Not helpful', 'itih-rag-chat');

/** Choices of the conversations that are listed. */
export function ChatFilters({ query, facets, onChange }: Props) {
  const value = (name: FilterName) => query.get(name) ?? '';
  const choice = (name: FilterName) => ({
    name,
    value: value(name),
    onChange: (chosen: string) => onChange({ [name]: chosen, paged: '' }),
  });
  const day = (name: 'from' | 'to') => ({
    name,
    type: 'date' as const,
    value: value(name),
    // Each digit of a year is a day of its own.
    onChange: (chosen: string) => onChange({ [name]: chosen, paged: '' }, 'replace'),
  });
  return (
    <div className="itih-filters itih-chat-filters" role="search">
      <SearchField
        label={__('Search questions and answers', 'itih-rag-chat')}
        query={query}
        onChange={onChange}
      />
      <TextControl {...day('from')} label={__('From', 'itih-rag-chat')} max={value('to')} />
      <TextControl {...day('to')} label={__('To', 'itih-rag-chat')} min={value('from')} />
      <SelectControl
        {...choice('outcome')}
        label={__('Outcome', 'itih-rag-chat')}
        options={choices(__('All outcomes', 'itih-rag-chat'), outcomes, '', (name) =>
          outcomeLabel(name as (typeof outcomes)[number]),
        )}
      />
      <SelectControl
        {...choice('feedback')}
        label={__('Rating', 'itih-rag-chat')}
        options={choices(__('Rated or not', 'itih-rag-chat'), ['up', 'down'], '', feedbackLabel)}
      />
      <SelectControl
        {...choice('asked_on')}
        label={__('Asked on', 'itih-rag-chat')}
        options={choices(
          __('All pages', 'itih-rag-chat'),
          facets?.pages ?? [],
          value('asked_on'),
          String,
        )}
      />
      <SelectControl
        {...choice('language')}
        label={__('Language', 'itih-rag-chat')}
        options={choices(
          __('All languages', 'itih-rag-chat'),
          facets?.languages ?? [],
          value('language'),
          formatLanguage,
        )}
      />
    </div>
  );
}
