export type Attributes = Record<string, string | number | boolean>;

export function set(node: Element, attributes: Attributes | undefined): void {
  for (const name in attributes) node.setAttribute(name, String(attributes[name]));
}

/** An empty one is left out. */
export type Child = Node | string | false | 0 | undefined;

/**
 * Creates an element. A name is both its class, for the widget's own style, and its part, for the
 * page's.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  name?: string,
  children: Child[] = [],
  attributes?: Attributes,
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  if (name) set(node, { class: name, part: name });
  set(node, attributes);
  replace(node, children);
  return node;
}

/** Replaces all that stands in an element. */
export const replace = (node: Element, children: Child[]): void =>
  node.replaceChildren(...(children.filter(Boolean) as (Node | string)[]));

/** Creates a field that shows its name while it is empty. */
export const field = <K extends 'input' | 'textarea'>(
  tag: K,
  name: string,
  label: string,
  attributes: Attributes,
): HTMLElementTagNameMap[K] =>
  element(tag, name, [], { placeholder: label, 'aria-label': label, ...attributes });

/** Puts a value in the place that a text has for it. */
export const fill = (text: string, value: string | number): string =>
  text.replace('%s', () => `${value}`);

/** Hears of several kinds of events; returns a function that ends it. */
export function listen(
  target: EventTarget,
  kinds: readonly string[],
  listener: (event: Event) => void,
): () => void {
  for (const kind of kinds) target.addEventListener(kind, listener);
  return () => {
    for (const kind of kinds) target.removeEventListener(kind, listener);
  };
}

/** Said, not shown. */
export const spoken = (text: string): HTMLElement => element('span', 'spoken', [text]);

/** 24 × 24, stroked in the text's colour. */
const paths = {
  close: 'M6 6l12 12M18 6 6 18',
  down: 'm6 9 6 6 6-6',
  trash: 'M4 7h16M10 11v6M14 11v6M6 7l1 13h10l1-13M9 7V4h6v3',
  send: 'M12 19V5M5 12l7-7 7 7',
  stop: 'M7 7h10v10H7z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'm5 12 5 5 9-10',
  thumb: 'M7 11v9H4v-9zl4-8a2.5 2.5 0 0 1 2.5 2.5V9H19a2 2 0 0 1 2 2.3l-1.2 7A2 2 0 0 1 17.8 20H7',
  clock: 'M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  dock: 'M4 5h16v14H4zM14 5v14',
  edit: 'M12 5H5v14h14v-7M10 14l1-4 8-8 3 3-8 8z',
  enlarge: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  reduce: 'M20 10h-6V4M14 10l7-7M4 14h6v6M10 14l-7 7',
  retry: 'M20 11a8 8 0 1 0-2.3 6.3M20 4v7h-7',
};

export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGElement {
  const create = (tag: 'svg' | 'path') =>
    document.createElementNS<'svg' | 'path'>('http://www.w3.org/2000/svg', tag);
  const svg = create('svg');
  const path = create('path');
  set(path, { d: paths[name] });
  set(svg, { viewBox: '0 0 24 24', 'aria-hidden': true });
  svg.append(path);
  return svg;
}

/** Gives a button that shows only an icon its name. */
export function relabel(node: HTMLElement, label: string, glyph: IconName): void {
  node.replaceChildren(icon(glyph));
  set(node, { 'aria-label': label, title: label });
}

/** Without `glyph` the label is shown. */
export function button(
  name: string,
  label: string,
  onClick: () => void,
  glyph?: IconName,
): HTMLButtonElement {
  const node = element('button', name, [label], { type: 'button' });
  if (glyph) relabel(node, label, glyph);
  node.onclick = onClick;
  return node;
}

/** Runs `render` once for many calls: with the next frame, or soon when frames are held back. */
export function batched(render: () => void): () => void {
  let timer = 0;
  const run = () => {
    clearTimeout(timer);
    timer = 0;
    render();
  };
  return () => {
    if (timer) return;
    // A hidden tab gets no frames, but its answer must be complete when the visitor returns.
    timer = window.setTimeout(run, 100);
    requestAnimationFrame(run);
  };
}
