import { createClient } from './client.ts';
import { resolveOptions, type Mode, type Options, type WidgetConfig } from './config.ts';
import { createConversation, type Conversation } from './conversation.ts';
import { createSession } from './session.ts';
import { safeStorage } from './storage.ts';
import { style } from './style.ts';
import { applyStyles, themeCss } from './theme.ts';
import { floatingView } from './view/floating.ts';
import { inlineView } from './view/inline.ts';
import type { View } from './view/view.ts';

const local = safeStorage(() => localStorage);
const tab = safeStorage(() => sessionStorage);
const conversations = new Map<string, Conversation>();

function conversationFor({ api, locale, max_message_chars }: Options): Conversation {
  const known = conversations.get(api);
  if (known) return known;
  const session = createSession({ api, storage: local, fetch: (...input) => fetch(...input) });
  const client = createClient({ session, tab, locale });
  const created = createConversation({ client, session, maxChars: max_message_chars });
  conversations.set(api, created);
  return created;
}

export class ItihChat extends HTMLElement {
  static readonly observedAttributes = ['config', 'mode'];
  #view: View | undefined;

  connectedCallback(): void {
    this.#build();
  }

  disconnectedCallback(): void {
    this.#view?.destroy();
    this.#view = undefined;
  }

  attributeChangedCallback(): void {
    if (this.#view) this.#build();
  }

  open(): void {
    this.#view?.open();
  }

  close(): void {
    this.#view?.close();
  }

  #build(): void {
    this.#view?.destroy();
    const config = this.#config();
    if (!config) return;
    const options = resolveOptions(config);
    const mode: Mode = this.getAttribute('mode') === 'inline' ? 'inline' : 'floating';
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const create = mode === 'inline' ? inlineView : floatingView;
    const conversation = conversationFor(options);
    this.#view = create({ options, mode, conversation, storage: local, tab });

    const { root } = this.#view;
    root.className = `root ${mode} ${options.position === 'bottom-left' ? 'left' : 'right'}`;
    root.dir = options.rtl ? 'rtl' : 'ltr';
    if (options.locale) root.lang = options.locale.replace('_', '-');
    shadow.replaceChildren(root);
    applyStyles(shadow, style, themeCss(options));
  }

  #config(): WidgetConfig | undefined {
    try {
      const config = JSON.parse(this.getAttribute('config') ?? '') as WidgetConfig;
      if (config.api) return config;
    } catch {
      // Told below: to the page's author it is the same mistake.
    }
    console.error('itih-chat: the config attribute must be JSON with an "api" address.');
    return undefined;
  }
}
