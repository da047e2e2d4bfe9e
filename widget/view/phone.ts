/** Where the open panel fills the screen: small, also when held sideways. */
export const phoneQuery = '(max-width:600px),(max-height:440px) and (max-width:960px)';

export const isPhone = (): boolean => matchMedia(phoneQuery).matches;

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
  const events = ['resize', 'scroll'];
  for (const name of events) viewport?.addEventListener(name, follow);
  follow();
  return () => {
    for (const name of events) viewport?.removeEventListener(name, follow);
    page.overflow = overflow;
  };
}
