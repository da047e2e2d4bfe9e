import { element } from '../dom.ts';
import { panelView } from './panel.ts';
import type { CreateView } from './view.ts';

/** The panel as part of the page. A kept thread is loaded when it scrolls into view. */
export const inlineView: CreateView = (options, conversation, local, tab, shell) => {
  const { root } = shell;
  const section = element('section', 'panel');
  const panel = panelView(section, options, conversation, local, tab, shell);
  section.addEventListener('focusin', () => panel.start());
  section.onkeydown = (event) => {
    if (event.key === 'Escape') panel.escape();
  };
  const observer = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) panel.start();
  });
  if (conversation.isKept()) observer.observe(section);

  root.replaceChildren(section);
  return {
    open() {
      section.scrollIntoView({ block: 'nearest' });
      panel.focus();
    },
    close: () => undefined,
    destroy() {
      observer.disconnect();
      panel.destroy();
    },
  };
};
