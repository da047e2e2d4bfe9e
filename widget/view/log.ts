import { batched, button, element } from '../dom.ts';
import { failureBox } from './failure-box.ts';
import type { State } from '../state.ts';
import { messageView, thinkingDots, type MessageContext, type MessageView } from './message.ts';

export interface LogOptions extends MessageContext {
  label: string;
  /** The greeting and what may be asked to begin with, above the first message. */
  intro: HTMLElement;
  reload: () => void;
}

export interface LogView {
  root: HTMLElement;
  scroller: HTMLElement;
  update(state: State): void;
  /** Follow the end again, as after one's own question. */
  follow(): void;
}

/** Closer than this to the end counts as reading the end. */
const nearPx = 48;

/** The messages, with a scroll position that is the reader's: it moves only from end to end. */
export function logView(options: LogOptions): LogView {
  const { strings } = options;
  const views = new Map<number, MessageView>();
  const notice = element('div', { class: 'notice' });
  const list = element('div', { class: 'messages' });
  const attributes = { role: 'log', 'aria-live': 'off', 'aria-label': options.label, tabindex: 0 };
  const scroller = element(
    'div',
    { ...attributes, part: 'log', class: 'log' },
    element('div', { class: 'content' }, notice, options.intro, list),
  );
  const latest = button({
    part: 'latest',
    label: strings.latest,
    icon: 'down',
    text: true,
    onClick: () => follow(),
  });
  latest.hidden = true;
  const root = element('div', { class: 'log-frame' }, scroller, latest);
  let following = true;
  let history: State['history'] = 'unknown';

  const isNearEnd = () =>
    scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearPx;
  const toEnd = () => {
    if (following) scroller.scrollTop = scroller.scrollHeight;
    latest.hidden = following || isNearEnd();
  };
  function follow() {
    following = true;
    toEnd();
  }
  scroller.addEventListener(
    'scroll',
    batched(() => {
      following = isNearEnd();
      latest.hidden = following;
    }),
    { passive: true },
  );
  if (typeof ResizeObserver === 'function') {
    // The keyboard, a rotated phone or a grown input must not hide the end from who reads it.
    const observer = new ResizeObserver(toEnd);
    observer.observe(scroller);
    observer.observe(list);
  }

  const updateNotice = (state: State) => {
    if (state.history === history) return;
    history = state.history;
    notice.replaceChildren();
    if (history === 'loading') notice.append(thinkingDots(strings.thinking));
    if (history === 'failed') {
      const failure = { code: 'history', message: '', retryable: true, retryAfter: 0 };
      notice.append(failureBox(failure, strings, options.reload));
    }
  };

  return {
    root,
    scroller,
    follow,
    update(state) {
      updateNotice(state);
      const keys = new Set(state.messages.map(({ key }) => key));
      for (const [key, view] of views) {
        if (keys.has(key)) continue;
        view.root.remove();
        views.delete(key);
      }
      for (const [index, message] of state.messages.entries()) {
        let view = views.get(message.key);
        if (!view) {
          view = messageView(message, options);
          views.set(message.key, view);
        } else if (view.shown !== message) view.update(message);
        if (list.children[index] !== view.root) {
          list.insertBefore(view.root, list.children[index] ?? null);
        }
      }
      toEnd();
    },
  };
}
