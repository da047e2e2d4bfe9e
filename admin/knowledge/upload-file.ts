import apiFetch from '@wordpress/api-fetch';
import { __ } from '@wordpress/i18n';
import { ApiError, toApiError } from '../api.ts';

/** Milliseconds for one file, which may go through a slow line. */
const timeout = 15 * 60_000;

const nonce = () =>
  (apiFetch as { nonceMiddleware?: { nonce: string } }).nonceMiddleware?.nonce ?? '';

function replyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The server cut it off before WordPress could say anything. */
function errorOf(status: number, reply: unknown): ApiError {
  if (status === 413)
    return new ApiError(
      'too_large',
      __('The web server takes no files of this size. Please divide the file.', 'itih-rag-chat'),
    );
  return toApiError(reply);
}

/**
 * Adds a file to the media library and resolves to its id. `fetch` cannot tell how much has been sent.
 *
 * @throws ApiError
 */
export function uploadFile(
  url: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<number> {
  const body = new FormData();
  body.append('file', file, file.name);
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    const fail = (message: string) => () => reject(new ApiError('upload_failed', message));
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const reply = replyOf(request.responseText);
      const { id } = (reply ?? {}) as { id?: number };
      if (request.status < 300 && typeof id === 'number') resolve(id);
      else reject(errorOf(request.status, reply));
    };
    request.onerror = fail(
      __('The connection was lost. Please check it and try again.', 'itih-rag-chat'),
    );
    request.ontimeout = fail(__('Sending took too long. Please try again.', 'itih-rag-chat'));
    request.open('POST', url);
    request.timeout = timeout;
    request.setRequestHeader('X-WP-Nonce', nonce());
    request.setRequestHeader('Accept', 'application/json');
    request.send(body);
  });
}
