import { Card, CardBody, CardHeader, VisuallyHidden } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { Resource } from '../use-resource.ts';
import { ErrorNotice } from './controls.tsx';

/** Holds the place of text that is still being loaded. */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <div className="itih-skeleton">
      <VisuallyHidden>{__('Loading…', 'itih-rag-chat')}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="itih-skeleton__line" />
      ))}
    </div>
  );
}

type Loaded = Pick<Resource<unknown>, 'data' | 'error' | 'reload'>;

interface LoadStateProps {
  of: Loaded;
  /** Lines of the text that is to come. */
  lines: number;
}

/** Says that something is being loaded, or why that failed. What was loaded before stays. */
export const LoadState = ({ of: { data, error, reload }, lines }: LoadStateProps) => (
  <>
    {error && <ErrorNotice error={error} onRetry={() => void reload()} />}
    {!data && !error && <Skeleton lines={lines} />}
  </>
);

interface Props {
  id: string;
  title: string;
  /** At the end of the heading's line. */
  aside?: ReactNode;
  busy?: boolean;
  /** A resource that the section shows: says that it is being loaded, or why that failed. */
  of?: Loaded;
  lines?: number;
  children?: ReactNode;
}

/** A card with a heading. */
export function Section({ id, title, aside, of, lines = 6, children, ...props }: Props) {
  const { busy = of !== undefined && !of.data && !of.error } = props;
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
        <CardBody className="itih-section__body">
          {of && <LoadState of={of} lines={lines} />}
          {children}
        </CardBody>
      </Card>
    </section>
  );
}
