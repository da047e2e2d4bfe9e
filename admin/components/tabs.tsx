import { VisuallyHidden } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { ComponentProps } from 'react';
import { type QueryChanges, queryUrl } from '../page.ts';

interface QueryLinkProps extends ComponentProps<'a'> {
  changes: QueryChanges;
  onFollow: (changes: QueryChanges) => void;
}

/** A link within the page: also opens in a tab of its own. */
export const QueryLink = ({ changes, onFollow, ...rest }: QueryLinkProps) => (
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

interface Tab {
  /** Parameter of the address; empty: the first tab. */
  name: string;
  text: string;
  /** Something on it is not saved. */
  unsaved?: boolean;
}

interface Props {
  label: string;
  tabs: readonly Tab[];
  open: string;
  /** Parameters that belong to a tab, and are left out of the address of another one. */
  reset: QueryChanges;
  onFollow: (changes: QueryChanges) => void;
}

const navOf = (nav: string, item: string, active: string) => (props: Props) => (
  <nav className={nav} aria-label={props.label}>
    {props.tabs.map(({ name, text, unsaved }) => (
      <QueryLink
        key={name}
        className={name === props.open ? `${item} ${active}` : item}
        aria-current={name === props.open ? 'page' : undefined}
        changes={{ ...props.reset, tab: name }}
        onFollow={props.onFollow}
      >
        {text}
        {unsaved && (
          <span className="itih-unsaved">
            <VisuallyHidden>{__('not saved', 'itih-rag-chat')}</VisuallyHidden>
          </span>
        )}
      </QueryLink>
    ))}
  </nav>
);

/** The parts of a screen, each with an address. */
export const Tabs = navOf('nav-tab-wrapper itih-nav', 'nav-tab', 'nav-tab-active');

/** The parts of one of them. */
export const Parts = navOf('itih-parts', 'itih-parts__link', 'is-open');
