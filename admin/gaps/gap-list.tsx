import { useEffect } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { GapState } from '../../server/contract/gaps.ts';
import type { api } from '../api.ts';
import { Button } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Pagination } from '../components/pagination.tsx';
import { Section } from '../components/section.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { formatNumber } from '../format.ts';
import type { QueryChanges } from '../use-query.ts';
import type { Resource } from '../use-resource.ts';
import { GapFilters } from './gap-filters.tsx';
import { GapTable } from './gap-table.tsx';
import { isFiltered, noFilter, pageOf, stateOf } from './gaps-query.ts';
import type { GapStates } from './use-gap-states.ts';

type GapPage = Awaited<ReturnType<typeof api.getGaps>>;

const titles = (): Record<GapState, string> => ({
  open: __('Questions without a good answer', 'itih-rag-chat'),
  done: __('Questions that you have seen to', 'itih-rag-chat'),
  ignored: __('Questions that you ignore', 'itih-rag-chat'),
});

const emptyTexts = (): Record<GapState, string> => ({
  open: __(
    'No gap is open. A question that finds no good answer, or whose answer a visitor rates as not helpful, appears here by itself.',
    'itih-rag-chat',
  ),
  done: __('Nothing is done yet.', 'itih-rag-chat'),
  ignored: __('Nothing is ignored.', 'itih-rag-chat'),
});

interface Props {
  list: Resource<GapPage>;
  query: URLSearchParams;
  states: GapStates;
  onChange: (changes: QueryChanges, how?: 'push' | 'replace') => void;
}

/** The gaps of one state, page by page. */
export function GapList({ list, query, states, onChange }: Props) {
  const { data, error, loading, reload } = list;
  const state = stateOf(query);
  const gaps = data?.body ?? [];
  const lost = data !== undefined && gaps.length === 0 && data.total > 0;
  useEffect(() => {
    if (lost) onChange({ paged: String(data.pages) }, 'replace');
  }, [lost]);
  const nothing = data?.total === 0 && !isFiltered(query);

  return (
    <Section id="gaps" title={titles()[state]} busy={loading && !data}>
      {!nothing && <GapFilters query={query} onChange={onChange} />}
      {error && <ErrorNotice error={error} onRetry={() => void reload()} />}
      {!data && !error && <Skeleton lines={12} />}
      {nothing && (
        <div className="itih-empty">
          <p>{emptyTexts()[state]}</p>
        </div>
      )}
      {data?.total === 0 && !nothing && (
        <div className="itih-empty">
          <p>{__('No question fits these filters.', 'itih-rag-chat')}</p>
          <Button variant="secondary" onClick={() => onChange(noFilter)}>
            {__('Show all questions', 'itih-rag-chat')}
          </Button>
        </div>
      )}
      {data && gaps.length > 0 && (
        <>
          <div className="itih-selection">
            <span role="status">
              {sprintf(
                /* translators: %s: number of questions. */
                _n('%s question', '%s questions', data.total, 'itih-rag-chat'),
                formatNumber(data.total),
              )}
            </span>
          </div>
          <GapTable gaps={gaps} states={states} onFollow={onChange} />
          <Pagination
            page={pageOf(query)}
            pages={data.pages}
            label={__('Pages of questions', 'itih-rag-chat')}
            onChange={(page) => onChange({ paged: page > 1 ? String(page) : '' })}
          />
        </>
      )}
    </Section>
  );
}
