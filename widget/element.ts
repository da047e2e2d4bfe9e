import type { WidgetConfig } from './config.ts';
import { loadPanel } from './launcher/load-panel.ts';
import { createShell, type Shell } from './launcher/shell.ts';
import { safeStorage } from './storage.ts';
import type { View } from './view/view.ts';

const local = safeStorage(() => localStorage);
const tab = safeStorage(() => sessionStorage);

/** An open panel of the page before, or an answer on its way, is shown without a click. */
const isUnderWay = (api: string) =>
  !!(tab.get('itih-chat-open') || local.get(`itih-chat:${api} pending`));

/**
 * `<itih-chat mode="floating|inline" config="{…}">`: WidgetConfig as JSON; both may change. Shows the
 * button, or keeps a place in the page, and has the panel loaded when it is needed.
 */
export class ItihChat extends HTMLElement {
  static readonly observedAttributes = ['config', 'mode'];
  private shell: Shell | undefined;
  private view: View | undefined;
  private observer: IntersectionObserver | undefined;
  private isWanted = false;

  connectedCallback(): void {
    this.leave();
    const config = JSON.parse(this.getAttribute('config') ?? '') as WidgetConfig;
    const mode = this.getAttribute('mode') === 'inline' ? 'inline' : 'floating';
    const shell = createShell(this, config, mode, () => this.open());
    this.shell = shell;
    const load = () => void this.load();
    if (window.itihChatPanel) this.view = window.itihChatPanel(shell);
    else if (mode === 'inline') this.loadInView();
    else for (const name of ['pointerenter', 'focus']) shell.launcher.addEventListener(name, load);
    if (this.isWanted) this.open();
    else if (isUnderWay(config.api)) load();
  }

  disconnectedCallback(): void {
    this.leave();
    this.isWanted = false;
  }

  attributeChangedCallback(): void {
    if (this.shell) this.connectedCallback();
  }

  /** Before the panel has loaded the call is kept. */
  open(): void {
    if (this.view) return this.view.open();
    this.isWanted = true;
    if (this.shell) void this.load();
  }

  close(): void {
    this.isWanted = false;
    this.shell?.setFailed(false);
    this.view?.close();
  }

  private loadInView(): void {
    this.observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        this.observer?.disconnect();
        void this.load();
      },
      { rootMargin: '200px' },
    );
    this.observer.observe(this);
  }

  private async load(): Promise<void> {
    const { shell } = this;
    if (!shell || this.view) return;
    shell.setFailed(false);
    shell.setBusy(true);
    const create = await loadPanel(shell.config.panel).catch(() => undefined);
    shell.setBusy(false);
    // Changed, removed, or served by an earlier call in the meantime.
    if (shell !== this.shell || this.view) return;
    if (!create) return shell.setFailed(this.isWanted || shell.mode === 'inline');
    this.view = create(shell);
    if (this.isWanted) this.view.open();
    this.isWanted = false;
  }

  private leave(): void {
    this.observer?.disconnect();
    this.view?.destroy();
    this.view = undefined;
    this.shell = undefined;
  }
}
