import { __, _n, sprintf } from '@wordpress/i18n';
import { Facts, OutcomeBadge } from '../components/facts.tsx';
import { Table } from '../components/table.tsx';
import { formatMilliseconds, formatNumber, formatPercent } from '../format.ts';
import { outcomeLabel, outcomes } from '../labels.ts';
import { dayUrl, type Period, periodUrl } from './period.tsx';
import { DayTable, Plot } from './plot.tsx';

type Day = Period['days'][number];

const columns = () =>
  [
    ['waited', __('Asked too much at once, had to wait', 'itih-rag-chat')],
    ['turned_away', __('Turned away by your limits', 'itih-rag-chat')],
    ['failures', __('Failures of vendors', 'itih-rag-chat')],
  ] as const;

/** How long answers took, which visitors waited for their turn or had none, and how often vendors failed. */
export function Waiting({ period }: { period: Period }) {
  const { median_ms, p95_ms } = period;
  const counts = columns().map(([name, label]) => ({
    name,
    label,
    total: period.days.reduce((sum, day) => sum + day[name], 0),
  }));
  const days = period.days.filter((day) => counts.some(({ name }) => day[name] > 0));
  return (
    <div className="itih-trouble">
      <Facts
        look="rows"
        facts={[
          median_ms !== null && {
            label: __('An answer usually takes', 'itih-rag-chat'),
            value: formatMilliseconds(median_ms),
          },
          p95_ms !== null && {
            label: __('1 in 20 takes up to', 'itih-rag-chat'),
            value: formatMilliseconds(p95_ms),
          },
          ...counts
            .filter(({ name, total }) => name !== 'failures' || total > 0)
            .map(({ label, total }) => ({
              label,
              value: total === 0 ? __('nobody', 'itih-rag-chat') : formatNumber(total),
            })),
        ]}
      />
      {days.length > 0 && (
        <DayTable
          title={__('Show by day', 'itih-rag-chat')}
          label={__('Turned away, waited and failed by day', 'itih-rag-chat')}
          days={days}
          columns={counts.map(({ name, label }) => ({
            label,
            cell: (day: Day) => formatNumber(day[name]),
          }))}
        />
      )}
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

function facts(period: Period) {
  const { questions, sessions, up, down, days } = period;
  const answered = days.reduce((sum, day) => sum + day.outcomes.answered, 0);
  const all = periodUrl(period);
  return [
    {
      label: __('Answered', 'itih-rag-chat'),
      value: (
        <a href={all}>
          {sprintf(
            /* translators: 1: number of questions that were answered. 2: number of all questions. */
            __('%1$s of %2$s questions', 'itih-rag-chat'),
            formatNumber(answered),
            formatNumber(questions),
          )}
        </a>
      ),
      note: trendText(period),
    },
    {
      label: __('Conversations', 'itih-rag-chat'),
      value: <a href={all}>{formatNumber(sessions)}</a>,
    },
    {
      label: __('Found helpful', 'itih-rag-chat'),
      value:
        up + down === 0
          ? __('No votes yet', 'itih-rag-chat')
          : sprintf(
              /* translators: 1: number of votes that found an answer helpful. 2: number of all votes. */
              _n('%1$s of %2$s vote', '%1$s of %2$s votes', up + down, 'itih-rag-chat'),
              formatNumber(up),
              formatNumber(up + down),
            ),
      note: down > 0 && (
        <a href={periodUrl(period, { feedback: 'down' })}>
          {sprintf(
            /* translators: %s: number of answers that were rated as not helpful. */
            _n('Read the complaint', 'Read the %s complaints', down, 'itih-rag-chat'),
            formatNumber(down),
          )}
        </a>
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
    </>
  );
}

/** The longest text that the list can be searched for. */
const maxSearch = 200;

/** The questions that were asked most often, with the conversations that have their words. */
export const TopQuestions = ({ period }: { period: Period }) => (
  <Table
    label={__('What was asked', 'itih-rag-chat')}
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
