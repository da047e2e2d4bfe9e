import type { Options } from '../config.ts';
import { button, element, icon, listen, replace, set, type IconName } from '../dom.ts';
import type { earlierList } from './earlier-list.ts';
import { safeUrl } from '../markdown-inline.ts';
import { isPhone } from './phone.ts';

export interface HeaderView {
  root: HTMLElement;
  update(isAsked: boolean): void;
  /** True if it took the Escape key: an open menu is closed, an open question is answered with "no". */
  escape(): boolean;
}

interface Actions {
  /** Moves the focus on when done; rejects when nothing could be deleted. */
  clear: () => Promise<void>;
  begin: () => void;
  /** Absent where the panel is a part of the page. */
  close?: (() => void) | undefined;
}

function logo(address: string | undefined, name: string): HTMLElement {
  const url = address && safeUrl(address);
  const picture = url
    ? element('img', '', [], { src: url, alt: '', referrerpolicy: 'no-referrer' })
    : ([...name.trim()][0]?.toUpperCase() ?? '');
  return element('span', 'logo', [picture], { 'aria-hidden': true });
}

const label = (node: HTMLElement, text: string, glyph: IconName) =>
  replace(node, [icon(glyph), text]);

/** The menu has all but the most frequent, so that the name has room and nothing is deleted by a slip. */
export function headerView(
  panel: HTMLElement,
  options: Options,
  { clear, begin, close }: Actions,
  earlier: ReturnType<typeof earlierList>,
  sizes: readonly HTMLElement[],
): HeaderView {
  const { strings } = options;
  const show = (shown: boolean) => {
    menu.hidden = !shown;
    set(more, { 'aria-expanded': shown });
  };
  const more = button(
    'more',
    strings.more,
    () => {
      show(!!menu.hidden);
      menu.querySelector<HTMLElement>('button:not([hidden])')?.focus();
    },
    'more',
  );
  const ask = (shown: boolean) => {
    question.hidden = !shown;
    asked.textContent = strings.clear_confirm;
    (shown ? confirm : more).focus();
  };
  const remove = () => {
    const failed = () => (asked.textContent = strings.error_generic);
    clear().then(() => (question.hidden = true), failed);
  };
  const item = (name: string, text: string, glyph: IconName, onClick: () => void) => {
    const node = button(name, '', onClick);
    label(node, text, glyph);
    return node;
  };
  const kept = item('earlier', strings.earlier, 'clock', earlier.show);
  const drop = item('clear', strings.clear, 'trash', () => ask(true));
  const menu = element('div', 'menu', [kept, ...sizes, drop], {
    role: 'group',
    'aria-label': strings.more,
  });
  menu.addEventListener('click', () => show(false));
  const confirm = button('clear-confirm', strings.delete, remove);
  const cancel = button('clear-cancel', strings.cancel, () => ask(false));
  const asked = element('p', '', [], { 'aria-live': 'polite' });
  const question = element('div', 'confirm', [asked, confirm, cancel]);
  const title = element('h2', 'title', [options.bot_name], { id: 'title', dir: 'auto' });
  const names = element('div', 'names', [title, element('p', 'tagline', [strings.tagline])]);
  const fresh = button('new-chat', strings.new_chat, begin, 'edit');
  const face = logo(options.logo || options.avatar, options.bot_name);
  const bar = element('div', 'header', [
    face,
    names,
    more,
    fresh,
    close && button('close', strings.close, close, 'close'),
  ]);
  const root = element('div', 'head', [bar, menu, question, earlier.list]);
  // Pressed or focused anywhere else. Safari gives a pressed button no focus.
  listen(panel, ['pointerdown', 'focusin'], ({ target }) => {
    const isInside = [menu, more].some((node) => node.contains(target as Node));
    if (!isInside) show(false);
  });
  show(false);
  question.hidden = true;
  return {
    root,
    update(isAsked) {
      kept.hidden = !earlier.any();
      drop.hidden = !isAsked;
      fresh.disabled = !isAsked;
      // The sizes are not for a phone.
      more.hidden = kept.hidden && drop.hidden && (isPhone() || sizes.length === 0);
    },
    escape() {
      const isOpen = !menu.hidden || !question.hidden || !earlier.list.hidden;
      if (isOpen) {
        show(false);
        earlier.hide();
        ask(false);
      }
      return isOpen;
    },
  };
}
