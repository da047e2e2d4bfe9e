import { useEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { DashboardReply } from '../../server/contract/admin.ts';
import { SelectControl, TextControl } from '../components/controls.tsx';
import { formatNumber } from '../format.ts';
import { documentKinds, documentStatuses } from '../labels.ts';
import type { QueryChanges } from '../use-query.ts';

const typingMs = 300;

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

/** Asks for what was typed when nothing more has been typed for a moment. */
function Search({ query, onChange }: Omit<Props, 'counts'>) {
  const asked = query.get('s') ?? '';
  const [text, setText] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(asked), [asked]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const label = __('Search titles and addresses', 'itih-rag-chat');
  return (
    <TextControl
      type="search"
      name="s"
      label={label}
      hideLabelFromVision
      placeholder={label}
      value={text}
      onChange={(value) => {
        setText(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(
          () => onChange({ s: value.trim(), paged: '' }, 'replace'),
          typingMs,
        );
      }}
    />
  );
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
      <Search query={query} onChange={onChange} />
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
