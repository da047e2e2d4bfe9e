import { __, sprintf } from '@wordpress/i18n';
import type { Confidence } from '../../server/contract/search.ts';
import { Badge, type Tone } from '../components/badge.tsx';
import { Button } from '../components/controls.tsx';
import { formatPercent } from '../format.ts';
import { answersUrl } from '../use-query.ts';
import { confidenceLabel } from './search-labels.ts';

const tones: Record<Confidence['outcome'], Tone> = {
  answer: 'good',
  closest: 'warning',
  nothing: 'neutral',
};

interface Props {
  /** Absent: the sidecar is older. */
  confidence: Confidence | undefined;
  question: string;
}

/** Whether the chat answers, why so, and what the owner can do about it. */
export function Outcome({ confidence, question }: Props) {
  return (
    <div className="itih-outcome">
      {confidence && (
        <>
          <p className="itih-actions">
            <Badge tone={tones[confidence.outcome]} text={confidenceLabel(confidence.outcome)} />
            <span className="itih-hint">
              {sprintf(
                /* translators: %s: a percentage. */
                __('%s sure that the passages answer the question', 'itih-rag-chat'),
                formatPercent(confidence.score),
              )}
            </span>
          </p>
          {confidence.reasons.length > 0 && (
            <ul lang="en" dir="ltr">
              {confidence.reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          )}
        </>
      )}
      <p className="itih-actions">
        <span>{__('Not what it should say?', 'itih-rag-chat')}</span>
        <Button variant="secondary" href={answersUrl({ question })}>
          {__('Write the answer', 'itih-rag-chat')}
        </Button>
        <Button variant="secondary" href={answersUrl({ tab: 'synonyms', question })}>
          {__('Add synonyms', 'itih-rag-chat')}
        </Button>
      </p>
    </div>
  );
}
