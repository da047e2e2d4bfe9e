import { Notice, Spinner } from '@wordpress/components';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { PostInChat } from '../../server/contract/posts.ts';
import { Button } from '../components/controls.tsx';
import { formatNumber } from '../format.ts';
import { usePostChat } from './use-post-chat.ts';
import { editorScripts } from './wordpress.ts';

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
                  'The sidecar of the chat does not answer right now. It learns of this when it is back.',
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
