import { BaseControl } from '@wordpress/components';
import { useCallback, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { api, type FoundPost } from '../api.ts';
import { Button, TextControl } from '../components/controls.tsx';
import { formatNumber } from '../format.ts';
import { useResource } from '../use-resource.ts';
import { useSettled } from '../use-settled.ts';
import { settingValue } from './draft.ts';
import type { FieldOf } from './field.ts';
import type { FieldProps } from './field-view.tsx';

/** Shown of a long list; the rest is counted. */
const maxShown = 50;
const minLength = 2;

/** Titles of posts that were chosen on this page; another field may need them. */
const chosenTitles = new Map<number, string>();

interface ChosenProps {
  ids: readonly number[];
  titleOf: (id: number) => string;
  onRemove: (id: number) => void;
}

function Chosen({ ids, titleOf, onRemove }: ChosenProps) {
  const hidden = ids.length - maxShown;
  if (ids.length === 0) return <p className="itih-hint">{__('None', 'itih-rag-chat')}</p>;
  return (
    <ul className="itih-posts__chosen">
      {ids.slice(0, maxShown).map((id) => (
        <li key={id}>
          <span dir="auto">{titleOf(id)}</span>
          <Button
            variant="link"
            isDestructive
            aria-label={
              /* translators: %s: title of a post. */
              sprintf(__('Remove “%s”', 'itih-rag-chat'), titleOf(id))
            }
            onClick={() => onRemove(id)}
          >
            {__('Remove', 'itih-rag-chat')}
          </Button>
        </li>
      ))}
      {hidden > 0 && (
        <li>
          {sprintf(
            /* translators: %s: a number. */
            _n('and %s more', 'and %s more', hidden, 'itih-rag-chat'),
            formatNumber(hidden),
          )}
        </li>
      )}
    </ul>
  );
}

/** Searches when the text has settled; `found` is undefined until there is an answer for it. */
function useSearch(text: string) {
  const asked = useSettled(text.trim());
  const load = useCallback(
    async (signal: AbortSignal) => ({
      asked,
      found: asked.length < minLength ? [] : await api.searchPosts(asked, signal),
    }),
    [asked],
  );
  const { data, error } = useResource(load);
  const isAnswered = data?.asked === text.trim();
  return { found: isAnswered ? data.found : undefined, error };
}

function Results({ found, onChoose }: { found: FoundPost[]; onChoose: (post: FoundPost) => void }) {
  return (
    <ul className="itih-posts__found">
      {found.map((post) => (
        <li key={post.id}>
          <Button variant="link" onClick={() => onChoose(post)}>
            {/* Two posts may have one title. */}
            {post.title || __('(no title)', 'itih-rag-chat')} <small dir="ltr">#{post.id}</small>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Posts, chosen by their titles. Enter takes the first that is found. */
export function PostsField({
  field,
  form,
  titles,
}: FieldProps<FieldOf<'posts'>> & { titles: Readonly<Record<string, string>> }) {
  const { path, label, help = '' } = field;
  const [text, setText] = useState('');
  const { found, error } = useSearch(text);
  const ids = settingValue(form, path) as number[];
  const titleOf = (id: number) => chosenTitles.get(id) ?? titles[id] ?? `#${id}`;
  const id = `itih-${path.replaceAll('.', '-')}`;
  const left = found?.filter((post) => !ids.includes(post.id));
  const isTyped = text.trim().length >= minLength;

  function choose({ id: chosen, title }: FoundPost) {
    chosenTitles.set(chosen, title);
    form.set({ [path]: [...ids, chosen] });
    setText('');
    document.querySelector<HTMLElement>(`[name="${path}.search"]`)?.focus();
  }
  function status(): string {
    if (!isTyped) return '';
    if (error) return error.message;
    if (!left) return __('Searching…', 'itih-rag-chat');
    return left.length === 0 ? __('Nothing is found.', 'itih-rag-chat') : '';
  }

  return (
    <div className="itih-posts" role="group" aria-labelledby={id}>
      <BaseControl.VisualLabel>
        <span id={id}>{label}</span>
      </BaseControl.VisualLabel>
      <Chosen
        ids={ids}
        titleOf={titleOf}
        onRemove={(gone) => form.set({ [path]: ids.filter((one) => one !== gone) })}
      />
      <TextControl
        name={`${path}.search`}
        label={__('Search by title', 'itih-rag-chat')}
        help={form.errors[path] ?? help}
        aria-invalid={form.errors[path] !== undefined}
        type="search"
        autoComplete="off"
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter would save the settings.
          event.preventDefault();
          const [first] = left ?? [];
          if (first && isTyped) choose(first);
        }}
      />
      <p role="status" className="itih-hint">
        {status()}
      </p>
      {isTyped && left && <Results found={left} onChoose={choose} />}
    </div>
  );
}
