import { button, element, icon } from '../dom.ts';
import { failureText, type Failure } from '../failure.ts';
import type { Strings } from '../strings.ts';

/** A failure where the answer would stand. A server that asked for a pause gets one. */
export function failureBox(failure: Failure, strings: Strings, onRetry: () => void): HTMLElement {
  const text = element('p', {}, failureText(failure, strings));
  const box = element('div', { part: 'error', class: 'error', 'data-code': failure.code });
  box.append(icon('alert'), text);
  if (failure.retryable) box.append(retryButton(failure.retryAfter, strings.retry, onRetry));
  return box;
}

function retryButton(pause: number, label: string, onRetry: () => void): HTMLButtonElement {
  const retry = button({ part: 'retry', label, icon: 'retry', text: true, onClick: onRetry });
  let left = Math.min(pause, 600);
  if (left <= 0) return retry;
  const caption = retry.lastChild as Text;
  const tick = () => {
    retry.disabled = left > 0;
    caption.data = left > 0 ? `${label} (${left})` : label;
    if (left-- > 0) setTimeout(tick, 1000);
  };
  tick();
  return retry;
}
