import type { Mode, WidgetConfig } from '../config.ts';
import { applyStyle, heightCss, offsetCss, themeCss } from '../theme.ts';
import { launcherStyle } from './launcher-style.ts';

/** Parts on the page before the panel's code: the button, or the place of a chat in the page. */
export interface Shell {
  config: WidgetConfig;
  mode: Mode;
  shadow: ShadowRoot;
  root: HTMLElement;
  launcher: HTMLButtonElement;
}

/** English for pages that bring no texts; a test holds them equal to those of the panel. */
export const launcherStrings = {
  open: 'Open chat',
  load_failed: 'The chat could not be loaded.',
  retry: 'Try again',
};

/** The same icon as the panel's. */
export const chatPath =
  'M21 12a8 8 0 0 1-8 8H4l2-3.2A8 8 0 1 1 21 12ZM9 12h.01M13 12h.01M17 12h.01';

function chatIcon(): Element {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', chatPath);
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(path);
  return svg;
}

export function createShell(host: HTMLElement, config: WidgetConfig, mode: Mode): Shell {
  const root = document.createElement('div');
  const launcher = document.createElement('button');
  const shell: Shell = {
    config,
    mode,
    root,
    launcher,
    shadow: host.shadowRoot ?? host.attachShadow({ mode: 'open' }),
  };
  root.className = `root ${mode} ${config.position ?? 'bottom-right'}`;
  launcher.type = 'button';
  launcher.className = 'launcher';
  launcher.setAttribute('part', 'launcher');
  showButton(shell);
  shell.shadow.replaceChildren(root);
  applyStyle(
    shell.shadow,
    launcherStyle +
      themeCss(config.theme ?? {}) +
      offsetCss(config) +
      (mode === 'inline' ? heightCss(config.height) : ''),
  );
  return shell;
}

/** Shows the button as usual; a chat in the page has none. */
export function showButton({ config, mode, root, launcher }: Shell): void {
  launcher.title = config.strings?.open ?? launcherStrings.open;
  launcher.replaceChildren(chatIcon());
  root.replaceChildren(...(mode === 'inline' ? [] : [launcher]));
  root.removeAttribute('role');
}

/** Says in the button that the panel could not be loaded; pressed, it tries again. */
export function showFailure({ config, root, launcher }: Shell): void {
  const { load_failed, retry } = { ...launcherStrings, ...config.strings };
  root.setAttribute('role', 'alert');
  launcher.title = launcher.textContent = `${load_failed} ${retry}`;
  root.append(launcher);
}
