declare global {
  interface Window {
    /** A tag manager's list, where the page has one. */
    dataLayer?: unknown[];
  }
}

/** Names of the events that leave the chat; none has a text of the visitor's or of an answer. */
type Told = 'open' | 'question' | 'answer' | 'source';

/** Tells the page, and its tag manager, how the chat is used. Outside of the chat its element is the target. */
export function tell(node: Element, name: Told, detail: Record<string, string | boolean> = {}) {
  const event = `itih:${name}`;
  node.dispatchEvent(new CustomEvent(event, { bubbles: true, composed: true, detail }));
  window.dataLayer?.push({ event, ...detail });
}
