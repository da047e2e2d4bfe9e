import { button, element } from '../dom.ts';
import { createMarkdown } from '../markdown.ts';
import type { SafeStorage } from '../storage.ts';
import type { Strings } from '../strings.ts';

const key = 'itih-chat-consent';

/** Consent is to one wording: a changed text is asked again. */
export function needsConsent(text: string, storage: SafeStorage): boolean {
  return text !== '' && storage.get(key) !== text;
}

export function consentView(
  text: string,
  strings: Strings,
  storage: SafeStorage,
  onAccept: () => void,
): HTMLElement {
  const body = element('div', { class: 'text' });
  const codeHeader = (language: string) => element('span', {}, language);
  createMarkdown(body, { strings, codeHeader }).render(text, [], false);
  const accept = button({
    part: 'consent-accept',
    label: strings.consent_accept,
    text: true,
    onClick() {
      storage.set(key, text);
      onAccept();
    },
  });
  accept.classList.add('primary');
  return element('div', { part: 'consent', class: 'consent' }, body, accept);
}
