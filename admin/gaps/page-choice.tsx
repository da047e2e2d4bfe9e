import { useCallback, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { ClosestPage } from '../../server/contract/chat.ts';
import { api } from '../api.ts';
import { TextControl } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useResource } from '../use-resource.ts';
import { useSettled } from '../use-settled.ts';

const maxFound = 10;

interface Page {
  title: string;
  url: string;
}

/** Without the place on the page that a passage was found at. */
const pageOf = ({ title, url }: Page): Page => ({ title, url: url.split('#', 1)[0]! });

const distinct = (pages: readonly Page[]): Page[] => [
  ...new Map(
    pages
      .map(pageOf)
      .filter(({ url }) => /^https?:/.test(url))
      .map((page) => [page.url, page]),
  ).values(),
];

/** Finds pages of the knowledge base by their titles; none for an empty text. */
function useFoundPages(text: string) {
  const asked = useSettled(text.trim());
  const load = useCallback(
    async (signal: AbortSignal): Promise<Page[]> => {
      if (asked === '') return [];
      const query = { search: asked, status: 'completed', per_page: maxFound } as const;
      const { body } = await api.getDocuments(query, signal);
      return body.map(({ title, source_url }) => ({ title, url: source_url }));
    },
    [asked],
  );
  return { ...useResource(load), asked };
}

interface Props {
  closest: readonly ClosestPage[];
  chosen: string;
  problem: string | undefined;
  onChoose: (url: string) => void;
}

/** A choice among the closest pages and those that a search by title finds. */
export function PageChoice({ closest, chosen, problem, onChoose }: Props) {
  const [text, setText] = useState('');
  const found = useFoundPages(text);
  const pages = distinct([...closest, ...(found.data ?? [])]);
  const isEmpty = found.asked !== '' && found.data?.length === 0 && !found.loading;
  return (
    <>
      <TextControl
        type="search"
        name="page-search"
        label={__('Search pages by title', 'itih-rag-chat')}
        help={isEmpty ? __('No page of the knowledge base has it.', 'itih-rag-chat') : ''}
        value={text}
        onChange={setText}
      />
      {found.error && <ErrorNotice error={found.error} onRetry={() => void found.reload()} />}
      <fieldset className="itih-pages">
        <legend>{__('The page that answers it', 'itih-rag-chat')}</legend>
        {pages.length === 0 && (
          <p className="itih-hint">
            {__('No page is close. Search for one by its title.', 'itih-rag-chat')}
          </p>
        )}
        {pages.map(({ title, url }) => (
          <label key={url} className="itih-pages__page">
            <input
              type="radio"
              name="url"
              value={url}
              checked={url === chosen}
              onChange={() => onChoose(url)}
            />
            <span>
              <bdi>{title || url}</bdi>
              <small dir="ltr">{url}</small>
            </span>
          </label>
        ))}
        {problem && (
          <p className="itih-problem" role="alert">
            {problem}
          </p>
        )}
      </fieldset>
    </>
  );
}
