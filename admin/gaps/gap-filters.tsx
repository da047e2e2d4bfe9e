import { __ } from '@wordpress/i18n';
import { SelectControl } from '../components/controls.tsx';
import { SearchField } from '../components/search-field.tsx';
import type { QueryChanges } from '../use-query.ts';
import { gapReasons } from './gap-labels.ts';

interface Props {
  query: URLSearchParams;
  onChange: (changes: QueryChanges, how?: 'push' | 'replace') => void;
}

/** Which gaps are listed, and in which order. */
export function GapFilters({ query, onChange }: Props) {
  const choice = (name: 'reason' | 'orderby') => ({
    name,
    hideLabelFromVision: true,
    value: query.get(name) ?? '',
    onChange: (value: string) => onChange({ [name]: value, paged: '' }),
  });
  return (
    <div className="itih-filters" role="search">
      <SearchField
        label={__('Search questions', 'itih-rag-chat')}
        query={query}
        onChange={onChange}
      />
      <SelectControl
        {...choice('reason')}
        label={__('Reason', 'itih-rag-chat')}
        options={[
          { value: '', label: __('All reasons', 'itih-rag-chat') },
          ...gapReasons().map(([value, label]) => ({ value, label })),
        ]}
      />
      <SelectControl
        {...choice('orderby')}
        label={__('Order', 'itih-rag-chat')}
        options={[
          { value: '', label: __('Most often asked', 'itih-rag-chat') },
          { value: 'trend', label: __('Rising', 'itih-rag-chat') },
          { value: 'last_at', label: __('Latest', 'itih-rag-chat') },
        ]}
      />
    </div>
  );
}
