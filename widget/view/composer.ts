import { button, element, icon } from '../dom.ts';
import type { Strings } from '../strings.ts';

export interface ComposerOptions {
  strings: Strings;
  onSend: (question: string) => void;
  onStop: () => void;
}

export interface ComposerView {
  root: HTMLElement;
  input: HTMLTextAreaElement;
  update(state: { busy: boolean; maxChars: number }): void;
}

/** From this share of the limit on, the count is shown. */
const nearLimit = 0.8;

export function composerView({ strings, onSend, onStop }: ComposerOptions): ComposerView {
  let busy = false;
  let maxChars = Infinity;

  const input = element('textarea', {
    part: 'input',
    rows: 1,
    dir: 'auto',
    placeholder: strings.placeholder,
    'aria-label': strings.placeholder,
    'aria-describedby': 'count',
    enterkeyhint: 'send',
    autocomplete: 'off',
  });
  const count = element('p', { class: 'count', part: 'count', id: 'count' });
  const act = button({
    part: 'send',
    label: strings.send,
    onClick: () => (busy ? onStop() : send()),
  });
  const box = element('div', { class: 'box' }, input, act);
  const root = element('div', { class: 'composer', part: 'composer' }, box, count);

  const length = () => input.value.trim().length;

  const resize = () => {
    input.style.height = 'auto';
    input.style.height = `${input.scrollHeight}px`;
  };

  const refresh = () => {
    const used = length();
    const over = used > maxChars;
    const numbers = `${used} / ${maxChars}`;
    count.textContent = over ? `${strings.error_too_long} ${numbers}` : numbers;
    count.hidden = used < maxChars * nearLimit;
    count.setAttribute('role', over ? 'alert' : 'note');
    input.setAttribute('aria-invalid', String(over));
    act.disabled = !busy && (over || used === 0);
  };

  const showAction = () => {
    const label = busy ? strings.stop : strings.send;
    act.replaceChildren(icon(busy ? 'stop' : 'send'));
    act.setAttribute('part', busy ? 'stop' : 'send');
    act.setAttribute('aria-label', label);
    act.title = label;
  };

  function send() {
    const used = length();
    if (busy || used === 0 || used > maxChars) return;
    const question = input.value.trim();
    input.value = '';
    resize();
    refresh();
    onSend(question);
  }

  input.addEventListener('input', () => {
    resize();
    refresh();
  });
  input.addEventListener('keydown', (event) => {
    // While an input method composes, Enter picks a candidate; 229 is how Safari says so.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229)
      return;
    event.preventDefault();
    send();
  });
  showAction();

  return {
    root,
    input,
    update(state) {
      maxChars = state.maxChars;
      if (busy !== state.busy) {
        busy = state.busy;
        showAction();
      }
      refresh();
    },
  };
}
