import type { Mode, WidgetConfig } from '../config.ts';
import { applyStyle, heightCss, offsetCss, themeCss } from '../theme.ts';
import { launcherStyle } from './launcher-style.ts';

/** What stands on the page before the panel's code: the button, or the place of a chat in the page. */
export interface Shell {
  config: WidgetConfig;
  mode: Mode;
  shadow: ShadowRoot;
  root: HTMLElement;
  launcher: HTMLButtonElement;
  /** Shows that the panel is on its way. */
  setBusy(busy: boolean): void;
  /** Says that the panel could not be loaded, with a button that tries again. */
  setFailed(failed: boolean): void;
}

/** English for pages that bring no texts; a test holds them equal to those of the panel. */
export const launcherStrings = {
  open: 'Open chat',
  load_failed: 'The chat could not be loaded.',
  retry: 'Try again',
};

function create<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  name: string,
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  node.className = name;
  node.setAttribute('part', name);
  return node;
}

function createButton(name: string, onClick: () => void): HTMLButtonElement {
  const node = create('button', name);
  node.type = 'button';
  node.onclick = onClick;
  return node;
}

function chatIcon(): SVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', 'M21 12a8 8 0 0 1-8 8H4l2-3a8 8 0 1 1 15-5z');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(path);
  return svg;
}

/** `onOpen` is called when the visitor wants the chat, also to try again. */
export function createShell(
  host: HTMLElement,
  config: WidgetConfig,
  mode: Mode,
  onOpen: () => void,
): Shell {
  const strings = { ...launcherStrings, ...config.strings };
  const root = document.createElement('div');
  root.className = `root ${mode} ${config.position ?? 'bottom-right'}`;
  root.dir = (config.rtl ?? document.dir === 'rtl') ? 'rtl' : 'ltr';
  root.lang = config.locale || document.documentElement.lang;

  const launcher = createButton('launcher', onOpen);
  launcher.append(chatIcon());
  launcher.title = strings.open;
  const state = { 'aria-label': strings.open, 'aria-haspopup': 'dialog', 'aria-expanded': 'false' };
  for (const [name, value] of Object.entries(state)) launcher.setAttribute(name, value);
  const place = mode === 'inline' ? create('div', 'place') : launcher;
  root.append(place);

  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  shadow.replaceChildren(root);
  if (shadow.adoptedStyleSheets) shadow.adoptedStyleSheets = [];
  applyStyle(
    shadow,
    launcherStyle +
      themeCss(config.theme ?? {}) +
      offsetCss(config) +
      (mode === 'inline' ? heightCss(config.height ?? 0) : ''),
  );

  let notice: HTMLElement | undefined;
  return {
    config,
    mode,
    shadow,
    root,
    launcher,
    setBusy: (busy) => place.setAttribute('aria-busy', String(busy)),
    setFailed(failed) {
      notice?.remove();
      if (!failed) return;
      notice = create('div', 'load-failed');
      const sentence = document.createElement('p');
      const retry = createButton('retry', onOpen);
      sentence.textContent = strings.load_failed;
      retry.textContent = strings.retry;
      notice.setAttribute('role', 'alert');
      notice.append(sentence, retry);
      (mode === 'inline' ? place : root).append(notice);
    },
  };
}
