/** Where the open panel fills the screen: small, also when held sideways. */
export const phoneQuery = '(max-width: 600px), (max-height: 440px) and (max-width: 960px)';

export const isPhone = (): boolean => window.matchMedia?.(phoneQuery).matches ?? false;

/**
 * While the panel fills the screen: it follows the visual viewport, so that the keyboard never
 * covers the input, and the page behind it does not scroll. Returns what undoes it.
 */
export function fillScreen(panel: HTMLElement): () => void {
  const media = window.matchMedia?.(phoneQuery);
  const viewport = window.visualViewport;
  const page = document.documentElement;
  const overflow = page.style.overflow;

  const apply = () => {
    const full = media?.matches ?? false;
    page.style.overflow = full ? 'hidden' : overflow;
    panel.setAttribute('aria-modal', String(full));
    panel.style.height = full && viewport ? `${viewport.height}px` : '';
    panel.style.top = full && viewport ? `${viewport.offsetTop}px` : '';
    const keyboard = full && viewport ? window.innerHeight - viewport.height > 120 : false;
    panel.toggleAttribute('data-keyboard', keyboard);
  };
  media?.addEventListener('change', apply);
  viewport?.addEventListener('resize', apply);
  viewport?.addEventListener('scroll', apply);
  apply();
  return () => {
    media?.removeEventListener('change', apply);
    viewport?.removeEventListener('resize', apply);
    viewport?.removeEventListener('scroll', apply);
    page.style.overflow = overflow;
  };
}

const focusable = 'button:not(:disabled), a[href], textarea, summary, [tabindex="0"]';

/** A panel that fills the screen keeps the focus: Tab goes round. */
export function keepFocus(panel: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab' || panel.getAttribute('aria-modal') !== 'true') return;
  const nodes = [...panel.querySelectorAll<HTMLElement>(focusable)].filter(
    (node) => node.getClientRects().length > 0,
  );
  const root = panel.getRootNode() as ShadowRoot;
  const edge = event.shiftKey ? nodes[0] : nodes.at(-1);
  const outside = root.activeElement === panel && event.shiftKey;
  if (root.activeElement !== edge && !outside) return;
  event.preventDefault();
  (event.shiftKey ? nodes.at(-1) : nodes[0])?.focus();
}
