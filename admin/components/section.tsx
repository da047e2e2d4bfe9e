import { Card, CardBody, CardHeader } from '@wordpress/components';
import type { ReactNode } from 'react';

interface Props {
  id: string;
  title: string;
  /** At the end of the heading's line. */
  aside?: ReactNode;
  busy?: boolean;
  children: ReactNode;
}

/** A card with a heading. */
export function Section({ id, title, aside, busy = false, children }: Props) {
  return (
    <section
      id={`itih-${id}`}
      className="itih-section"
      aria-labelledby={`itih-${id}-title`}
      aria-busy={busy}
    >
      <Card>
        <CardHeader className="itih-section__header">
          {/* Takes the focus when what had it is gone. */}
          <h2 id={`itih-${id}-title`} tabIndex={-1}>
            {title}
          </h2>
          {aside}
        </CardHeader>
        <CardBody className="itih-section__body">{children}</CardBody>
      </Card>
    </section>
  );
}
