import { VisuallyHidden } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { Outcome } from '../../server/contract/chat.ts';
import { formatNumber } from '../format.ts';
import { outcomeLabel, outcomeTone, type Tone } from '../labels.ts';

export function Badge({ tone, text }: { tone: Tone; text: string }) {
  return <span className={`itih-badge is-${tone}`}>{text}</span>;
}

/** How an answer ended; null: it has not. */
export const OutcomeBadge = ({ outcome }: { outcome: Outcome | null }) =>
  outcome ? (
    <Badge tone={outcomeTone(outcome)} text={outcomeLabel(outcome)} />
  ) : (
    <Badge tone="neutral" text={__('No answer yet', 'itih-rag-chat')} />
  );

interface ThumbProps {
  name: 'up' | 'down';
  label: string;
  count: number;
}

const Thumb = ({ name, label, count }: ThumbProps) => (
  <span className={`itih-rating is-${name}`}>
    <span className={`dashicons dashicons-thumbs-${name}`} aria-hidden="true" />
    <VisuallyHidden>{label} </VisuallyHidden>
    {formatNumber(count)}
  </span>
);

/** How often visitors found answers helpful, and not. */
export const Ratings = ({ up, down }: { up: number; down: number }) =>
  up + down === 0 ? (
    <>–</>
  ) : (
    <span className="itih-ratings">
      {up > 0 && <Thumb name="up" label={__('Helpful:', 'itih-rag-chat')} count={up} />}
      {down > 0 && <Thumb name="down" label={__('Not helpful:', 'itih-rag-chat')} count={down} />}
    </span>
  );

interface ProgressProps {
  label: string;
  /** How far it is, in words. */
  text: string;
  done: number;
  total: number;
}

/** Said aloud: not every step, but every quarter. */
const announced = (label: string, percent: number) =>
  sprintf(
    /* translators: 1: what is being done, such as "Indexing". 2: a number from 0 to 100. */
    __('%1$s: %2$s percent done', 'itih-rag-chat'),
    label,
    formatNumber(Math.floor(percent / 25) * 25),
  );

/** @param percent From 0 to 100. */
export const ProgressBar = (props: { label: string; text?: string; percent: number }) => (
  <div
    className="itih-progress__track"
    role="progressbar"
    aria-label={props.label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={props.percent}
    aria-valuetext={props.text}
  >
    <div className="itih-progress__bar" style={{ inlineSize: `${props.percent}%` }} />
  </div>
);

export function Progress({ label, text, done, total }: ProgressProps) {
  const percent = total > 0 ? Math.round((done / total) * 100) : 0;
  return (
    <div className="itih-progress">
      <ProgressBar label={label} text={text} percent={percent} />
      <p>{text}</p>
      <VisuallyHidden aria-live="polite">{announced(label, percent)}</VisuallyHidden>
    </div>
  );
}

interface Fact {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

interface Props {
  /** Entries that are false are left out. */
  facts: readonly (Fact | false | '')[];
  /** `tiles`: big numbers side by side; `rows`: one line each. */
  look: 'tiles' | 'rows';
}

/** Names and their values. */
export function Facts({ facts, look }: Props) {
  return (
    <dl className={`itih-facts is-${look}`}>
      {facts
        .filter((fact) => typeof fact === 'object')
        .map(({ label, value, note }) => (
          <div key={label} className="itih-facts__fact">
            <dt>{label}</dt>
            <dd>
              <span className="itih-facts__value">{value}</span>
              {note && <span className="itih-facts__note">{note}</span>}
            </dd>
          </div>
        ))}
    </dl>
  );
}
