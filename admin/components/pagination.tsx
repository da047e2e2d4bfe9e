import { __, sprintf } from '@wordpress/i18n';
import { formatNumber } from '../format.ts';
import { Button } from './controls.tsx';

interface Props {
  page: number;
  pages: number;
  /** Names what is paged, for those who do not see where it stands. */
  label: string;
  onChange: (page: number) => void;
}

/** Buttons stay, and keep the focus, at the ends. */
export function Pagination({ page, pages, label, onChange }: Props) {
  if (pages < 2) return null;
  const turn = (to: number) => ({
    variant: 'secondary' as const,
    'aria-disabled': to < 1 || to > pages,
    onClick: () => to >= 1 && to <= pages && onChange(to),
  });
  return (
    <nav className="itih-pagination" aria-label={label}>
      <Button {...turn(page - 1)}>{__('Previous', 'itih-rag-chat')}</Button>
      <span role="status">
        {sprintf(
          /* translators: 1: number of this page. 2: number of pages. */
          __('Page %1$s of %2$s', 'itih-rag-chat'),
          formatNumber(page),
          formatNumber(pages),
        )}
      </span>
      <Button {...turn(page + 1)}>{__('Next', 'itih-rag-chat')}</Button>
    </nav>
  );
}
