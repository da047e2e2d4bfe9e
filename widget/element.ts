import type { WidgetConfig } from './config.ts';
import { createShell, showButton, type Shell } from './launcher/shell.ts';
import type { View } from './view/view.ts';

/** An open panel of the page before, or an answer on its way, is shown without a click. */
function isUnderWay(api: string): boolean {
  try {
    return !!(sessionStorage['itih-chat-open'] || localStorage[`itih-chat:${api} pending`]);
  } catch {
    // The browser refuses storage: nothing was kept.
    return false;
  }
}

/**
 * `<itih-chat mode="floating|inline" config="{…}">`: WidgetConfig as JSON; both may change. Shows the
 * button, or keeps a place in the page, and has the panel loaded when it is needed.
 */
export class ItihChat extends HTMLElement {
  static readonly observedAttributes = ['config', 'mode'];
  #shell: Shell | undefined;
  #view: View | undefined;
  #observer: IntersectionObserver | undefined;
  #isWanted = false;

  connectedCallback(): void {
    this.#leave();
    const config = JSON.parse(this.getAttribute('config') ?? '') as WidgetConfig;
    const mode = this.getAttribute('mode') === 'inline' ? 'inline' : 'floating';
    const shell = createShell(this, config, mode);
    const { launcher } = shell;
    const load = () => void this.#load();
    this.#shell = shell;
    launcher.onclick = () => this.open();
    launcher.onpointerenter = launcher.onfocus = load;
    if (window.itihChatPanel) this.#view = window.itihChatPanel(shell);
    else if (mode === 'inline') {
      this.#observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load());
      this.#observer.observe(this);
    }
    addEventListener('hashchange', this.#follow);
    this.#follow();
    if (this.#isWanted) this.open();
    else if (isUnderWay(config.api)) load();
  }

  disconnectedCallback(): void {
    this.#leave();
    this.#isWanted = false;
  }

  attributeChangedCallback(): void {
    if (this.#shell) this.connectedCallback();
  }

  /** Before the panel has loaded the call is kept. */
  open(): void {
    this.#isWanted = !this.#view;
    this.#view?.open();
    void this.#load();
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

  async #load(): Promise<void> {
    const shell = this.#shell;
    if (!shell || this.#view) return;
    shell.launcher.setAttribute('aria-busy', 'true');
    if (!window.itihChatPanel) await shell.load('panel');
    const create = window.itihChatPanel;
    // Changed, removed, or served by another call in the meantime.
    if (shell !== this.#shell || this.#view) return;
    shell.launcher.removeAttribute('aria-busy');
    if (create) {
      showButton(shell);
      this.#view = create(shell);
      if (this.#isWanted) this.open();
    } else if (this.#isWanted || shell.mode === 'inline') showButton(shell, true);
  }

  #leave(): void {
    removeEventListener('hashchange', this.#follow);
    this.#observer?.disconnect();
    this.#view?.destroy();
    this.#view = this.#shell = undefined;
  }
}
