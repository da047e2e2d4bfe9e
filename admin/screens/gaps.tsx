import { __ } from '@wordpress/i18n';
import { api } from '../api.ts';
import { Frame } from '../components/frame.tsx';
import { Tabs } from '../components/tabs.tsx';
import { GapList, gapSource } from '../gaps/gap-list.tsx';
import { GapView } from '../gaps/gap-view.tsx';
import { StatesOutcome, useGapStates } from '../gaps/gap-states.tsx';
import type { Site } from '../site.ts';
import { useList, usePlace } from '../use-list.ts';
import { useQuery } from '../page.ts';
import { useResource } from '../use-resource.ts';

/** Screen of the questions that were not answered well. */
export function Gaps({ site }: { site: Site }) {
  const status = useResource(api.getStatus);
  const list = useList(gapSource, useQuery());
  const { query, change } = list;
  const states = useGapStates(list.reload);
  const opened = Number(query.get('gap') ?? 0);
  // The tab of a question that was just seen to is the one where it is now.
  const seenTo = opened > 0 ? states.changed?.state : undefined;
  const next = list.rows.find(({ id, state }) => state === 'open' && id !== opened);
  const happened = states.changed ?? states.overtaken;
  usePlace({ list: 'gaps', row: 'gap', opened: opened > 0 ? String(opened) : '', happened }, [
    list.data,
  ]);

  return (
    <Frame
      title={__('Unanswered questions', 'itih-rag-chat')}
      text={__('What visitors asked without a good answer, grouped by meaning.', 'itih-rag-chat')}
      site={site}
      status={status}
      onBack={list.reload}
    >
      <Tabs
        label={__('Unanswered questions', 'itih-rag-chat')}
        tabs={[
          { name: '', text: __('Open', 'itih-rag-chat') },
          { name: 'done', text: __('Done', 'itih-rag-chat') },
          { name: 'ignored', text: __('Ignored', 'itih-rag-chat') },
        ]}
        open={['done', 'ignored'].find((name) => name === (seenTo ?? query.get('tab'))) ?? ''}
        reset={{ gap: '', do: '', paged: '' }}
        onFollow={(changes) => {
          states.dismiss();
          change(changes);
        }}
      />
      <div className="itih-column">
        <StatesOutcome
          states={states}
          onNext={
            seenTo !== undefined && next
              ? () => {
                  states.dismiss();
                  change({ tab: '', gap: String(next.id), do: '' });
                }
              : undefined
          }
        />
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
          <GapList list={list} states={states} />
        </div>
      </div>
    </Frame>
  );
}
