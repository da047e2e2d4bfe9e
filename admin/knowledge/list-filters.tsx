import { __, sprintf } from '@wordpress/i18n';
import type { DashboardReply } from '../../server/contract/admin.ts';
import { SelectControl } from '../components/controls.tsx';
import { SearchField } from '../components/search-field.tsx';
import { formatNumber } from '../format.ts';
import { documentKinds, documentStatuses } from '../labels.ts';
import type { QueryChanges } from '../use-query.ts';

interface Props {
  query: URLSearchParams;
  counts: DashboardReply['documents'] | undefined;
  onChange: (changes: QueryChanges, how?: 'push' | 'replace') => void;
}

function options(all: string, choices: [string, string][], counts: Record<string, number> = {}) {
  const named = choices.map(([value, label]) => ({
    value,
    label: counts[value]
      ? sprintf(
          /* translators: 1: a kind or status of documents. 2: their number. */
          __('%1$s (%2$s)', 'itih-rag-chat'),
          label,
          formatNumber(counts[value]),
        )
      : label,
  }));
  return [{ value: '', label: all }, ...named];
}

/** Which documents are listed. */
export function ListFilters({ query, counts, onChange }: Props) {
  const choice = (name: 'kind' | 'status') => ({
    name,
    hideLabelFromVision: true,
    value: query.get(name) ?? '',
    onChange: (value: string) => onChange({ [name]: value, paged: '' }),
  });
  return (
    <div className="itih-filters" role="search">
      <SearchField
        label={__('Search titles and addresses', 'itih-rag-chat')}
        query={query}
        onChange={onChange}
      />
      <SelectControl
        {...choice('kind')}
        label={__('Kind', 'itih-rag-chat')}
        options={options(__('All kinds', 'itih-rag-chat'), documentKinds(), counts?.by_kind)}
      />
      <SelectControl
        {...choice('status')}
        label={__('Status', 'itih-rag-chat')}
        options={options(
          __('All statuses', 'itih-rag-chat'),
          documentStatuses(),
          counts?.by_status,
        )}
      />
    </div>
  );
}
