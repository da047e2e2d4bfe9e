import { VisuallyHidden } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import type { Gap, GapReason, GapState } from '../../server/contract/gaps.ts';
import type { Confidence } from '../../server/contract/search.ts';
import type { Tone } from '../labels.ts';
import { formatNumber } from '../format.ts';

/** In the order of a choice. */
const reasons = (): Record<GapReason, string> => ({
  nothing: __('Nothing was found', 'itih-rag-chat'),
  closest: __('The chat was not sure', 'itih-rag-chat'),
  model_refused: __('The model found no answer', 'itih-rag-chat'),
  down: __('Rated as not helpful', 'itih-rag-chat'),
  failed: __('The answer failed', 'itih-rag-chat'),
});

const states = (): Record<GapState, string> => ({
  open: __('Open', 'itih-rag-chat'),
  done: __('Done', 'itih-rag-chat'),
  ignored: __('Ignored', 'itih-rag-chat'),
});

const actions = (): Record<Exclude<Gap['action'], ''>, string> => ({
  answer: __('You wrote the answer', 'itih-rag-chat'),
  page: __('You named the page', 'itih-rag-chat'),
  synonym: __('You added a synonym', 'itih-rag-chat'),
  draft: __('You began a post', 'itih-rag-chat'),
});

const today = (): Record<Confidence['outcome'], string> => ({
  answer: __('The pages have an answer today', 'itih-rag-chat'),
  closest: __('The chat would point to pages', 'itih-rag-chat'),
  nothing: __('The chat would say that it found nothing', 'itih-rag-chat'),
});

const tones: Record<Confidence['outcome'], Tone> = {
  answer: 'good',
  closest: 'warning',
  nothing: 'neutral',
};

export const gapReasons = () => Object.entries(reasons());
export const reasonLabel = (reason: GapReason) => reasons()[reason];
export const stateLabel = (state: GapState) => states()[state];
export const actionLabel = (action: Gap['action']) => (action ? actions()[action] : '');
export const todayLabel = (outcome: Confidence['outcome']) => today()[outcome];
export const todayTone = (outcome: Confidence['outcome']) => tones[outcome];

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
