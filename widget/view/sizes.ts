import { button, icon, listen, replace } from '../dom.ts';
import type { SafeStorage } from '../storage.ts';
import type { Strings } from '../strings.ts';

const dockKey = 'itih-chat-dock';

/** From this width on a page has room beside the panel; `style.ts` repeats it. */
const wideQuery = '(min-width:1100px)';

/**
 * The buttons that enlarge the panel over the page and dock it beside it, where it covers nothing: the page is as much
 * narrower. Docked, it stays so on the next pages. `place` follows whether the panel is open.
 */
export function panelSizes(
  panel: HTMLElement,
  root: HTMLElement,
  strings: Strings,
  storage: SafeStorage,
) {
  const side = root.classList.contains('bottom-left') ? 'marginLeft' : 'marginRight';
  const page = document.documentElement.style;
  const margin = page[side];
  let isDocked = !!storage.get(dockKey);

  const place = (isOpen = panel.hasAttribute('open')) => {
    root.toggleAttribute('data-docked', isDocked);
    replace(dock, [icon('dock'), isDocked ? strings.undock : strings.dock]);
    const makesRoom = isOpen && isDocked && matchMedia(wideQuery).matches;
    page[side] = makesRoom ? `${panel.offsetWidth}px` : margin;
  };
  const resize = (isLarge: boolean) => {
    panel.toggleAttribute('data-large', isLarge);
    const [text, glyph] = isLarge
      ? ([strings.reduce, 'reduce'] as const)
      : ([strings.enlarge, 'enlarge'] as const);
    replace(enlarge, [icon(glyph), text]);
  };
  const enlarge = button('enlarge', '', () => resize(!panel.hasAttribute('data-large')));
  const dock = button('dock', '', () => {
    isDocked = !isDocked;
    if (isDocked) storage.set(dockKey, '1');
    else storage.remove(dockKey);
    place();
  });
  resize(false);
  replace(dock, [icon('dock'), strings.dock]);
  const unlisten = listen(window, ['resize'], () => place());
  return {
    buttons: [enlarge, dock],
    place,
    destroy() {
      unlisten();
      place(false);
    },
  };
}
