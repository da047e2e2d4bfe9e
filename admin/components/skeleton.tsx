import { VisuallyHidden } from '@wordpress/components';
import { __ } from '@wordpress/i18n';

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
