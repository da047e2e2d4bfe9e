import { button, element, icon } from '../dom.ts';
import { back, failureText, isAway, type Failure } from '../failure.ts';
import { safeUrl } from '../markdown-inline.ts';
import type { Strings } from '../strings.ts';

/** The site's own search, in the same tab, for the text that there is when the link is followed. */
export type SearchLink = (text: () => string) => HTMLElement | undefined;

export const searchLink =
  (address: string, strings: Strings): SearchLink =>
  (text) => {
    if (!address || !safeUrl(address)) return undefined;
    const link = element('a', 'search', [strings.search_site]);
    const point = () => (link.href = address + encodeURIComponent(text()));
    for (const event of ['pointerdown', 'focus', 'click']) link.addEventListener(event, point);
    point();
    return link;
  };

/** A failure where the answer would stand. A server that asked for a pause gets one. */
export function failureBox(
  failure: Failure,
  strings: Strings,
  onRetry: (() => void) | undefined,
  search: HTMLElement | undefined,
): HTMLElement {
  const { code, retryable, pause } = failure;
  const text = element('p', '', [failureText(failure, strings)]);
  const name = code === back.code ? 'note' : 'error';
  const box = element('div', name, [text], { 'data-code': code });
  if (search && isAway(failure)) box.append(search);
  if (retryable && onRetry) {
    const retry = button('retry', strings.retry, onRetry);
    retry.prepend(icon('retry'));
    if (pause > 0) {
      retry.disabled = true;
      const label = retry.lastChild!;
      const end = Date.now() + pause * 1000;
      const tick = () => {
        const left = Math.ceil((end - Date.now()) / 1000);
        retry.disabled = left > 0;
        label.textContent = left > 0 ? strings.error_wait.replace('%s', `${left}`) : strings.retry;
        if (left > 0) setTimeout(tick, 1000);
      };
      tick();
    }
    box.append(retry);
  }
  return box;
}
