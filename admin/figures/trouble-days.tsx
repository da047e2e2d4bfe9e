import { __ } from '@wordpress/i18n';
import { Facts } from '../components/facts.tsx';
import { formatNumber } from '../format.ts';
import type { Period } from './period.tsx';
import { DayTable } from './plot-table.tsx';

type Day = Period['days'][number];

const columns = () =>
  [
    ['turned_away', __('Turned away', 'itih-rag-chat')],
    ['waited', __('Waited for their turn', 'itih-rag-chat')],
    ['failures', __('Failures of vendors', 'itih-rag-chat')],
  ] as const;

/** Which visitors had no answer or waited for it, and how often vendors failed; nothing if all went well. */
export function TroubleDays({ period }: { period: Period }) {
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
