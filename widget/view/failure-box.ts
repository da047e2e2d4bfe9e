import { button, element, icon } from '../dom.ts';
import { failureText, type Failure } from '../failure.ts';
import type { Strings } from '../strings.ts';

/** A failure where the answer would stand. A server that asked for a pause gets one. */
export function failureBox(failure: Failure, strings: Strings, onRetry: () => void): HTMLElement {
  const { code, retryable, pause } = failure;
  const text = element('p', '', [failureText(failure, strings)]);
  const box = element('div', 'error', [text], { 'data-code': code });
  if (retryable) {
    const retry = button('retry', strings.retry, onRetry);
    retry.prepend(icon('retry'));
    if (pause > 0) {
      retry.disabled = true;
      setTimeout(() => (retry.disabled = false), pause * 1000);
    }
    box.append(retry);
  }
  return box;
}
