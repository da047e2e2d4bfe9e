import { button, element, fill, icon, listen, type Child } from '../dom.ts';
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
    listen(link, ['pointerdown', 'focus', 'click'], point);
    point();
    return link;
  };

/** Says when questions are answered again, and whom to ask meanwhile. */
function untilOpen({ pause, contact }: Failure, strings: Strings, locale: string): Child[] {
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  const day = { month: 'long', day: 'numeric' } as const;
  const opens = new Date(Date.now() + pause * 1000);
  const when = inLocale(locale, (known) =>
    opens.toLocaleString(known, isToday(pause) ? time : { ...day, ...time }),
  );
  return [
    pause > 0 && element('p', '', [fill(strings.closed_until, when)]),
    contact && ownerText(contact, 'contact', strings),
  ];
}

/** A server that asked for a pause gets one: the button counts its seconds down. */
function retryButton(pause: number, strings: Strings, onRetry: () => void): HTMLElement {
  const label = document.createTextNode('');
  const retry = button('retry', '', onRetry);
  retry.append(icon('retry'), label);
  const end = Date.now() + pause * 1000;
  const tick = () => {
    const left = Math.ceil((end - Date.now()) / 1000);
    retry.disabled = left > 0;
    label.data = left > 0 ? fill(strings.error_wait, left) : strings.retry;
    if (left > 0) setTimeout(tick, 1000);
  };
  tick();
  return retry;
}

/** A failure where the answer would stand. */
export function failureBox(
  failure: Failure,
  { strings, locale, contact }: { strings: Strings; locale: string; contact: string | undefined },
  search: HTMLElement | undefined,
  onRetry: (() => void) | undefined,
): HTMLElement {
  const { code, retryable, pause } = failure;
  const closed = isClosed(failure);
  const away = isAway(failure);
  return element(
    'div',
    closed || code === back.code ? 'note' : 'error',
    [
      element('p', '', [failureText(failure, strings)]),
      ...(closed ? untilOpen(failure, strings, locale) : []),
      away && contact && ownerText(contact, 'contact', strings),
      (closed || away) && search,
      retryable && onRetry && retryButton(pause, strings, onRetry),
    ],
    { 'data-code': code },
  );
}
