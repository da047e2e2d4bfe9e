import { useEffect, useRef, useState } from '@wordpress/element';
import type { PostInChat } from '../../server/contract/posts.ts';
import { usePolling } from '../use-polling.ts';
import { useAction, useResource } from '../use-resource.ts';
import { changePostChat, getPostChat, type PostChange } from './posts-api.ts';

/** Milliseconds between two looks at a post that is about to be read: at first, and after a minute. */
const pauses = { first: 2000, later: 15_000 };
const minute = 60_000;

const isMoving = (post: PostInChat | undefined) =>
  post?.state === 'waiting' || post?.state === 'updating';

/** Loads a post's place in the chat, again after each save, and then until the post has been read. */
export function usePostChat(id: number, saving: boolean) {
  const { data, error, reload, replace } = useResource((signal) => getPostChat(id, signal), [id]);
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
  const change = (wanted: PostChange) => run(async () => replace(await changePostChat(id, wanted)));

  const retry = () => {
    clear();
    return reload();
  };

  return { post: data, error: failure ?? error, busy, retry, change };
}
