import type { Mode, WidgetConfig } from '../config.ts';
import { applyStyle, placeCss, themeCss } from '../theme.ts';
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
  load_failed: 'The chat could not be loaded. Try again',
};

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
  launcher.className = 'launcher';
  launcher.setAttribute('part', 'launcher');
  root.append(launcher);
  showButton(shell);
  shell.shadow.replaceChildren(root);
  applyStyle(shell.shadow, launcherStyle + themeCss(config.theme ?? {}) + placeCss(config));
  return shell;
}

/** Shows the button as usual; or it says that the panel could not be loaded, and when pressed tries again. */
export function showButton({ config, root, launcher }: Shell, failed?: boolean): void {
  // A page that brings texts brings all of them.
  const { open, load_failed } = (config.strings ?? launcherStrings) as typeof launcherStrings;
  launcher.title = failed ? load_failed : open;
  launcher.textContent = failed ? load_failed : '';
  if (failed) root.setAttribute('role', 'alert');
  else root.removeAttribute('role');
}
