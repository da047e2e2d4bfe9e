import type { ChatEvent } from '../contract/chat.ts';
import type { AppError } from '../errors/app-error.ts';
import { requestId } from '../runtime/request-id.ts';

/** @param contact How to reach a person where the chat is closed until there are tokens again, or empty. */
export function errorEvent(failure: AppError, contact = ''): ChatEvent & { type: 'error' } {
  const { code, message, retryable, retryAfter } = failure;
  return {
    type: 'error',
    code,
    message,
    retryable,
    request_id: requestId(),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(code === 'budget_exhausted' && contact !== '' && { contact }),
  };
}
