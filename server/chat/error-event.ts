import type { ChatEvent } from '../contract/chat.ts';
import type { AppError } from '../errors/app-error.ts';
import { requestId } from '../runtime/request-id.ts';
import { visitorSentence } from '../text/visitor-sentence.ts';

/**
 * @param locale The page's: the visitor reads the error's sentence in its language.
 * @param contact How to reach a person where the chat is closed until there are tokens again, or empty.
 */
export function errorEvent(
  failure: AppError,
  locale: string,
  contact = '',
): ChatEvent & { type: 'error' } {
  const { code, retryable, retryAfter } = failure;
  return {
    type: 'error',
    code,
    message: visitorSentence(failure, locale),
    retryable,
    request_id: requestId(),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(code === 'budget_exhausted' && contact !== '' && { contact }),
  };
}
