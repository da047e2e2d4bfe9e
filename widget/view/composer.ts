import { button, element, field, relabel, set } from '../dom.ts';
import { isOffline } from '../failure.ts';
import type { SafeStorage } from '../storage.ts';
import type { Strings } from '../strings.ts';

export interface ComposerView {
  root: HTMLElement;
  input: HTMLTextAreaElement;
  /** Puts a question there that cannot be sent now. */
  keep(question: string): void;
  update(busy: boolean, maxChars: number): void;
}

/** A draft survives a change of the page. */
const draftKey = 'itih-chat-draft';

/** From this share of the limit on, the count is shown. */
const nearLimit = 0.8;

export function composerView(
  strings: Strings,
  onSend: (question: string) => void,
  onStop: () => void,
  tab: SafeStorage,
  /** Leads to the end of the log. Here it covers nothing that is read. */
  latest: HTMLElement,
): ComposerView {
  let isBusy = false;
  let limit = Infinity;

  const input = field('textarea', 'input', strings.placeholder, {
    rows: 1,
    'aria-describedby': 'count',
    enterkeyhint: 'send',
    autocomplete: 'off',
  });
  const count = element('p', 'count', [], { id: 'count', 'aria-live': 'polite' });
  const act = button('send', strings.send, () => (isBusy ? onStop() : send()), 'send');
  const root = element('div', 'composer', [element('div', 'box', [input, latest, act]), count]);

  const refresh = () => {
    const used = input.value.trim().length;
    const isOver = used > limit;
    const numbers = `${used} / ${limit}`;
    const offline = isOffline() && strings.error_offline;
    // An empty `auto` would put the placeholder of a right-to-left language to the left.
    input.dir = used ? 'auto' : '';
    input.style.height = 'auto';
    // A field that does not stand in the page yet has no height.
    if (input.scrollHeight > 0) input.style.height = `${input.scrollHeight}px`;
    set(input, { 'aria-invalid': isOver });
    const text = offline || (isOver ? `${strings.error_too_long} ${numbers}` : numbers);
    // It is read out when it changes.
    if (count.textContent !== text) count.textContent = text;
    count.hidden = !offline && used < limit * nearLimit;
    count.toggleAttribute('data-offline', !!offline);
    act.disabled = !isBusy && (!!offline || isOver || !used);
  };

  const send = () => {
    refresh();
    if (isBusy || act.disabled) return;
    const question = input.value.trim();
    input.value = '';
    tab.remove(draftKey);
    refresh();
    onSend(question);
  };

  input.value = tab.get(draftKey) ?? '';
  input.oninput = () => {
    tab.set(draftKey, input.value);
    refresh();
  };
  input.onkeydown = (event) => {
    // While an input method composes, Enter picks a candidate; 229 is how Safari says so.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229)
      return;
    event.preventDefault();
    send();
  };

  return {
    root,
    input,
    keep(question) {
      if (!input.value.trim()) input.value = question;
      tab.set(draftKey, input.value);
      refresh();
    },
    update(busy, maxChars) {
      limit = maxChars;
      if (busy !== isBusy) {
        isBusy = busy;
        set(act, { part: busy ? 'stop' : 'send' });
        relabel(act, busy ? strings.stop : strings.send, busy ? 'stop' : 'send');
      }
      refresh();
    },
  };
}
