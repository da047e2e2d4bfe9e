import type { Conversation } from '../conversation.ts';
import { button, element } from '../dom.ts';
import type { Strings } from '../strings.ts';
import { inLocale } from './in-locale.ts';

/** The earlier chats of this browser: one goes on when it is chosen. `onDone` moves the focus on. */
export function earlierList(
  conversation: Conversation,
  strings: Strings,
  locale: string,
  onDone: () => void,
) {
  const attributes = { role: 'group', 'aria-label': strings.earlier, tabindex: -1 };
  const list = element('div', 'earlier-list', [], attributes);
  list.hidden = true;
  const date = (time: number) =>
    inLocale(locale, (known) =>
      new Date(time).toLocaleString(known, { dateStyle: 'medium', timeStyle: 'short' }),
    );
  const hide = () => {
    list.hidden = true;
  };
  const any = () => conversation.earlier().length > 0;

  const show = () => {
    list.hidden = false;
    list.replaceChildren(
      ...conversation.earlier().map((chat) => {
        const text = element('bdi', '', [chat.question]);
        const when = element('span', 'place', [date(chat.time)]);
        const open = button('earlier-open', '', () => {
          hide();
          conversation.resume(chat);
          onDone();
        });
        open.append(text, when);
        const drop = () => {
          const refused = () => (when.textContent = strings.error_generic);
          conversation.remove(chat).then(() => {
            if (any()) return show();
            hide();
            onDone();
          }, refused);
        };
        const label = `${strings.delete}: ${chat.question}`;
        return element('p', 'earlier-chat', [open, button('earlier-delete', label, drop, 'trash')]);
      }),
    );
    list.focus();
  };
  return { list, any, show, hide };
}
