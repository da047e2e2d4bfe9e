import { __ } from '@wordpress/i18n';
import type { Indexing } from '../use-indexing.ts';
import { Button } from './controls.tsx';

interface Props {
  indexing: Indexing;
  variant: 'primary' | 'secondary';
}

/** Stays in place and keeps the focus while indexing runs, but does nothing then. */
export function IndexButton({ indexing: { active, start }, variant }: Props) {
  return (
    <Button
      variant={variant}
      className="itih-index-all"
      isBusy={active}
      aria-disabled={active}
      onClick={() => !active && void start()}
    >
      {active ? __('Indexing…', 'itih-rag-chat') : __('Index all content', 'itih-rag-chat')}
    </Button>
  );
}
