type Attribute = string | number | boolean | undefined;

/** Creates an element: `true` is an empty attribute, `false` and undefined are none. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Attribute> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children);
  return node;
}

/** 24 × 24, stroked in the text's colour. */
const paths = {
  chat: 'M21 12a8 8 0 0 1-8 8H4l1.9-3.2A8 8 0 1 1 21 12ZM9 12h.01M13 12h.01M17 12h.01',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'm6 9 6 6 6-6',
  trash: 'M4 7h16M10 11v6M14 11v6M6 7l1 13h10l1-13M9 7V4h6v3',
  send: 'M12 19V5M5 12l7-7 7 7',
  stop: 'M7 7h10v10H7z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'm5 12 5 5 9-10',
  up: 'M7 11v9H4v-9zM7 11l4-8a2.5 2.5 0 0 1 2.5 2.5V9H19a2 2 0 0 1 2 2.3l-1.2 7A2 2 0 0 1 17.8 20H7',
  retry: 'M20 11a8 8 0 1 0-2.3 6.3M20 4v7h-7',
  alert: 'M12 8v5M12 16.5h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  tool: 'M4 6h16M4 12h10M4 18h7',
} as const;

export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', paths[name]);
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(path);
  return svg;
}

export interface ButtonOptions {
  part: string;
  label: string;
  icon?: IconName;
  /** The label is shown as text, not only said. */
  text?: boolean;
  onClick: () => void;
}

export function button(options: ButtonOptions): HTMLButtonElement {
  const { part, label, text } = options;
  const name = text ? {} : { 'aria-label': label, title: label };
  const node = element('button', { type: 'button', part, class: part, ...name });
  if (options.icon) node.append(icon(options.icon));
  if (text) node.append(label);
  node.addEventListener('click', options.onClick);
  return node;
}

/** Runs `render` once for many calls: with the next frame, or soon when frames are held back. */
export function batched(render: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    const run = () => {
      if (!waiting) return;
      waiting = false;
      render();
    };
    requestAnimationFrame(run);
    // A hidden tab gets no frames, but its answer must be complete when the visitor returns.
    setTimeout(run, 100);
  };
}

/** `navigator.clipboard` is missing on pages without https; selecting and copying still works there. */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = element('textarea', { class: 'hidden', 'aria-hidden': 'true' });
    area.value = text;
    near.append(area);
    area.select();
    const copied = document.execCommand?.('copy') ?? false;
    area.remove();
    near.focus({ preventScroll: true });
    return copied;
  }
}
