import { VisuallyHidden } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { QueryLink } from '../components/query-link.tsx';
import type { QueryChanges } from '../use-query.ts';
import { isDone, stepNames, steps, type Facts, type Step } from './steps.ts';

interface Props {
  current: Step;
  facts: Facts;
  onFollow: (changes: QueryChanges) => void;
}

/** All steps; any of them can be opened, and so skipped. */
export const StepList = ({ current, facts, onFollow }: Props) => (
  <nav aria-label={__('First steps', 'itih-rag-chat')}>
    <ol className="itih-path">
      {steps.map((step) => {
        const done = isDone(step, facts);
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
