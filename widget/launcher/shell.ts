import type { Mode, WidgetConfig } from '../config.ts';
import { hostCss } from '../theme.ts';
import { loadPart } from './load-part.ts';
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
  load: typeof loadPart;
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
    addStyle(css) {
      try {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        shadow.adoptedStyleSheets = [sheet, ...shadow.adoptedStyleSheets];
      } catch {
        // Sheets cannot be constructed here.
        const style = document.createElement('style');
        style.textContent = css;
        shadow.prepend(style);
      }
    },
    load: loadPart,
  };
  root.className = `root ${mode} ${config.position ?? 'bottom-right'}`;
  root.append(launcher);
  launcher.className = 'launcher';
  launcher.setAttribute('part', 'launcher');
  launcher.title = config.strings?.open ?? launcherStrings.open;
  launcher.textContent = config.label ?? '';
  shadow.replaceChildren(root);
  shadow.adoptedStyleSheets = [];
  shell.addStyle(launcherStyle + hostCss(config));
  return shell;
}
