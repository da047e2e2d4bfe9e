import { Notice, Spinner } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { postChatRequest, PostInChat } from '../../server/contract/posts.ts';
import { call } from '../api.ts';
import { Button } from '../components/controls.tsx';
import { formatNumber } from '../format.ts';
import { useAction, usePolling, useResource } from '../use-resource.ts';
import { editorScripts } from './wordpress.ts';

type PostChange = ReturnType<(typeof postChatRequest)['parse']>;

/** Milliseconds between two looks at a post that is about to be read: at first, and after a minute. */
const pauses = { first: 2000, later: 15_000 };
const minute = 60_000;

const isMoving = (post: PostInChat | undefined) =>
  post?.state === 'waiting' || post?.state === 'updating';

/** Loads a post's place in the chat, again after each save, and then until the post has been read. */
function usePostChat(id: number, saving: boolean) {
  const path = `/posts/${id}/chat`;
  const { data, error, reload, replace } = useResource(
    (signal) => call<PostInChat>('GET', path, { signal }),
    [id],
  );
  const { busy, error: failure, run, clear } = useAction();
  const [movingSince, setMovingSince] = useState(0);

  const moving = isMoving(data);
  useEffect(() => setMovingSince(moving ? Date.now() : 0), [moving]);
  const isLong = movingSince > 0 && Date.now() - movingSince > minute;
  usePolling(reload, moving ? (isLong ? pauses.later : pauses.first) : null);

  const wasSaving = useRef(saving);
  useEffect(() => {
    if (wasSaving.current && !saving) void reload();
    wasSaving.current = saving;
  }, [saving]);

  /** Resolves to whether it was changed. */
  const change = (wanted: PostChange) =>
    run(async () => replace(await call<PostInChat>('POST', path, { data: wanted })));

  const retry = () => {
    clear();
    return reload();
  };

  return { post: data, error: failure ?? error, busy, retry, change };
}

const answersSentence = (answers: number) =>
  answers === 0
    ? __('No answer of the last 90 days named it as a source.', 'itih-rag-chat')
    : sprintf(
        /* translators: %s: a number. */
        _n(
          'It was a source of %s answer in the last 90 days.',
          'It was a source of %s answers in the last 90 days.',
          answers,
          'itih-rag-chat',
        ),
        formatNumber(answers),
      );

/** Says what was done below the editor, with a way back. */
function tell(text: string, undo: () => void) {
  const actions = [{ label: __('Undo', 'itih-rag-chat'), onClick: undo }];
  editorScripts()
    .data.dispatch('core/notices')
    .createNotice('success', text, { type: 'snackbar', actions });
}

const readLabel = ({ state }: PostInChat) =>
  state === 'unread' || state === 'waiting' || state === 'outdated'
    ? __('Read it now', 'itih-rag-chat')
    : __('Read it again', 'itih-rag-chat');

/** Shows a post's place in the chat to its editor, and changes it. `saving`: the editor is saving the post. */
export function PostPanel({ id, saving }: { id: number; saving: boolean }) {
  const { post, error, busy, retry, change } = usePostChat(id, saving);

  const exclude = async (excluded: boolean) => {
    if (!(await change({ excluded }))) return;
    const text = excluded
      ? __('Excluded from the chat.', 'itih-rag-chat')
      : __('No longer excluded from the chat.', 'itih-rag-chat');
    tell(text, () => void exclude(!excluded));
  };

  return (
    <>
      {error && (
        <Notice
          status="error"
          isDismissible={false}
          actions={[{ label: __('Try again', 'itih-rag-chat'), onClick: () => void retry() }]}
        >
          {error.message}
        </Notice>
      )}
      {!post && !error && <Spinner />}
      {post && (
        <>
          <div role="status">
            <p style={{ margin: '0 0 8px' }}>
              <strong>{post.label}</strong>
              <br />
              <span>{post.sentence}</span>
            </p>
            {!post.told && (
              <Notice status="warning" isDismissible={false}>
                {__(
                  'The answer service of the chat does not answer right now. It learns of this when it is back.',
                  'itih-rag-chat',
                )}
              </Notice>
            )}
          </div>
          {post.answers !== null && <p>{answersSentence(post.answers)}</p>}
          {post.document_url && (
            <p>
              <a href={post.document_url} target="_blank" rel="noreferrer">
                {__('See what the chat reads (opens in a new tab)', 'itih-rag-chat')}
              </a>
            </p>
          )}
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
            {post.can_read && (
              <Button
                variant="secondary"
                disabled={busy}
                onClick={() => void change({ reindex: true })}
              >
                {readLabel(post)}
              </Button>
            )}
            {post.can_exclude && (
              <Button
                variant={post.excluded ? 'secondary' : 'tertiary'}
                isDestructive={!post.excluded}
                disabled={busy}
                onClick={() => void exclude(!post.excluded)}
              >
                {post.excluded
                  ? __('Put into the chat', 'itih-rag-chat')
                  : __('Exclude from the chat', 'itih-rag-chat')}
              </Button>
            )}
          </div>
        </>
      )}
    </>
  );
}
