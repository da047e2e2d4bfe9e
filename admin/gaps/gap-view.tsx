import { useEffect } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { Gap, GapDetail } from '../../server/contract/gaps.ts';
import { api } from '../api.ts';
import { ClosestList } from '../components/answer.tsx';
import { Button } from '../components/controls.tsx';
import { Badge, Facts } from '../components/facts.tsx';
import { Section } from '../components/section.tsx';
import { QueryLink } from '../components/tabs.tsx';
import { formatDate, formatLanguage, formatNumber } from '../format.ts';
import { chatsUrl, focusWhenShown, type QueryChanges } from '../page.ts';
import type { Site } from '../site.ts';
import { useResource } from '../use-resource.ts';
import { type GapStates, StateButtons } from './gap-states.tsx';
import { actionLabel, reasonLabel, stateLabel, todayLabel, todayTone, Trend } from './labels.tsx';
import { remediedGap, Remedy, type RemedyName, remedyOf } from './remedies.tsx';

/** How visitors asked, the latest first, with the conversation of each. */
const GapWordings = ({ questions }: Pick<GapDetail, 'questions'>) => (
  <ul className="itih-wordings">
    {questions.map(({ text, session, reason, at, comment }, index) => (
      <li key={index}>
        <p dir="auto">{text}</p>
        {comment && (
          <blockquote dir="auto">
            {sprintf(
              /* translators: %s: what a visitor wrote about an answer. */
              __('Comment: %s', 'itih-rag-chat'),
              comment,
            )}
          </blockquote>
        )}
        <p className="itih-wordings__facts">
          <span>{reasonLabel(reason)}</span>
          <span>{formatDate(at)}</span>
          <a
            href={chatsUrl({ chat: session })}
            aria-label={sprintf(
              /* translators: %s: a question. */
              __('Conversation: %s', 'itih-rag-chat'),
              text,
            )}
          >
            {__('Conversation', 'itih-rag-chat')}
          </a>
        </p>
      </li>
    ))}
  </ul>
);

/** Opens the block editor; WordPress takes the title from the address. */
const draftUrl = (question: string) =>
  `post-new.php?${new URLSearchParams({ post_title: question })}`;

interface GapActionsProps {
  gap: Gap;
  states: GapStates;
  canManage: boolean;
  opened: RemedyName | undefined;
  onOpen: (remedy: RemedyName | undefined) => void;
}

const remedyTexts = (): [RemedyName, string][] => [
  ['answer', __('Write the answer', 'itih-rag-chat')],
  ['page', __('This page answers it', 'itih-rag-chat')],
  ['synonym', __('Add a synonym', 'itih-rag-chat')],
];

/** The id of a button, which takes the focus again when its form is closed. */
const remedyButton = (name: RemedyName) => `itih-gap-${name}`;

/** Everything that can be done about a gap. Those who may only read change its state. */
function GapActions({ gap, states, canManage, opened, onOpen }: GapActionsProps) {
  return (
    <div className="itih-actions">
      {canManage && (
        <>
          {remedyTexts().map(([name, text], index) => (
            <Button
              key={name}
              id={remedyButton(name)}
              variant={index === 0 && opened === undefined ? 'primary' : 'secondary'}
              aria-expanded={opened === name}
              onClick={() => onOpen(opened === name ? undefined : name)}
            >
              {text}
            </Button>
          ))}
          <Button
            variant="secondary"
            href={draftUrl(gap.question)}
            target="_blank"
            onClick={() => void states.change(gap, 'done', 'draft')}
          >
            {__('Draft a post (opens in a new tab)', 'itih-rag-chat')}
          </Button>
        </>
      )}
      <StateButtons gap={gap} states={states} variant="tertiary" />
    </div>
  );
}

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
    language && { label: __('Language', 'itih-rag-chat'), value: formatLanguage(language) },
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
      <p>{__('No page that it has read comes near the question.', 'itih-rag-chat')}</p>
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
        {__('All unanswered questions', 'itih-rag-chat')}
      </QueryLink>
      <Section
        id="gap"
        title={data ? data.gap.question : __('Unanswered question', 'itih-rag-chat')}
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
          of={remediedGap(data)}
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
