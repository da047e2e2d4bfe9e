import { useCallback, useEffect, useRef, useState } from '@wordpress/element';
import type { PostInChat } from '../../server/contract/posts.ts';
import type { ApiError } from '../api.ts';
import { toApiError } from '../api.ts';
import { usePolling } from '../use-polling.ts';
import { useResource } from '../use-resource.ts';
import { changePostChat, getPostChat, type PostChange } from './posts-api.ts';

/** Milliseconds between two looks at a post that is about to be read: at first, and after a minute. */
const pauses = { first: 2000, later: 15_000 };
const minute = 60_000;

const isMoving = (post: PostInChat | undefined) =>
  post?.state === 'waiting' || post?.state === 'updating';

/** Loads a post's place in the chat, again after each save, and then until the post has been read. */
export function usePostChat(id: number, saving: boolean) {
  const load = useCallback((signal: AbortSignal) => getPostChat(id, signal), [id]);
  const { data, error, reload, replace } = useResource(load);
  const [failure, setFailure] = useState<ApiError | undefined>(undefined);
  const [busy, setBusy] = useState(false);
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

  /** Resolves to the post as it then is; to undefined if the change failed. */
  const change = async (wanted: PostChange): Promise<PostInChat | undefined> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const changed = await changePostChat(id, wanted);
      replace(changed);
      return changed;
    } catch (cause) {
      setFailure(toApiError(cause));
      return undefined;
    } finally {
      setBusy(false);
    }
  };

  const retry = () => {
    setFailure(undefined);
    return reload();
  };

  return { post: data, error: failure ?? error, busy, retry, change };
}
