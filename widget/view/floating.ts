import { button, element, icon } from '../dom.ts';
import { isBusy } from '../state.ts';
import { panelView, type PanelView } from './panel.ts';
import { fillScreen, isPhone, keepFocus } from './phone.ts';
import type { View, ViewOptions } from './view.ts';

const openKey = 'itih-chat-open';

/** The launcher; the panel is built when it is opened for the first time. */
export function floatingView(view: ViewOptions): View {
  const { options, conversation, tab } = view;
  const { strings } = options;
  let panel: PanelView | undefined;
  let leaveScreen = () => {};
  let isOpen = false;

  const toggle = () => (isOpen ? close() : open());
  const launcher = button({ part: 'launcher', label: strings.open, onClick: toggle });
  launcher.setAttribute('aria-haspopup', 'dialog');
  const root = element('div', {}, launcher);

  const refresh = () => {
    const label = isOpen ? strings.close : strings.open;
    launcher.replaceChildren(icon(isOpen ? 'down' : 'chat'));
    launcher.setAttribute('aria-label', label);
    launcher.setAttribute('aria-expanded', String(isOpen));
    launcher.title = label;
    root.toggleAttribute('data-open', isOpen);
  };

  const show = () => {
    if (!panel) {
      panel = panelView({ ...view, onClose: close });
      panel.root.addEventListener('keydown', onKey);
      root.prepend(panel.root);
      launcher.setAttribute('aria-controls', 'panel');
    }
    isOpen = true;
    panel.root.hidden = false;
    launcher.removeAttribute('data-unread');
    leaveScreen = fillScreen(panel.root);
    tab.set(openKey, '1');
    refresh();
    panel.start();
  };

  function open() {
    if (!isOpen) show();
    panel?.focus();
  }

  function close() {
    if (!panel || !isOpen) return;
    isOpen = false;
    leaveScreen();
    panel.root.hidden = true;
    tab.remove(openKey);
    refresh();
    launcher.focus({ preventScroll: true });
  }

  function onKey(event: KeyboardEvent) {
    if (!panel) return;
    if (event.key === 'Escape' && !event.isComposing) {
      event.stopPropagation();
      if (!panel.escape()) close();
    }
    keepFocus(panel.root, event);
  }

  let wasBusy = false;
  const unsubscribe = conversation.subscribe(() => {
    const busy = isBusy(conversation.state());
    if (wasBusy && !busy && !isOpen) launcher.setAttribute('data-unread', '');
    wasBusy = busy;
  });

  refresh();
  // Back on the next page as it was left, without taking the focus; never over a whole phone screen.
  if (tab.get(openKey) && !isPhone()) show();

  return {
    root,
    open,
    close,
    destroy() {
      leaveScreen();
      unsubscribe();
      panel?.destroy();
    },
  };
}
