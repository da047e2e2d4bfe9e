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
  load_failed: 'The chat could not be loaded. Try again',
};

/** A page that brings texts brings all of them. */
const textsOf = ({ strings }: WidgetConfig) =>
  (strings ?? launcherStrings) as typeof launcherStrings;

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
  const { theme = {}, height } = config;
  applyStyle(shell.shadow, launcherStyle + themeCss(theme) + offsetCss(config) + heightCss(height));
  return shell;
}

/** Shows the button as usual. */
export function showButton({ config, root, launcher }: Shell): void {
  launcher.title = textsOf(config).open;
  launcher.textContent = '';
  root.removeAttribute('role');
}

/** Says in the button that the panel could not be loaded; pressed, it tries again. */
export function showFailure({ config, root, launcher }: Shell): void {
  root.setAttribute('role', 'alert');
  launcher.title = launcher.textContent = textsOf(config).load_failed;
}
