import { element, relabel, set } from '../dom.ts';
import { panelView, type PanelView } from './panel.ts';
import { fillScreen, isPhone } from './phone.ts';
import type { CreateView } from './view.ts';

const openKey = 'itih-chat-open';

/** The panel of the launcher in the shell; it is built when it is opened for the first time. */
export const floatingView: CreateView = (options, conversation, local, tab, shell) => {
  const { strings } = options;
  const dialog = element('dialog', 'panel', [], { id: 'panel', tabindex: -1 });
  let panel: PanelView | undefined;
  let leaveScreen = () => {};
  let isModal = false;

  const { launcher, root } = shell;
  launcher.onclick = () => (dialog.open ? close() : open());

  const refresh = () => {
    const label = dialog.open ? strings.close : strings.open;
    relabel(launcher, label, 'down');
    // Its style sheet draws the icon of an empty one, as before the panel.
    if (!dialog.open) launcher.textContent = '';
    set(launcher, { 'aria-haspopup': 'dialog', 'aria-expanded': dialog.open });
    root.toggleAttribute('data-open', dialog.open);
  };

  const show = (modal: boolean) => {
    if (!panel) {
      panel = panelView(dialog, options, conversation, local, tab, close);
      root.prepend(dialog);
    }
    // `show()` would take the focus, and with it scroll the page.
    isModal = modal;
    if (modal) dialog.showModal();
    else dialog.open = true;
    leaveScreen = fillScreen(dialog);
    tab.set(openKey, '1');
    refresh();
    panel.start();
  };

  const open = () => {
    const phone = isPhone();
    if (!dialog.open) show(phone);
    // On a phone the keyboard would cover what is to be read.
    if (phone) dialog.focus();
    else panel?.focus();
  };

  const leave = () => {
    leaveScreen();
    tab.remove(openKey);
    refresh();
    launcher.focus({ preventScroll: true });
  };
  const close = () => {
    if (!dialog.open) return;
    if (isModal) dialog.close();
    else {
      dialog.open = false;
      leave();
    }
  };
  // A modal is also closed by the system, by a phone's back gesture for one.
  dialog.onclose = leave;
  dialog.onkeydown = (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    if (!panel?.escape()) close();
  };

  refresh();
  // Back on the next page as it was left, without taking the focus; never over a phone's screen.
  if (tab.get(openKey) && !isPhone()) show(false);

  return {
    open,
    close,
    destroy() {
      leaveScreen();
      panel?.destroy();
    },
  };
};
