import { __ } from '@wordpress/i18n';
import type { Outcome } from '../server/contract/chat.ts';
import type { Tone } from './components/badge.tsx';

/** How answers end, the best first. */
export const outcomes = ['answered', 'closest', 'refused', 'failed', 'stopped'] as const;

export const isOutcome = (name: string | null): name is Outcome =>
  (outcomes as readonly (string | null)[]).includes(name);

const labels = (): Record<Outcome, string> => ({
  answered: __('Answered', 'itih-rag-chat'),
  closest: __('Closest pages', 'itih-rag-chat'),
  refused: __('Found nothing', 'itih-rag-chat'),
  failed: __('Failed', 'itih-rag-chat'),
  stopped: __('Stopped', 'itih-rag-chat'),
});

const tones: Record<Outcome, Tone> = {
  answered: 'good',
  closest: 'warning',
  refused: 'warning',
  failed: 'bad',
  stopped: 'neutral',
};

export const outcomeLabel = (outcome: Outcome) => labels()[outcome];
export const outcomeTone = (outcome: Outcome) => tones[outcome];
