import type { WidgetConfig } from './config.ts';
import { loadPart } from './launcher/load-part.ts';
import { createShell, launcherStrings, type Shell } from './launcher/shell.ts';
import type { View } from './view/view.ts';

/**
 * `<itih-chat mode="floating|inline" config="{…}">`: WidgetConfig as JSON; both may change. Shows the
 * button, or keeps a place in the page, and has the panel loaded when it is needed.
 */
export class ItihChat extends HTMLElement {
  static readonly observedAttributes = ['config', 'mode'];
  #shell: Shell | undefined;
  #view: View | undefined;
  #isWanted = false;

  connectedCallback(): void {
    this.disconnectedCallback();
    const config = JSON.parse(this.getAttribute('config')!) as WidgetConfig;
    const mode = this.getAttribute('mode') === 'inline' ? 'inline' : 'floating';
    this.#shell = createShell(this, config, mode);
    const { launcher } = this.#shell;
    launcher.onclick = () => this.open();
    launcher.onpointerenter = launcher.onfocus = this.#load;
    if (mode === 'inline') {
      new IntersectionObserver(([entry]) => entry!.isIntersecting && this.#load()).observe(this);
    }
    addEventListener('hashchange', this.#follow);
    this.#follow();
    if (window.itihChatPanel || this.#isWanted) this.#load();
    try {
      // An open panel of the page before, or an answer on its way, is shown without a click.
      if (sessionStorage['itih-chat-open'] ?? localStorage[`itih-chat:${config.api} pending`]) {
        this.#load();
      }
    } catch {
      // The browser refuses storage: nothing was kept.
    }
  }

  disconnectedCallback(): void {
    removeEventListener('hashchange', this.#follow);
    this.#view?.destroy();
    this.#view = this.#shell = undefined;
  }

  attributeChangedCallback(): void {
    if (this.#shell) this.connectedCallback();
  }

  /** Before the panel has loaded the call is kept. */
  open(): void {
    this.#isWanted = true;
    this.#load();
  }

  close(): void {
    this.#isWanted = false;
    this.#view?.close();
  }

  destroy(): void {
    this.remove();
  }

  /** A link to `#itih-chat` opens the chat. */
  readonly #follow = (): void => {
    if (location.hash === '#itih-chat') this.open();
  };

  readonly #load = (): void => {
    const shell = this.#shell;
    const create = window.itihChatPanel;
    if (shell && create) {
      this.#view ??= create(shell);
      if (this.#isWanted) this.#view.open();
      this.#isWanted = false;
    } else if (shell) {
      const { config, mode, root, launcher } = shell;
      launcher.setAttribute('aria-busy', 'true');
      void loadPart('panel', config.panel).then(() => {
        // Changed or removed in the meantime.
        if (shell !== this.#shell) return;
        launcher.removeAttribute('aria-busy');
        if (window.itihChatPanel) this.#load();
        else if (this.#isWanted || mode === 'inline') {
          // The button says so, and pressed tries again. A panel takes that back.
          launcher.textContent = config.strings?.load_failed ?? launcherStrings.load_failed;
          root.setAttribute('role', 'alert');
        }
      });
    }
  };
}
