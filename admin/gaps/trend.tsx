import { VisuallyHidden } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../format.ts';

/** How the last seven days compare with the seven before. */
export function Trend({ trend }: { trend: number }) {
  if (trend === 0) return <span className="itih-hint">{__('As before', 'itih-rag-chat')}</span>;
  const count = formatNumber(Math.abs(trend));
  return (
    <span className={`itih-trend is-${trend > 0 ? 'up' : 'down'}`}>
      <span aria-hidden="true">
        {trend > 0 ? '↑' : '↓'} {count}
      </span>
      <VisuallyHidden>
        {trend > 0
          ? /* translators: %s: a number of questions. */
            sprintf(__('%s more than the week before', 'itih-rag-chat'), count)
          : /* translators: %s: a number of questions. */
            sprintf(__('%s fewer than the week before', 'itih-rag-chat'), count)}
      </VisuallyHidden>
    </span>
  );
}
