import { element, relabel, set } from '../dom.ts';
import { tell } from '../tell.ts';
import { panelView, type PanelView } from './panel.ts';
import { fillScreen, isPhone } from './phone.ts';
import { pageQuestions } from './page-questions.ts';
import { isThisPage, placesBar } from './places.ts';
import { panelSizes } from './sizes.ts';
import type { CreateView } from './view.ts';

const openKey = 'itih-chat-open';

/** The panel of the launcher in the shell; it is built when it is opened for the first time. */
export const floatingView: CreateView = (options, conversation, local, tab, shell) => {
  const { strings } = options;
  const { launcher, root } = shell;
  const dialog = element('dialog', 'panel', [], { id: 'panel', tabindex: -1 });
  const sizes = panelSizes(dialog, root, strings, tab);
  let panel: PanelView | undefined;
  let places: HTMLElement | undefined;
  let leaveScreen = () => {};
  let isModal = false;
  /** The visitor is on the page for a source, with the chat behind it. */
  let isAside = false;

  launcher.onclick = () => (dialog.open ? close() : open());

  const refresh = () => {
    const label = dialog.open ? strings.close : isAside ? strings.back_to_chat : strings.open;
    relabel(launcher, label, 'down');
    // Its style sheet draws the icon of a closed one, as before the panel.
    if (!dialog.open) launcher.textContent = isAside ? label : (options.label ?? '');
    set(launcher, { 'aria-haspopup': 'dialog', 'aria-expanded': dialog.open });
    root.toggleAttribute('data-open', dialog.open);
    sizes.place();
  };

  const show = (modal: boolean) => {
    if (!panel) {
      const starters = [...new Set([...pageQuestions(), ...(options.starters ?? [])])];
      const ofPage = { ...options, starters };
      panel = panelView(dialog, ofPage, conversation, local, tab, shell, close, sizes.buttons);
      root.prepend(dialog);
    }
    // `show()` would take the focus, and with it scroll the page.
    isModal = modal;
    if (modal) dialog.showModal();
    else dialog.open = true;
    leaveScreen = fillScreen(dialog);
    isAside = false;
    places?.remove();
    tab.set(openKey, '1');
    refresh();
    panel.start();
  };

  const open = () => {
    if (!dialog.open) {
      show(isPhone());
      tell(dialog, 'open');
    }
    panel?.focus();
  };

  const leave = () => {
    leaveScreen();
    if (!isAside) tab.remove(openKey);
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
  // A page behind a modal is inert: the browser would not show the place there.
  dialog.onclick = (event) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!isModal || event.defaultPrevented || !link || !isThisPage(link.href)) return;
    isAside = true;
    close();
    places = placesBar(link.closest('[data-role=assistant]'), strings.sources);
    if (places) root.append(places);
  };

  // Back on the next page as it was left, without taking the focus; never over a phone's screen.
  const wasOpen = !!tab.get(openKey);
  isAside = wasOpen && isPhone();
  refresh();
  if (wasOpen && !isAside) show(false);

  return {
    open,
    close,
    destroy() {
      leaveScreen();
      sizes.destroy();
      panel?.destroy();
    },
  };
};
