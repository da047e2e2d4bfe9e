import type { Conversation } from '../conversation.ts';
import { button, element, set } from '../dom.ts';
import type { Strings } from '../strings.ts';
import { inLocale } from './in-locale.ts';

/** The earlier chats of this browser, behind a button: one goes on when it is chosen. */
export function earlierList(
  conversation: Conversation,
  strings: Strings,
  locale: string,
  onChosen: () => void,
) {
  const list = element('div', 'earlier-list', [], { role: 'group', 'aria-label': strings.earlier });
  const toggle = button('earlier', strings.earlier, () => show(!!list.hidden), 'clock');
  const date = (time: number) =>
    inLocale(locale, (known) => new Date(time).toLocaleDateString(known));

  const show = (shown: boolean) => {
    list.hidden = !shown;
    set(toggle, { 'aria-expanded': shown });
    if (!shown) return;
    list.replaceChildren(
      ...conversation.earlier().map((chat) => {
        const text = element('bdi', '', [chat.question]);
        const when = element('span', 'place', [date(chat.time)]);
        const open = button('earlier-open', '', () => {
          show(false);
          conversation.resume(chat);
          onChosen();
        });
        open.append(text, when);
        const drop = () => {
          const refused = () => (when.textContent = strings.error_generic);
          conversation.remove(chat).then(() => {
            show(conversation.earlier().length > 0);
            update();
            toggle.focus();
          }, refused);
        };
        const label = `${strings.delete}: ${chat.question}`;
        return element('p', 'earlier-chat', [open, button('earlier-delete', label, drop, 'trash')]);
      }),
    );
  };
  const update = () => {
    toggle.hidden = conversation.earlier().length === 0;
  };
  show(false);
  return {
    toggle,
    list,
    update,
    /** True if it was open. */
    hide() {
      const wasOpen = !list.hidden;
      if (wasOpen) show(false);
      return wasOpen;
    },
  };
}
