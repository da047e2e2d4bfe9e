import { button, element, field } from '../dom.ts';
import type { Strings } from '../strings.ts';

/** Asks why an answer did not help: a reason is sent with what was written in the field. */
export function reasonsView(strings: Strings, onSend: (comment: string) => void): HTMLElement {
  const input = field('textarea', 'comment', strings.comment, { rows: 2, maxlength: 1900 });
  const send = (reason: string) => onSend([reason, input.value.trim()].filter(Boolean).join(': '));
  const { reason_wrong, reason_missing, reason_unclear } = strings;
  const reasons = [reason_wrong, reason_missing, reason_unclear].map((reason) => {
    const node = button('reason', reason, () => {
      for (const other of reasons) other.setAttribute('aria-pressed', `${other === node}`);
    });
    return node;
  });
  const chosen = () => reasons.find((node) => node.getAttribute('aria-pressed') === 'true');
  const root = element(
    'div',
    'reasons',
    [
      element('p', 'caption', [strings.reason]),
      ...reasons,
      input,
      button('reason-send', strings.send, () => {
        const comment = chosen()?.textContent ?? '';
        if (comment || input.value.trim()) send(comment);
      }),
    ],
    { role: 'group', 'aria-label': strings.reason },
  );
  root.hidden = true;
  return root;
}
