import { element } from '../dom.ts';
import { panelView } from './panel.ts';
import type { View, ViewOptions } from './view.ts';

/** The panel as part of the page. A kept thread is loaded when it scrolls into view. */
export function inlineView(view: ViewOptions): View {
  const panel = panelView({ ...view, onClose: () => undefined });
  const root = element('div', {}, panel.root);
  panel.root.addEventListener('focusin', () => panel.start());
  panel.root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && panel.escape()) event.stopPropagation();
  });

  let observer: IntersectionObserver | undefined;
  if (view.conversation.isKept()) {
    observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer?.disconnect();
      panel.start();
    });
    observer.observe(panel.root);
  }

  return {
    root,
    open() {
      panel.root.scrollIntoView({ block: 'nearest' });
      panel.focus();
    },
    close: () => undefined,
    destroy() {
      observer?.disconnect();
      panel.destroy();
    },
  };
}
