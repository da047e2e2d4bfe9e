import { __ } from '@wordpress/i18n';
import { QueryLink } from '../components/query-link.tsx';
import type { QueryChanges } from '../use-query.ts';

interface Props {
  tab: string;
  onFollow: (changes: QueryChanges) => void;
}

export function KnowledgeTabs({ tab, onFollow }: Props) {
  const link = (name: string, text: string) => (
    <QueryLink
      className={name === tab ? 'nav-tab nav-tab-active' : 'nav-tab'}
      aria-current={name === tab ? 'page' : undefined}
      changes={{ tab: name, document: '' }}
      onFollow={onFollow}
    >
      {text}
    </QueryLink>
  );
  return (
    <nav className="nav-tab-wrapper itih-nav" aria-label={__('Knowledge base', 'itih-rag-chat')}>
      {link('', __('Documents', 'itih-rag-chat'))}
      {link('indexing', __('Indexing', 'itih-rag-chat'))}
    </nav>
  );
}
