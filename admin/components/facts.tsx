import type { ReactNode } from 'react';

interface Fact {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

interface Props {
  facts: Fact[];
  /** `tiles`: big numbers side by side; `rows`: one line each. */
  look: 'tiles' | 'rows';
}

/** Names and their values. */
export function Facts({ facts, look }: Props) {
  return (
    <dl className={`itih-facts is-${look}`}>
      {facts.map(({ label, value, note }) => (
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
