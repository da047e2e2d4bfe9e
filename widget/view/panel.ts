import type { Options } from '../config.ts';
import type { Conversation } from '../conversation.ts';
import { batched, button, element, listen, set } from '../dom.ts';
import { back, isOff, isOffline } from '../failure.ts';
import { createMarkdown } from '../markdown.ts';
import { linkTo, safeUrl } from '../markdown-inline.ts';
import { isBusy } from '../state.ts';
import type { Answering } from '../answering.ts';
import type { Shell } from '../launcher/shell.ts';
import type { SafeStorage } from '../storage.ts';
import { tell } from '../tell.ts';
import { composerView } from './composer.ts';
import { consentView, needsConsent, ownerText } from './consent.ts';
import { earlierList } from './earlier-list.ts';
import { failureBox, searchLink } from './failure-box.ts';
import { headerView } from './header.ts';
import { logView } from './log.ts';
import { hasScreenKeyboard } from './phone.ts';
import { pageOf } from './places.ts';

export interface PanelView {
  root: HTMLElement;
  /** Loads the thread, unless consent is still to be given. */
  start(): void;
  focus(): void;
  /** True if it took the Escape key. */
  escape(): boolean;
  destroy(): void;
}

/** An open dialog, or a part of the page that is on the screen. */
function isVisible(root: HTMLElement): boolean {
  const { top, bottom, height } = root.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
}

/** `root` is a dialog or a part of the page; `storage` outlives the tab. The other script of the panel brings a style. */
export function panelView(
  root: HTMLElement,
  options: Options,
  conversation: Conversation,
  storage: SafeStorage,
  tab: SafeStorage,
  { addStyle, load }: Shell,
  onClose?: () => void,
  sizes: readonly HTMLElement[] = [],
): PanelView {
  const { strings } = options;
  const live = element('div', 'spoken', [], { role: 'status' });
  const announce = (text: string) => {
    live.textContent = text;
  };

  let isAwaited = false;
  const submit = (send: () => Promise<void>) => {
    isAwaited = true;
    announce('');
    void send();
  };
  const ask = (question: string, suggested = false) => {
    tell(root, 'question', { suggested });
    submit(() => conversation.ask(question));
  };
  const askHere = (question: string) => {
    focus();
    if (isOffline()) composer.keep(question);
    else ask(question, true);
  };
  const focus = () => {
    if (!gate && hasScreenKeyboard()) log.focus();
    else (gate?.querySelector('button') ?? composer.input).focus({ preventScroll: true });
  };

  const earlier = earlierList(conversation, strings, options.locale, () => {
    focus();
    update();
  });
  const begin = () => {
    conversation.begin();
    focus();
  };
  const actions = { clear: () => conversation.clear().then(focus), begin, close: onClose };
  const header = headerView(root, options, actions, earlier, sizes);
  const starters = element(
    'div',
    'starters',
    options.starters?.map((text) => button('starter', text, () => askHere(text))),
  );
  const intro = element('div', 'intro', [ownerText(options.welcome, 'text', strings), starters]);
  const retry = () => {
    focus();
    if (!isOffline()) submit(() => conversation.retry());
  };
  const log = logView(
    {
      strings,
      locale: options.locale,
      announce,
      retry,
      conversation,
      ask: askHere,
      search: searchLink(options.search_url, strings),
      contact: options.contact,
      shared: { createMarkdown, failureBox, ownerText },
    },
    intro,
    () => composer.input.value.trim(),
    tab,
  );
  const composer = composerView(strings, ask, conversation.stop, tab, log.latest);
  let gate: HTMLElement | undefined;
  const requireConsent = (text: string, onAccept: () => void) => {
    const asked = consentView(text, strings, storage, () => {
      asked.replaceWith(composer.root);
      gate = undefined;
      onAccept();
      update();
      focus();
    });
    gate = asked;
    composer.root.replaceWith(asked);
  };
  set(root, { 'aria-labelledby': 'title' });
  root.append(header.root, log.root, composer.root, live);
  if (needsConsent(options.consent_text, storage)) {
    requireConsent(options.consent_text, conversation.start);
  }
  log.root.addEventListener('click', (event) => {
    // Other links may have the question in their address: the site's search does.
    const link =
      event.target instanceof Element && event.target.closest<HTMLAnchorElement>('sup a,a.row');
    if (link && !event.defaultPrevented) tell(root, 'source', { url: pageOf(link.href) });
  });
  const policy = options.privacy_url && safeUrl(options.privacy_url);
  const credit = options.show_credit && strings.powered_by;
  if (options.ai) root.append(element('p', 'credit', [strings.ai_note]));
  const foot = element('p', 'credit', [
    policy && linkTo(policy, 'privacy', [strings.privacy]),
    policy && credit && ' · ',
    credit,
  ]);
  if (policy || credit) root.append(foot);

  let answering: Answering | undefined;
  let news: ReturnType<Answering['newsOf']> | undefined;
  const arrive = () => {
    answering = window.itihChatAnswers;
    if (!answering || news) return;
    news = answering.newsOf(strings);
    addStyle(answering.answerStyle);
  };
  let wasBack = false;
  const update = () => {
    const state = conversation.state();
    const busy = isBusy(state);
    const last = state.messages.at(-1);
    // The page is from before the owner asked for consent.
    const unread = last?.failure?.consent;
    if (unread && !gate) {
      requireConsent(unread, () => submit(() => conversation.retry()));
      if (isAwaited) focus();
    }
    header.update(!!last);
    intro.hidden = !!last;
    starters.hidden = !!gate || !!last || state.history === 'loading';
    arrive();
    log.update(state, answering);
    composer.update(busy, state.maxChars);
    const off = !!last?.failure && isOff(last.failure);
    // The focus would be lost with the field.
    if (off && composer.root.matches(':focus-within')) log.focus();
    composer.root.hidden = off;
    // Announced to people who wait for it without looking.
    const isBack = last?.failure === back;
    if (isBack && !wasBack) announce(strings.available_again);
    wasBack = isBack;
    if (!isAwaited || !last || !answering || !news) return;
    const used = news(last);
    if (busy) {
      if (used.length > 0) announce(used.join('. '));
      return;
    }
    isAwaited = false;
    announce([...used, answering.announcementOf(last, log.root, strings)].join('. '));
    tell(root, 'answer', { outcome: last.isRefused ? 'refused' : last.status });
  };
  const later = batched(update);
  const unsubscribe = conversation.subscribe(later, () => isVisible(root));
  const unlisten = listen(window, ['online', 'offline'], later);
  update();

  return {
    root,
    start() {
      if (!answering) void load('answers', options.panel).then(later);
      if (!gate) conversation.start();
    },
    focus,
    escape: () => header.escape(),
    destroy() {
      unsubscribe();
      unlisten();
    },
  };
}
