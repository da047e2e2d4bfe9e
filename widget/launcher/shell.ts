import type { Mode, WidgetConfig } from '../config.ts';
import { addStyle, hostCss } from '../theme.ts';
import { loadPart, type Part } from './load-part.ts';
import { launcherStyle } from './launcher-style.ts';

/** Parts on the page before the panel's code: the button, or the place of a chat in the page. */
export interface Shell {
  config: WidgetConfig;
  mode: Mode;
  root: HTMLElement;
  launcher: HTMLButtonElement;
  /** Adds a style sheet below the launcher's. */
  addStyle: (css: string) => void;
  /** Loads a further script, unless it is there. */
  load: (part: Part) => Promise<void>;
}

/** A page in English brings no texts; a test holds them equal to those of the panel. */
export const launcherStrings = {
  open: 'Open chat',
  load_failed: 'The chat could not be loaded. Try again',
};

export function createShell(host: HTMLElement, config: WidgetConfig, mode: Mode): Shell {
  const root = document.createElement('div');
  const launcher = document.createElement('button');
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const shell: Shell = {
    config,
    mode,
    root,
    launcher,
    addStyle: (css) => addStyle(shadow, css),
    load: (part) => loadPart(part, config.panel),
  };
  root.className = `root ${mode} ${config.position ?? 'bottom-right'}`;
  launcher.className = 'launcher';
  launcher.setAttribute('part', 'launcher');
  root.append(launcher);
  showButton(shell);
  shadow.replaceChildren(root);
  shadow.adoptedStyleSheets = [];
  shell.addStyle(launcherStyle + hostCss(config));
  return shell;
}

/** Shows the button as usual; or it says that the panel could not be loaded, and when pressed tries again. */
export function showButton({ config, root, launcher }: Shell, failed?: boolean): void {
  const { open, load_failed } = { ...launcherStrings, ...config.strings };
  launcher.title = failed ? load_failed : open;
  launcher.textContent = failed ? load_failed : (config.label ?? '');
  if (failed) root.setAttribute('role', 'alert');
  else root.removeAttribute('role');
}
