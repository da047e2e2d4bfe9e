import { button, element, icon } from '../dom.ts';
import { back, failureText, isAway, isClosed, isToday, type Failure } from '../failure.ts';
import { safeUrl } from '../markdown-inline.ts';
import type { Strings } from '../strings.ts';
import { ownerText } from './consent.ts';
import { inLocale } from './in-locale.ts';

/** The site's own search, in the same tab, for the text that there is when the link is followed. */
export type SearchLink = (text: () => string) => HTMLElement | undefined;

export const searchLink =
  (address: string | undefined, strings: Strings): SearchLink =>
  (text) => {
    if (!address || !safeUrl(address)) return undefined;
    const link = element('a', 'search', [strings.search_site]);
    const point = () => (link.href = address + encodeURIComponent(text()));
    for (const event of ['pointerdown', 'focus', 'click']) link.addEventListener(event, point);
    point();
    return link;
  };

/** Says when questions are answered again, and whom to ask meanwhile. */
function untilOpen({ pause, contact }: Failure, strings: Strings, locale: string): HTMLElement[] {
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  const day = { month: 'long', day: 'numeric' } as const;
  const opens = new Date(Date.now() + pause * 1000);
  const when = inLocale(locale, (known) =>
    opens.toLocaleString(known, isToday(pause) ? time : { ...day, ...time }),
  );
  const parts: HTMLElement[] = [];
  if (pause > 0) parts.push(element('p', '', [strings.closed_until.replace('%s', () => when)]));
  if (contact) parts.push(ownerText(contact, 'contact', strings));
  return parts;
}

/** A failure where the answer would stand. A server that asked for a pause gets one. */
export function failureBox(
  failure: Failure,
  strings: Strings,
  locale: string,
  onRetry: (() => void) | undefined,
  search: HTMLElement | undefined,
): HTMLElement {
  const { code, retryable, pause } = failure;
  const text = element('p', '', [failureText(failure, strings)]);
  const closed = isClosed(failure);
  const name = closed || code === back.code ? 'note' : 'error';
  const box = element('div', name, [text], { 'data-code': code });
  if (closed) box.append(...untilOpen(failure, strings, locale));
  if (search && (closed || isAway(failure))) box.append(search);
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
