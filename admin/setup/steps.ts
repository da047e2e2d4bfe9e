import { __ } from '@wordpress/i18n';

/** The steps of a new site, in order; each is the value of `step` in the address. */
export const steps = ['connect', 'content', 'indexing', 'ask', 'look', 'on'] as const;
export type Step = (typeof steps)[number];

export const stepNames = (): Record<Step, string> => ({
  connect: __('Connect', 'itih-rag-chat'),
  content: __('Choose content', 'itih-rag-chat'),
  indexing: __('Read it', 'itih-rag-chat'),
  ask: __('Ask', 'itih-rag-chat'),
  look: __('Appearance', 'itih-rag-chat'),
  on: __('Switch on', 'itih-rag-chat'),
});

/** State of the site, from which follows how far its owner has come. */
export interface Facts {
  connected: boolean;
  documents: number;
  /** Documents that can be answered from. */
  ready: number;
  /** A visitor has asked, or the owner on this page. */
  asked: boolean;
  /** The owner has given the chat a name or a colour. */
  styled: boolean;
  /** Visitors see the chat. */
  enabled: boolean;
}

/** Returns the first step that is not done. */
export function nextStep({ connected, documents, ready, asked, styled, enabled }: Facts): Step {
  if (!connected) return 'connect';
  if (documents === 0) return 'content';
  if (ready === 0) return 'indexing';
  if (enabled || styled) return 'on';
  return asked ? 'look' : 'ask';
}

export function isDone(step: Step, facts: Facts): boolean {
  switch (step) {
    case 'connect':
      return facts.connected;
    case 'content':
      return facts.documents > 0;
    case 'indexing':
      return facts.ready > 0;
    case 'ask':
      return facts.asked;
    case 'look':
      return facts.styled;
    case 'on':
      return facts.enabled;
    default:
      return step satisfies never;
  }
}

export const stepAfter = (step: Step): Step => steps[steps.indexOf(step) + 1] ?? step;

/** The step in the address; undefined if it names none. */
export const stepIn = (query: URLSearchParams): Step | undefined =>
  steps.find((step) => step === query.get('step'));
