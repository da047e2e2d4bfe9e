import type { Mode, Options } from '../config.ts';
import type { Conversation } from '../conversation.ts';
import { batched, button, element } from '../dom.ts';
import { createMarkdown } from '../markdown.ts';
import { isBusy, type Message } from '../state.ts';
import type { SafeStorage } from '../storage.ts';
import { composerView } from './composer.ts';
import { consentView, needsConsent } from './consent.ts';
import { headerView } from './header.ts';
import { logView } from './log.ts';
import { isPhone } from './phone.ts';

export interface PanelOptions {
  options: Options;
  mode: Mode;
  conversation: Conversation;
  /** Outlives the tab: what the visitor agreed to. */
  storage: SafeStorage;
  onClose: () => void;
}

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

export function panelView(panel: PanelOptions): PanelView {
  const { options, mode, conversation, storage } = panel;
  const { strings } = options;
  const floating = mode === 'floating';

  const live = element('div', { class: 'hidden', role: 'status', 'aria-live': 'polite' });
  const announce = (text: string) => {
    live.textContent = text.slice(0, longestAnnouncement);
  };

  const ask = (question: string) => {
    awaited = true;
    announce('');
    log.follow();
    void conversation.ask(question);
  };
  const retry = () => {
    awaited = true;
    announce('');
    focus();
    void conversation.retry();
  };

  const header = headerView({
    options,
    onClear: () => conversation.clear().then(focus),
    onClose: floating ? panel.onClose : undefined,
  });
  const starters = element('div', { class: 'starters', part: 'starters' });
  for (const label of options.starters) {
    const onClick = () => {
      focus();
      ask(label);
    };
    starters.append(button({ part: 'starter', label, text: true, onClick }));
  }
  const log = logView({
    strings,
    announce,
    label: options.bot_name,
    intro: element('div', { class: 'intro' }, greeting(options), starters),
    retry,
    reload: () => conversation.start(),
    rate: (key, feedback) => conversation.rate(key, feedback),
  });
  const composer = composerView({ strings, onSend: ask, onStop: () => conversation.stop() });

  const dialog = floating ? { role: 'dialog' } : { role: 'region' };
  const root = element('section', {
    ...dialog,
    part: 'panel',
    class: 'panel',
    id: 'panel',
    'aria-labelledby': 'title',
    tabindex: -1,
  });
  root.append(header.root, log.root, composer.root);
  if (options.show_credit) {
    root.append(element('p', { class: 'credit', part: 'credit' }, strings.powered_by));
  }
  root.append(live);

  let awaited = false;
  const update = () => {
    const state = conversation.state();
    const busy = isBusy(state);
    header.update({ empty: state.messages.length === 0 });
    starters.hidden = state.messages.length > 0 || state.history === 'loading';
    log.update(state);
    composer.update({ busy, maxChars: state.maxChars });
    if (awaited && !busy) {
      awaited = false;
      announceAnswer(state.messages.at(-1));
    }
  };

  function announceAnswer(message: Message | undefined) {
    const shown = log.scroller.querySelector<HTMLElement>(`[data-key="${message?.key ?? 0}"]`);
    const part = message?.status === 'failed' ? 'error' : 'bubble';
    const text = shown?.querySelector(`[part=${part}]`)?.textContent ?? '';
    if (message?.status === 'stopped') announce(strings.stopped);
    else announce(part === 'error' ? text : strings.answered.replace('%s', () => text));
  }

  function focus() {
    // On a phone the keyboard would cover what is to be read.
    const target = isPhone() && floating ? root : (accept() ?? composer.input);
    target.focus({ preventScroll: true });
  }
  const accept = () => root.querySelector<HTMLElement>('[part=consent-accept]');

  const start = () => {
    if (!accept()) conversation.start();
  };

  if (needsConsent(options.consent_text, storage)) {
    const gate = consentView(options.consent_text, strings, storage, () => {
      gate.replaceWith(composer.root);
      starters.inert = false;
      conversation.start();
      focus();
    });
    starters.inert = true;
    composer.root.replaceWith(gate);
  }

  const unsubscribe = conversation.subscribe(batched(update));
  update();

  return { root, start, focus, escape: () => header.escape(), destroy: unsubscribe };
}

function greeting({ welcome, strings }: Options): HTMLElement {
  const text = element('div', { class: 'bubble text', part: 'welcome' });
  const codeHeader = (language: string) => element('span', {}, language);
  createMarkdown(text, { strings, codeHeader }).render(welcome, [], false);
  return element('div', { class: 'message assistant' }, text);
}
