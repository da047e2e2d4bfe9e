import { listen } from '../dom.ts';
import { phoneQuery } from '../style.ts';

export const isPhone = (): boolean => matchMedia(phoneQuery).matches;

/** Whether a focused field brings a keyboard over what is to be read. */
export const hasScreenKeyboard = (): boolean => isPhone() || matchMedia('(pointer:coarse)').matches;

/**
 * While the panel fills the screen it follows the visual viewport, so that the keyboard never
 * covers the input, and the page behind it does not scroll. Answers what undoes it.
 */
export function fillScreen(panel: HTMLElement): () => void {
  const viewport = window.visualViewport;
  const page = document.documentElement.style;
  const { overflow } = page;
  const follow = () => {
    const full = viewport && isPhone();
    page.overflow = full ? 'hidden' : overflow;
    panel.style.height = full ? `${viewport.height}px` : '';
    panel.style.top = full ? `${viewport.offsetTop}px` : '';
    panel.toggleAttribute('data-keyboard', !!full && innerHeight - viewport.height > 120);
  };
  const leave = viewport && listen(viewport, ['resize', 'scroll'], follow);
  follow();
  return () => {
    leave?.();
    page.overflow = overflow;
  };
}
