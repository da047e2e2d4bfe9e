import type { Source } from '../server/contract/chat.ts';

/** Title and section of a source or page. */
export const titleOf = ({ title, section, url }: Pick<Source, 'title' | 'section' | 'url'>) =>
  [title || url, section].filter(Boolean).join(' › ');
