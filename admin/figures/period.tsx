import { __, sprintf } from '@wordpress/i18n';
import type { Figures } from '../../server/contract/figures.ts';
import { QueryLink } from '../components/tabs.tsx';
import { formatNumber } from '../format.ts';
import { chatsUrl, type QueryChanges } from '../page.ts';

export type Period = Figures['period'];

const periods = [7, 30, 90];
const usual = 30;

/** Reads the number of days from the address. */
export function daysOf(query: URLSearchParams): number {
  const days = Number(query.get('days'));
  return periods.includes(days) ? days : usual;
}

const dayText = (days: number) =>
  /* translators: %s: number of days. */
  sprintf(__('%s days', 'itih-rag-chat'), formatNumber(days));

interface Props {
  days: number;
  onFollow: (changes: QueryChanges) => void;
}

export const PeriodChoice = ({ days, onFollow }: Props) => (
  <nav className="itih-period" aria-label={__('Period', 'itih-rag-chat')}>
    {periods.map((choice) => (
      <QueryLink
        key={choice}
        className="itih-period__choice"
        aria-current={choice === days ? 'page' : undefined}
        changes={{ days: choice === usual ? '' : String(choice) }}
        onFollow={onFollow}
      >
        {dayText(choice)}
      </QueryLink>
    ))}
  </nav>
);

/** Returns the address of the conversations of the period that the changes let through. */
export const periodUrl = ({ days }: Period, changes: QueryChanges = {}) =>
  chatsUrl({ from: days[0]?.day ?? '', to: days.at(-1)?.day ?? '', ...changes });

/** Returns the address of the conversations of a day that the changes let through. */
export const dayUrl = (day: string, changes: QueryChanges = {}) =>
  chatsUrl({ from: day, to: day, ...changes });
