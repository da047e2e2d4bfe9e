import { VisuallyHidden } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import { formatNumber } from '../format.ts';

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
