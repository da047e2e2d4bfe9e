import { button, element } from '../dom.ts';
import { createMarkdown } from '../markdown.ts';
import type { SafeStorage } from '../storage.ts';
import type { Strings } from '../strings.ts';

const key = 'itih-chat-consent';

/** Consent is to one wording: a changed text is asked again. */
export const needsConsent = (text: string | undefined, storage: SafeStorage): text is string =>
  !!text && storage.get(key) !== text;

/** Whether the visitor has agreed to any wording: the page may be older than the latest. */
export const hasConsented = (storage: SafeStorage): boolean => storage.get(key) !== null;

/** Text of the owner's, as markdown. */
export function ownerText(text: string, name: string, strings: Strings): HTMLElement {
  const node = element('div', name);
  createMarkdown(node, strings)(text, [], false);
  return node;
}

export function consentView(
  text: string,
  strings: Strings,
  storage: SafeStorage,
  onAccept: () => void,
): HTMLElement {
  const accept = button('consent-accept', strings.consent_accept, () => {
    storage.set(key, text);
    onAccept();
  });
  return element('div', 'consent', [ownerText(text, 'text', strings), accept]);
}
