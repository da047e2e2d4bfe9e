import type { ComponentProps } from 'react';
import { queryUrl, type QueryChanges } from '../use-query.ts';

interface Props extends ComponentProps<'a'> {
  changes: QueryChanges;
  onFollow: (changes: QueryChanges) => void;
}

/** A link within the page: also opens in a tab of its own. */
export const QueryLink = ({ changes, onFollow, ...rest }: Props) => (
  <a
    {...rest}
    href={queryUrl(changes)}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      onFollow(changes);
    }}
  />
);
