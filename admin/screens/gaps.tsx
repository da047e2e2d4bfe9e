import { useCallback, useEffect, useRef } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { api } from '../api.ts';
import { Frame } from '../components/frame.tsx';
import { Tabs } from '../components/tabs.tsx';
import { GapList } from '../gaps/gap-list.tsx';
import { linkId } from '../gaps/gap-table.tsx';
import { GapView } from '../gaps/gap-view.tsx';
import { gapsQueryOf } from '../gaps/gaps-query.ts';
import { StatesOutcome } from '../gaps/states-outcome.tsx';
import { useGapStates } from '../gaps/use-gap-states.ts';
import type { Site } from '../site.ts';
import { useQuery } from '../use-query.ts';
import { useResource } from '../use-resource.ts';

/** Screen of the questions that were not answered well. */
export function Gaps({ site }: { site: Site }) {
  const { query, change } = useQuery();
  const status = useResource(api.getStatus);
  const asked = JSON.stringify(gapsQueryOf(query));
  const load = useCallback(
    (signal: AbortSignal) =>
      api.getGaps(JSON.parse(asked) as ReturnType<typeof gapsQueryOf>, signal),
    [asked],
  );
  const list = useResource(load);
  const states = useGapStates(list.reload);
  const opened = Number(query.get('gap') ?? 0);
  const lastOpened = useRef(0);
  useEffect(() => {
    if (opened === 0 && lastOpened.current > 0) {
      const link = document.getElementById(linkId(lastOpened.current));
      (link ?? document.getElementById('itih-gaps-title'))?.focus();
    }
    lastOpened.current = opened;
  }, [opened]);
  useEffect(() => {
    // The button that was pressed went with its row.
    if ((states.changed || states.overtaken) && document.activeElement === document.body)
      document.getElementById('itih-gaps-title')?.focus();
  }, [states.changed, states.overtaken, list.data]);

  return (
    <Frame
      title={__('Gaps', 'itih-rag-chat')}
      text={__('What visitors asked without a good answer, grouped by meaning.', 'itih-rag-chat')}
      site={site}
      status={status}
      onBack={list.reload}
    >
      <Tabs
        label={__('Gaps', 'itih-rag-chat')}
        tabs={[
          { name: '', text: __('Open', 'itih-rag-chat') },
          { name: 'done', text: __('Done', 'itih-rag-chat') },
          { name: 'ignored', text: __('Ignored', 'itih-rag-chat') },
        ]}
        open={['done', 'ignored'].find((name) => name === query.get('tab')) ?? ''}
        reset={{ gap: '', do: '', paged: '' }}
        onFollow={(changes) => {
          states.dismiss();
          change(changes);
        }}
      />
      <div className="itih-column">
        <StatesOutcome states={states} />
        {opened > 0 && (
          <GapView
            key={opened}
            id={opened}
            site={site}
            query={query}
            states={states}
            onChange={change}
          />
        )}
        {/* Stays as it is behind a gap that is viewed. */}
        <div hidden={opened > 0}>
          <GapList list={list} query={query} states={states} onChange={change} />
        </div>
      </div>
    </Frame>
  );
}
