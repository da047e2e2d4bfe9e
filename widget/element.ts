import { createAnswers } from './answer.ts';
import { resolveOptions, type Options, type WidgetConfig } from './config.ts';
import { createConversation, type Conversation } from './conversation.ts';
import { createSession } from './session.ts';
import { safeStorage } from './storage.ts';
import { style } from './style.ts';
import { applyStyle, heightCss, offsetCss, themeCss } from './theme.ts';
import { floatingView } from './view/floating.ts';
import { inlineView } from './view/inline.ts';
import type { View } from './view/view.ts';

const local = safeStorage(() => localStorage);
const tab = safeStorage(() => sessionStorage);
const conversations = new Map<string, Conversation>();

function conversationFor({ api, locale, max_message_chars }: Options): Conversation {
  let conversation = conversations.get(api);
  if (!conversation) {
    const session = createSession(api, local, (...input) => fetch(...input));
    const answers = createAnswers(session, local, locale);
    conversation = createConversation(session, answers, max_message_chars);
    conversations.set(api, conversation);
  }
  return conversation;
}

/** `<itih-chat mode="floating|inline" config="{…}">`: WidgetConfig as JSON; both may change. */
export class ItihChat extends HTMLElement {
  static readonly observedAttributes = ['config', 'mode'];
  view: View | undefined;

  connectedCallback(): void {
    this.view?.destroy();
    const config = JSON.parse(this.getAttribute('config') ?? '') as WidgetConfig;
    const options = resolveOptions(config);
    const mode = this.getAttribute('mode') === 'inline' ? 'inline' : 'floating';
    const create = mode === 'inline' ? inlineView : floatingView;
    this.view = create(options, conversationFor(options), local, tab);

    const { root } = this.view;
    root.className = `root ${mode} ${options.position}`;
    root.dir = options.rtl ? 'rtl' : 'ltr';
    root.lang = options.locale;
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    shadow.replaceChildren(root);
    const size = mode === 'inline' ? heightCss(options.height) : '';
    applyStyle(shadow, style + themeCss(options.theme) + offsetCss(options) + size);
  }

  disconnectedCallback(): void {
    this.view?.destroy();
    this.view = undefined;
  }

  attributeChangedCallback(): void {
    if (this.view) this.connectedCallback();
  }

  open(): void {
    this.view?.open();
  }

  close(): void {
    this.view?.close();
  }
}
