import { __ } from '@wordpress/i18n';
import type { Outcome } from '../../server/contract/chat.ts';
import { outcomeLabel, outcomeTone } from '../outcomes.ts';
import { Badge } from './badge.tsx';

/** How an answer ended; null: it has not. */
export const OutcomeBadge = ({ outcome }: { outcome: Outcome | null }) =>
  outcome ? (
    <Badge tone={outcomeTone(outcome)} text={outcomeLabel(outcome)} />
  ) : (
    <Badge tone="neutral" text={__('No answer yet', 'itih-rag-chat')} />
  );
