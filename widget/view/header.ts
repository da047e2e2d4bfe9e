import type { Options } from '../config.ts';
import { button, element, icon } from '../dom.ts';
import { safeUrl } from '../markdown-inline.ts';

export interface HeaderOptions {
  options: Options;
  /** Moves the focus on when done; rejects when the conversation could not be deleted. */
  onClear: () => Promise<void>;
  /** Undefined where there is nothing to close. */
  onClose: (() => void) | undefined;
}

export interface HeaderView {
  root: HTMLElement;
  /** True if it took the Escape key: an open question is answered with "no". */
  escape(): boolean;
  update(state: { empty: boolean }): void;
}

export function picture(address: string, className: string): HTMLElement {
  const url = address && safeUrl(address);
  if (!url) return element('span', { class: className }, icon('chat'));
  const image = element('img', { src: url, alt: '', referrerpolicy: 'no-referrer' });
  return element('span', { class: className }, image);
}

export function headerView({ options, onClear, onClose }: HeaderOptions): HeaderView {
  const { strings } = options;
  const ask = () => {
    question.hidden = false;
    clear.setAttribute('aria-expanded', 'true');
    confirm.focus();
  };
  const hide = () => {
    question.hidden = true;
    problem.textContent = '';
    clear.setAttribute('aria-expanded', 'false');
  };
  const dismiss = () => {
    hide();
    clear.focus({ preventScroll: true });
  };
  const remove = async () => {
    confirm.disabled = true;
    await onClear().then(hide, () => (problem.textContent = strings.error_generic));
    confirm.disabled = false;
  };

  const clear = button({ part: 'clear', label: strings.clear, icon: 'trash', onClick: ask });
  clear.setAttribute('aria-expanded', 'false');
  const confirm = button({
    part: 'clear-confirm',
    label: strings.clear,
    text: true,
    onClick: () => void remove(),
  });
  const cancel = button({
    part: 'clear-cancel',
    label: strings.cancel,
    text: true,
    onClick: dismiss,
  });
  const problem = element('span', { role: 'alert' });
  const question = element(
    'div',
    { class: 'confirm', part: 'confirm', role: 'group', 'aria-label': strings.clear_confirm },
    element('p', {}, strings.clear_confirm, ' ', problem),
    confirm,
    cancel,
  );
  question.hidden = true;

  const bar = element(
    'div',
    { class: 'header', part: 'header' },
    picture(options.logo || options.avatar, 'logo'),
    element('h2', { id: 'title', part: 'title', dir: 'auto' }, options.bot_name),
    clear,
  );
  if (onClose) {
    bar.append(button({ part: 'close', label: strings.close, icon: 'close', onClick: onClose }));
  }
  const root = element('div', {}, bar, question);
  return {
    root,
    escape() {
      if (question.hidden) return false;
      dismiss();
      return true;
    },
    update({ empty }) {
      clear.hidden = empty;
    },
  };
}
