import { __, sprintf } from '@wordpress/i18n';
import { Facts, OutcomeBadge } from '../components/facts.tsx';
import { Table } from '../components/table.tsx';
import { formatMilliseconds, formatNumber, formatPercent } from '../format.ts';
import { outcomeLabel, outcomes } from '../labels.ts';
import { dayUrl, type Period, periodUrl } from './period.tsx';
import { DayTable, Plot } from './plot.tsx';

type Day = Period['days'][number];

const columns = () =>
  [
    ['turned_away', __('Turned away', 'itih-rag-chat')],
    ['waited', __('Waited for their turn', 'itih-rag-chat')],
    ['failures', __('Failures of vendors', 'itih-rag-chat')],
  ] as const;

/** Which visitors had no answer or waited for it, and how often vendors failed; nothing if all went well. */
function TroubleDays({ period }: { period: Period }) {
  const used = columns().map(([name, label]) => ({
    name,
    label,
    total: period.days.reduce((sum, day) => sum + day[name], 0),
  }));
  const days = period.days.filter((day) => used.some(({ name }) => day[name] > 0));
  if (days.length === 0) return null;
  return (
    <div className="itih-trouble">
      <Facts
        look="tiles"
        facts={used.map(({ label, total }) => ({ label, value: formatNumber(total) }))}
      />
      <DayTable
        title={__('Show by day', 'itih-rag-chat')}
        label={__('Turned away, waited and failed by day', 'itih-rag-chat')}
        days={days}
        columns={used.map(({ name, label }) => ({
          label,
          cell: (day: Day) => formatNumber(day[name]),
        }))}
      />
    </div>
  );
}

/** Null: nothing to compare with. */
function trendText({ questions, questions_before, days }: Period): string | null {
  if (questions_before === 0) return null;
  const change = (questions - questions_before) / questions_before;
  const [share, count] = [formatPercent(Math.abs(change)), formatNumber(days.length)];
  return change < 0
    ? /* translators: 1: a percentage. 2: number of days. */
      sprintf(__('%1$s less than in the %2$s days before', 'itih-rag-chat'), share, count)
    : /* translators: 1: a percentage. 2: number of days. */
      sprintf(__('%1$s more than in the %2$s days before', 'itih-rag-chat'), share, count);
}

function Satisfaction({ period }: { period: Period }) {
  const { up, down } = period;
  return (
    <>
      <a href={periodUrl(period, { feedback: 'up' })}>
        {/* translators: %s: number of answers. */}
        {sprintf(__('%s helpful', 'itih-rag-chat'), formatNumber(up))}
      </a>
      {', '}
      <a href={periodUrl(period, { feedback: 'down' })}>
        {/* translators: %s: number of answers. */}
        {sprintf(__('%s not helpful', 'itih-rag-chat'), formatNumber(down))}
      </a>
    </>
  );
}

function facts(period: Period) {
  const { questions, sessions, up, down, median_ms, p95_ms } = period;
  const all = periodUrl(period);
  return [
    {
      label: __('Questions', 'itih-rag-chat'),
      value: <a href={all}>{formatNumber(questions)}</a>,
      note: trendText(period),
    },
    {
      label: __('Conversations', 'itih-rag-chat'),
      value: <a href={all}>{formatNumber(sessions)}</a>,
    },
    {
      label: __('Found helpful', 'itih-rag-chat'),
      value: up + down === 0 ? '–' : formatPercent(up / (up + down)),
      note:
        up + down === 0 ? (
          __('Nothing was rated', 'itih-rag-chat')
        ) : (
          <Satisfaction period={period} />
        ),
    },
    {
      label: __('Median answer time', 'itih-rag-chat'),
      value: median_ms === null ? '–' : <a href={all}>{formatMilliseconds(median_ms)}</a>,
      note:
        p95_ms !== null &&
        sprintf(
          /* translators: %s: a time, such as "1.2 sec". */
          __('95%% take at most %s', 'itih-rag-chat'),
          formatMilliseconds(p95_ms),
        ),
    },
  ];
}

/** How much was asked, how it ended, and how visitors liked it. */
export function Questions({ period }: { period: Period }) {
  const totalOf = (outcome: (typeof outcomes)[number]) =>
    period.days.reduce((sum, day) => sum + day.outcomes[outcome], 0);
  const used = outcomes.filter((outcome) => totalOf(outcome) > 0);
  return (
    <>
      <Facts look="tiles" facts={facts(period)} />
      {used.length > 0 && (
        <Plot
          label={__('Questions by day and outcome', 'itih-rag-chat')}
          format={formatNumber}
          series={used.map((outcome) => ({
            key: outcome,
            label: outcomeLabel(outcome),
            total: <a href={periodUrl(period, { outcome })}>{formatNumber(totalOf(outcome))}</a>,
          }))}
          bars={period.days.map(({ day, outcomes: counts }) => ({
            day,
            href: dayUrl(day),
            parts: used.map((outcome) => ({
              value: counts[outcome],
              href: dayUrl(day, { outcome }),
            })),
          }))}
        />
      )}
      <TroubleDays period={period} />
    </>
  );
}

/** The longest text that the list can be searched for. */
const maxSearch = 200;

/** The questions that were asked most often, with the conversations that have their words. */
export const TopQuestions = ({ period }: { period: Period }) => (
  <Table
    label={__('Asked most often', 'itih-rag-chat')}
    className="itih-top"
    rows={period.top_questions}
    keyOf={({ question }) => question}
    columns={[
      {
        label: __('Question', 'itih-rag-chat'),
        cell: ({ question }) => (
          <a href={periodUrl(period, { s: question.slice(0, maxSearch) })}>
            <bdi>{question}</bdi>
          </a>
        ),
      },
      { label: __('Asked', 'itih-rag-chat'), cell: ({ count }) => formatNumber(count) },
      {
        label: __('Last answer', 'itih-rag-chat'),
        cell: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
      },
    ]}
  />
);
