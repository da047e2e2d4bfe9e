import { useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { api, type FoundPost } from '../api.ts';
import { TextControl } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { QueryLink } from '../components/query-link.tsx';
import { Section, Skeleton } from '../components/section.tsx';
import type { QueryChanges } from '../use-query.ts';
import { useResource } from '../use-resource.ts';
import { useSettled } from '../use-settled.ts';
import { ReadingView } from './reading-view.tsx';

interface Props {
  query: URLSearchParams;
  onChange: (changes: QueryChanges) => void;
}

function Found({ text, onChoose }: { text: string; onChoose: (id: number) => void }) {
  const { data, error, loading, reload } = useResource<FoundPost[]>(
    (signal) => api.searchPosts(text, signal),
    [text],
  );
  if (error) return <ErrorNotice error={error} onRetry={() => void reload()} />;
  if (!data) return <Skeleton lines={4} />;
  return (
    <div role="status" aria-busy={loading}>
      {data.length === 0 && <p>{__('No published post has this title.', 'itih-rag-chat')}</p>}
      <ul className="itih-found">
        {data.map(({ id, title }) => (
          <li key={id}>
            <QueryLink changes={{ post: String(id) }} onFollow={() => onChoose(id)}>
              <bdi>{title || `#${id}`}</bdi>
            </QueryLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Chooses a post by its title and shows what the chat reads of it. */
export function ReadingTab({ query, onChange }: Props) {
  const id = Number(query.get('post')) || 0;
  const [text, setText] = useState('');
  const settled = useSettled(text.trim());
  useEffect(() => {
    if (id > 0) document.getElementById('itih-reading-title')?.focus();
  }, [id]);

  if (id > 0) {
    return (
      <>
        <QueryLink className="itih-back" changes={{ tab: 'reading', post: '' }} onFollow={onChange}>
          {__('Another post', 'itih-rag-chat')}
        </QueryLink>
        <ReadingView key={id} id={id} />
      </>
    );
  }
  return (
    <Section id="choose-post" title={__('What does the chat read of a post?', 'itih-rag-chat')}>
      <div className="itih-form">
        <TextControl
          type="search"
          name="post"
          label={__('Title', 'itih-rag-chat')}
          help={__(
            'Also of posts that have not been read, or that you have excluded.',
            'itih-rag-chat',
          )}
          value={text}
          onChange={setText}
        />
      </div>
      <Found text={settled} onChoose={(post) => onChange({ post: String(post) })} />
    </Section>
  );
}
