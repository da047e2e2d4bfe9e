import { useEffect } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { Gap, GapDetail } from '../../server/contract/gaps.ts';
import { api } from '../api.ts';
import { ClosestList } from '../components/source-list.tsx';
import { Badge } from '../components/badge.tsx';
import { Facts } from '../components/facts.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { Section } from '../components/section.tsx';
import { focusWhenShown } from '../focus.ts';
import { formatDate, formatLanguage, formatNumber } from '../format.ts';
import type { Site } from '../site.ts';
import type { QueryChanges } from '../use-query.ts';
import { useResource } from '../use-resource.ts';
import { GapActions, remedyButton } from './gap-actions.tsx';
import { actionLabel, reasonLabel, stateLabel, todayLabel, todayTone } from './gap-labels.ts';
import { GapWordings } from './gap-wordings.tsx';
import { Remedy, remedyOf, type RemedyName } from './remedies.tsx';
import { Trend } from './trend.tsx';
import type { GapStates } from './use-gap-states.ts';

function facts({ state, action, reasons, count, trend, language, first_at, last_at }: Gap) {
  return [
    {
      label: __('State', 'itih-rag-chat'),
      value: stateLabel(state),
      ...(action && { note: actionLabel(action) }),
    },
    { label: __('Why', 'itih-rag-chat'), value: reasons.map(reasonLabel).join(' · ') },
    {
      label: __('Asked in 90 days', 'itih-rag-chat'),
      value: formatNumber(count),
      note: <Trend trend={trend} />,
    },
    ...(language
      ? [{ label: __('Language', 'itih-rag-chat'), value: formatLanguage(language) }]
      : []),
    { label: __('First asked', 'itih-rag-chat'), value: formatDate(first_at) },
    { label: __('Last asked', 'itih-rag-chat'), value: formatDate(last_at) },
  ];
}

/** The pages that come near the question today, and why that is not enough. */
const Today = ({ outcome, closest, why }: Pick<GapDetail, 'outcome' | 'closest' | 'why'>) => (
  <Section id="today" title={__('The closest pages', 'itih-rag-chat')}>
    <p>
      <Badge tone={todayTone(outcome)} text={todayLabel(outcome)} />
    </p>
    {closest.length > 0 ? (
      <ClosestList pages={closest} />
    ) : (
      <p>{__('No page of the knowledge base comes near the question.', 'itih-rag-chat')}</p>
    )}
    <h3>{__('Why', 'itih-rag-chat')}</h3>
    <ul className="itih-why" lang="en" dir="ltr">
      {why.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  </Section>
);

interface Props {
  id: number;
  site: Site;
  query: URLSearchParams;
  states: GapStates;
  onChange: (changes: QueryChanges) => void;
}

/** One gap: how it was asked, what the site has, and what can be done. */
export function GapView({ id, site, query, states, onChange }: Props) {
  const { data, error, reload } = useResource((signal) => api.getGap(id, signal), [id]);
  const { changed, overtaken } = states;
  useEffect(() => {
    if (data && (changed?.before.id === id || overtaken?.id === id)) void reload();
  }, [changed, overtaken]);
  useEffect(() => document.getElementById('itih-gap-title')?.focus(), [id]);
  const opened = site.canManage ? remedyOf(query.get('do')) : undefined;

  function open(name: RemedyName | undefined): void {
    states.dismiss();
    onChange({ do: name ?? '' });
    if (name === undefined && opened) focusWhenShown(remedyButton(opened));
  }

  return (
    <>
      <QueryLink className="itih-back" changes={{ gap: '', do: '' }} onFollow={onChange}>
        {__('All gaps', 'itih-rag-chat')}
      </QueryLink>
      <Section
        id="gap"
        title={data ? data.gap.question : __('Gap', 'itih-rag-chat')}
        of={{ data, error, reload }}
        lines={8}
      >
        {data && (
          <>
            <Facts look="rows" facts={facts(data.gap)} />
            <GapActions
              gap={data.gap}
              states={states}
              canManage={site.canManage}
              opened={opened}
              onOpen={open}
            />
          </>
        )}
      </Section>
      {data && opened && (
        <Remedy
          key={opened}
          name={opened}
          detail={data}
          homeUrl={site.homeUrl}
          onSave={async (save) => {
            if (!(await states.change(data.gap, 'done', opened, save))) return;
            onChange({ do: '' });
            focusWhenShown('itih-gap-title');
          }}
          onClose={() => open(undefined)}
        />
      )}
      {data && <Today {...data} />}
      {data && (
        <Section id="wordings" title={__('How it was asked', 'itih-rag-chat')}>
          <GapWordings questions={data.questions} />
        </Section>
      )}
    </>
  );
}
