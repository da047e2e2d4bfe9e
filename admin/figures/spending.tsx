import { __, sprintf } from '@wordpress/i18n';
import type { Figures } from '../../server/contract/figures.ts';
import { Table } from '../components/table.tsx';
import { formatCompact, formatNumber, formatPercent, formatPrice } from '../format.ts';
import { modelName, providerLabel } from '../labels.ts';
import { settingsUrl } from '../page.ts';
import { dayUrl, periodUrl, type Period } from './period.tsx';
import { Plot } from './plot.tsx';

/** Answers that no model wrote: '' for small talk and the like. */
const isFree = (model: string) => model === '' || model.startsWith('builtin:');

/** Whether a model wrote an answer: the built-in ones cost nothing. */
export const isPaid = ({ models }: Period) => models.some(({ model }) => !isFree(model));

function modelText(model: string): string {
  if (model === '') return __('No model needed', 'itih-rag-chat');
  return isFree(model) ? providerLabel('builtin') : modelName(model);
}

const priceText = (usd: number | null) =>
  usd === null ? __('Not known', 'itih-rag-chat') : formatPrice(usd);

function Models({ period }: { period: Period }) {
  const cached = period.models.some(({ cached_tokens }) => cached_tokens > 0);
  return (
    <Table
      label={__('By model', 'itih-rag-chat')}
      className="itih-spending"
      rows={period.models}
      keyOf={({ model }) => model}
      columns={[
        {
          label: __('Model', 'itih-rag-chat'),
          cell: ({ model }) => <bdi>{modelText(model)}</bdi>,
        },
        { label: __('Answers', 'itih-rag-chat'), cell: ({ answers }) => formatNumber(answers) },
        {
          label: __('Tokens in', 'itih-rag-chat'),
          cell: ({ prompt_tokens }) => formatNumber(prompt_tokens),
        },
        {
          label: __('Tokens out', 'itih-rag-chat'),
          cell: ({ completion_tokens }) => formatNumber(completion_tokens),
        },
        cached && {
          label: __('From the cache', 'itih-rag-chat'),
          cell: ({ cached_tokens }) => formatNumber(cached_tokens),
        },
        {
          label: __('Cost', 'itih-rag-chat'),
          cell: ({ model, usd }) => (isFree(model) ? __('free', 'itih-rag-chat') : priceText(usd)),
        },
      ]}
    />
  );
}

interface MeterProps {
  label: string;
  used: number;
  limit: number;
}

function Meter({ label, used, limit }: MeterProps) {
  const share = Math.min(used / limit, 1);
  const text = sprintf(
    /* translators: 1: number of tokens. 2: the most that may be used. 3: a percentage. */
    __('%1$s of %2$s tokens (%3$s)', 'itih-rag-chat'),
    formatNumber(used),
    formatNumber(limit),
    formatPercent(used / limit),
  );
  return (
    <div className="itih-meter">
      <span>{label}</span>
      <div
        className="itih-progress__track"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={text}
      >
        <div className="itih-progress__bar" style={{ inlineSize: `${share * 100}%` }} />
      </div>
      <span>{text}</span>
    </div>
  );
}

interface BudgetProps {
  budget: Figures['budget'];
  canManage: boolean;
}

/** How much of the tokens that may be used is. */
export function Budget({ budget: { day, month }, canManage }: BudgetProps) {
  return (
    <div className="itih-budget">
      {day.limit > 0 && <Meter {...day} label={__('Budget of today', 'itih-rag-chat')} />}
      {month.limit > 0 && <Meter {...month} label={__('Budget of this month', 'itih-rag-chat')} />}
      {day.limit + month.limit === 0 && (
        <p className="itih-hint">{__('No budget limits the tokens.', 'itih-rag-chat')}</p>
      )}
      {canManage && (
        <p>
          <a href={settingsUrl('limits')}>{__('Change the budget', 'itih-rag-chat')}</a>
        </p>
      )}
    </div>
  );
}

/** Tokens by day and by model, with their price where it is known. */
export function Spending({ period, canManage }: { period: Period; canManage: boolean }) {
  const priced = period.models.some(({ usd }) => usd !== null);
  const sum = (name: 'prompt_tokens' | 'completion_tokens') =>
    period.days.reduce((total, { cost }) => total + cost[name], 0);
  const series = [
    { key: 'prompt', label: __('Tokens in', 'itih-rag-chat'), count: sum('prompt_tokens') },
    {
      key: 'completion',
      label: __('Tokens out', 'itih-rag-chat'),
      count: sum('completion_tokens'),
    },
  ];
  return (
    <>
      {series.some(({ count }) => count > 0) && (
        <Plot
          label={__('Tokens by day', 'itih-rag-chat')}
          {...(priced && { noteLabel: __('Cost', 'itih-rag-chat') })}
          format={formatNumber}
          series={series.map(({ key, label, count }) => ({
            key,
            label,
            total: <a href={periodUrl(period)}>{formatCompact(count)}</a>,
          }))}
          bars={period.days.map(({ day, cost }) => ({
            day,
            href: dayUrl(day),
            note: priceText(cost.usd),
            parts: [cost.prompt_tokens, cost.completion_tokens].map((value) => ({
              value,
              href: dayUrl(day),
            })),
          }))}
        />
      )}
      <Models period={period} />
      {canManage && period.models.some(({ model, usd }) => !isFree(model) && usd === null) && (
        <p>
          <a href={settingsUrl('models')}>{__('Enter the price', 'itih-rag-chat')}</a>
        </p>
      )}
    </>
  );
}
