import type { Options } from '../config.ts';
import { button, element, relabel, set } from '../dom.ts';
import type { earlierList } from './earlier-list.ts';
import { safeUrl } from '../markdown-inline.ts';

export interface HeaderView {
  root: HTMLElement;
  /** Shown while there is a conversation. */
  whileAsked: HTMLElement[];
  /** True if it took the Escape key: an open question is answered with "no". */
  escape(): boolean;
}

function logo(address: string | undefined, name: string): HTMLElement {
  const url = address && safeUrl(address);
  const picture = url
    ? element('img', '', [], { src: url, alt: '', referrerpolicy: 'no-referrer' })
    : ([...name.trim()][0]?.toUpperCase() ?? '');
  return element('span', 'logo', [picture], { 'aria-hidden': true });
}

/** `onClear` moves the focus on when done; it rejects when nothing could be deleted. */
export function headerView(
  options: Options,
  onClear: () => Promise<void>,
  onNew: () => void,
  onClose: (() => void) | undefined,
  onEnlarge: () => boolean,
  earlier: ReturnType<typeof earlierList>,
): HeaderView {
  const { strings } = options;
  const show = (shown: boolean) => {
    question.hidden = !shown;
    set(clear, { 'aria-expanded': shown });
    asked.textContent = strings.clear_confirm;
  };
  const dismiss = () => {
    show(false);
    clear.focus();
  };
  const remove = () => {
    const failed = () => (asked.textContent = strings.error_generic);
    onClear().then(() => show(false), failed);
  };
  const clear = button(
    'clear',
    strings.clear,
    () => {
      show(true);
      confirm.focus();
    },
    'trash',
  );
  const confirm = button('clear-confirm', strings.clear, remove);
  const cancel = button('clear-cancel', strings.cancel, dismiss);
  const asked = element('p', '', [], { 'aria-live': 'polite' });
  const question = element('div', 'confirm', [asked, confirm, cancel]);
  const title = element('h2', 'title', [options.bot_name], { id: 'title', dir: 'auto' });
  const names = element('div', 'names', [title, element('p', 'tagline', [strings.tagline])]);
  const fresh = button('new-chat', strings.new_chat, onNew, 'edit');
  const face = logo(options.logo || options.avatar, options.bot_name);
  const bar = element('div', 'header', [face, names, earlier.toggle, clear, fresh]);
  if (onClose) {
    const enlarge = button(
      'enlarge',
      strings.enlarge,
      () => {
        const isLarge = onEnlarge();
        relabel(
          enlarge,
          isLarge ? strings.reduce : strings.enlarge,
          isLarge ? 'reduce' : 'enlarge',
        );
      },
      'enlarge',
    );
    bar.append(enlarge, button('close', strings.close, onClose, 'close'));
  }
  show(false);
  return {
    root: element('div', '', [bar, question, earlier.list]),
    whileAsked: [clear, fresh],
    escape() {
      const isOpen = !question.hidden;
      if (isOpen) dismiss();
      return earlier.hide() || isOpen;
    },
  };
}
