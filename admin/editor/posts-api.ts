import apiFetch from '@wordpress/api-fetch';
import type { PostInChat, postChatRequest } from '../../server/contract/posts.ts';
import { toApiError } from '../api.ts';

export type PostChange = ReturnType<(typeof postChatRequest)['parse']>;

async function call(id: number, options: { signal?: AbortSignal; data?: PostChange }) {
  try {
    const method = options.data ? 'POST' : 'GET';
    return await apiFetch<PostInChat>({ path: `/itih/v1/posts/${id}/chat`, method, ...options });
  } catch (cause) {
    throw toApiError(cause);
  }
}

export const getPostChat = (id: number, signal: AbortSignal) => call(id, { signal });
export const changePostChat = (id: number, data: PostChange) => call(id, { data });
