import type { Options } from '../config.ts';
import type { Conversation } from '../conversation.ts';
import { batched, button, element, fill, listen, set } from '../dom.ts';
import { back, isOff, isOffline } from '../failure.ts';
import { linkTo, safeUrl } from '../markdown-inline.ts';
import { isBusy } from '../state.ts';
import type { SafeStorage } from '../storage.ts';
import { composerView } from './composer.ts';
import { consentView, needsConsent, ownerText } from './consent.ts';
import { earlierList } from './earlier-list.ts';
import { searchLink } from './failure-box.ts';
import { headerView } from './header.ts';
import { logView } from './log.ts';
import { closestTitles, newsOf, textOf } from './spoken-text.ts';

export interface PanelView {
  root: HTMLElement;
  /** Loads the thread, unless consent is still to be given. */
  start(): void;
  focus(): void;
  /** True if it took the Escape key. */
  escape(): boolean;
  destroy(): void;
}

/** Long answers are read in the log; the announcement says enough to know that one came. */
const longestAnnouncement = 1500;

/** An open dialog, or a part of the page that is on the screen. */
function isVisible(root: HTMLElement): boolean {
  const { top, bottom, height } = root.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
}

/** `root` is a dialog or a part of the page; `storage` outlives the tab. */
export function panelView(
  root: HTMLElement,
  options: Options,
  conversation: Conversation,
  storage: SafeStorage,
  tab: SafeStorage,
  onClose?: () => void,
): PanelView {
  const { strings } = options;
  const live = element('div', 'spoken', [], { role: 'status' });
  const announce = (text: string) => {
    live.textContent = text.slice(0, longestAnnouncement);
  };

  let isAwaited = false;
  const submit = (send: () => Promise<void>) => {
    isAwaited = true;
    announce('');
    void send();
  };
  const ask = (question: string) => submit(() => conversation.ask(question));
  const askHere = (question: string) => {
    focus();
    if (isOffline()) composer.keep(question);
    else ask(question);
  };
  const focus = () =>
    (gate?.querySelector('button') ?? composer.input).focus({ preventScroll: true });

  const earlier = earlierList(conversation, strings, options.locale, () => focus());
  const header = headerView(
    options,
    () => conversation.clear().then(focus),
    () => {
      conversation.begin();
      focus();
    },
    onClose,
    () => root.toggleAttribute('data-large'),
    earlier,
  );
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
    },
    intro,
    () => composer.input.value.trim(),
    tab,
  );
  const composer = composerView(strings, ask, conversation.stop, tab);
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
  const policy = options.privacy_url && safeUrl(options.privacy_url);
  const credit = options.show_credit && strings.powered_by;
  const foot = element('p', 'credit', [
    policy && linkTo(policy, 'privacy', [strings.privacy]),
    policy && credit && ' · ',
    credit,
  ]);
  if (policy || credit) root.append(foot);

  const news = newsOf(strings);
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
    for (const node of header.whileAsked) node.hidden = !last;
    earlier.update();
    intro.hidden = !!last;
    starters.hidden = !!gate || !!last || state.history === 'loading';
    log.update(state);
    composer.update(busy, state.maxChars);
    const off = !!last?.failure && isOff(last.failure);
    // The focus would be lost with the field.
    if (off && composer.root.matches(':focus-within')) log.focus();
    composer.root.hidden = off;
    // Announced to people who wait for it without looking.
    const isBack = last?.failure === back;
    if (isBack && !wasBack) announce(strings.available_again);
    wasBack = isBack;
    if (!isAwaited || !last) return;
    const used = news(last);
    if (busy) {
      if (used.length > 0) announce(used.join('. '));
      return;
    }
    isAwaited = false;
    const { status } = last;
    const part = status === 'failed' ? ':is(.error,.note)' : '.bubble';
    const said = [...log.root.querySelectorAll(part)].at(-1);
    const sentences = status === 'failed' ? [...(said?.querySelectorAll('p') ?? [])] : [said];
    const texts = sentences.map((node) => node && textOf(node));
    const text = [...texts, ...closestTitles(last, strings)].filter(Boolean).join(' ');
    if (status === 'done') used.push(fill(strings.answered, text));
    else used.push(status === 'stopped' ? strings.stopped : text);
    announce(used.join('. '));
  };
  const later = batched(update);
  const unsubscribe = conversation.subscribe(later, () => isVisible(root));
  const unlisten = listen(window, ['online', 'offline'], later);
  update();

  return {
    root,
    start() {
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
