// Styles, texts and views first: they repeat the same names, and gzip looks back no farther than 32 KB.
// https://www.rfc-editor.org/rfc/rfc1951#section-2
import { style } from './style.ts';
import { resolveOptions, type Options } from './config.ts';
import { floatingView } from './view/floating.ts';
import { inlineView } from './view/inline.ts';
import { createConversation, type Conversation } from './conversation.ts';
import { createAnswers } from './answer.ts';
import { createSession } from './session.ts';
import { safeStorage } from './storage.ts';
import type { CreateChat } from './view/view.ts';

const local = safeStorage(() => localStorage);
const tab = safeStorage(() => sessionStorage);
const conversations = new Map<string, Conversation>();

function conversationFor({ api, locale, max_message_chars = 4000 }: Options): Conversation {
  let conversation = conversations.get(api);
  if (!conversation) {
    const session = createSession(api, local, (...input) => fetch(...input));
    const answers = createAnswers(session, local, locale);
    conversation = createConversation(session, answers, max_message_chars);
    conversations.set(api, conversation);
  }
  return conversation;
}

const createChat: CreateChat = (shell) => {
  const options = resolveOptions(shell.config);
  const { rtl = document.dir === 'rtl' } = options;
  const { root } = shell;
  root.removeAttribute('role');
  root.dir = rtl ? 'rtl' : 'ltr';
  root.lang = options.locale;
  shell.addStyle(style);
  const create = shell.mode === 'inline' ? inlineView : floatingView;
  const view = create(options, conversationFor(options), local, tab, shell);
  return {
    ...view,
    open() {
      view.open();
      // So that the link that has opened it does so again.
      if (location.hash === '#itih-chat') {
        history.replaceState(history.state, '', location.pathname + location.search);
      }
    },
  };
};

// An optimiser may run the script twice; the first keeps the page's conversations.
window.itihChatPanel ??= createChat;
