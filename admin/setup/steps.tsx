import { VisuallyHidden } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { Button } from '../components/controls.tsx';
import { QueryLink } from '../components/tabs.tsx';
import type { QueryChanges } from '../page.ts';

/** The steps of a new site, in order; each is the value of `step` in the address. */
const steps = ['where', 'how', 'content', 'ask', 'look', 'on'] as const;
export type Step = (typeof steps)[number];

const stepNames = (): Record<Step, string> => ({
  where: __('Where', 'itih-rag-chat'),
  how: __('How it answers', 'itih-rag-chat'),
  content: __('Your content', 'itih-rag-chat'),
  ask: __('Twenty questions', 'itih-rag-chat'),
  look: __('Look', 'itih-rag-chat'),
  on: __('Switch on', 'itih-rag-chat'),
});

/** State of the site, from which follows how far its owner has come. */
export interface Facts {
  connected: boolean;
  /** The owner has said how it shall answer, or another model than the built-in one does. */
  chosen: boolean;
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
export function nextStep(facts: Facts): Step {
  const { connected, chosen, documents, asked, styled, enabled } = facts;
  if (!connected) return 'where';
  if (documents === 0) return chosen ? 'content' : 'how';
  if (enabled || styled) return 'on';
  return asked ? 'look' : 'ask';
}

const doneSteps = (facts: Facts): Record<Step, boolean> => ({
  where: facts.connected,
  how: facts.connected && (facts.chosen || facts.documents > 0),
  content: facts.documents > 0,
  ask: facts.asked,
  look: facts.styled,
  on: facts.enabled,
});

export const stepAfter = (step: Step): Step => steps[steps.indexOf(step) + 1] ?? step;

/** The step in the address; undefined if it names none. */
export const stepIn = (query: URLSearchParams): Step | undefined =>
  steps.find((step) => step === query.get('step'));

interface StepListProps {
  current: Step;
  facts: Facts;
  onFollow: (changes: QueryChanges) => void;
}

/** All steps; any of them can be opened, and so skipped. */
export const StepList = ({ current, facts, onFollow }: StepListProps) => (
  <nav aria-label={__('First steps', 'itih-rag-chat')}>
    <ol className="itih-path">
      {steps.map((step) => {
        const done = doneSteps(facts)[step];
        return (
          <li key={step} className={done ? 'itih-path__step is-done' : 'itih-path__step'}>
            <QueryLink
              changes={{ step }}
              onFollow={onFollow}
              aria-current={step === current ? 'step' : undefined}
            >
              {stepNames()[step]}
              {done && <VisuallyHidden> {__('(done)', 'itih-rag-chat')}</VisuallyHidden>}
            </QueryLink>
          </li>
        );
      })}
    </ol>
  </nav>
);

interface Props {
  /** Names the way on. */
  action: string;
  busy?: boolean;
  /** The step is not done yet: going on leaves it for later. */
  open?: boolean;
  onAction: () => void;
  /** Leaves the step for later; undefined where the action itself goes on. */
  onSkip?: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** The way on at the end of a step. */
export const StepEnd = ({
  action,
  busy = false,
  open = false,
  onAction,
  onSkip,
  children,
}: Props) => (
  <div className="itih-actions itih-setup__end">
    <Button
      variant={open ? 'secondary' : 'primary'}
      isBusy={busy}
      aria-disabled={busy}
      onClick={() => !busy && onAction()}
    >
      {action}
    </Button>
    {onSkip && (
      <Button variant="tertiary" onClick={onSkip}>
        {__('Skip this step', 'itih-rag-chat')}
      </Button>
    )}
    {children}
  </div>
);
