import { button, element } from '../dom.ts';
import { away, isAway, type Failure } from '../failure.ts';
import type { Answering } from '../answering.ts';
import { isBusy, type State } from '../state.ts';
import type { SafeStorage } from '../storage.ts';
import { failureBox } from './failure-box.ts';
import { thinkingDots } from './dots.ts';
import type { MessageContext, MessageView } from './message.ts';

export interface LogView {
  root: HTMLElement;
  /** Leads to the end; hidden there. */
  latest: HTMLElement;
  focus: () => void;
  /** Without the other script there are no messages yet. */
  update(state: State, answering: Answering | undefined): void;
}

/** Closer than this to the end counts as reading the end; little, so that no one is pulled back. */
const nearPx = 10;

/** The reader's place in the log, for the next page. */
const scrollKey = 'itih-chat-scroll';

/** Pixels above a question that stands at the top, and below the last message. */
const edgePx = 18;

/** The notice above the messages; a question that has failed by the same says it itself. */
function noticeOf(
  { history, messages, isAway: nobody }: State,
  answering: Answering | undefined,
): Failure | 'loading' | undefined {
  const failure = messages.at(-1)?.failure;
  if (!answering && messages.length > 0) return failure ?? 'loading';
  if (failure && isAway(failure)) return undefined;
  if (history !== 'idle') return history;
  return nobody ? away : undefined;
}

/**
 * The messages below an `intro`. `draft` is what the visitor has typed. A new question is brought
 * to the top, with room below it for the answer. From then on the scroll position is the reader's.
 */
export function logView(
  context: MessageContext,
  intro: HTMLElement,
  draft: () => string,
  tab: SafeStorage,
): LogView {
  const { strings } = context;
  const views = new Map<number, MessageView>();
  const notice = element('div', 'notice');
  const list = element('div', 'messages');
  const content = element('div', 'content', [notice, intro, list]);
  const attributes = { role: 'log', 'aria-live': 'off', 'aria-labelledby': 'title', tabindex: 0 };
  const log = element('div', 'log', [content], attributes);
  const focus = () => log.focus({ preventScroll: true });
  const toEnd = () => {
    log.scrollTop = log.scrollHeight;
    // The button goes.
    focus();
  };
  const latest = button('latest', strings.latest, toEnd, 'down');
  const root = element('div', 'log-frame', [log]);
  let hasTip = false;
  let atEnd = true;
  let pinned: HTMLElement | undefined;
  let shown: ReturnType<typeof noticeOf>;

  const look = () => {
    latest.hidden = atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < nearPx;
  };
  const place = () => {
    if (pinned) {
      const end = list.lastElementChild?.getBoundingClientRect().bottom ?? 0;
      const height = end - pinned.getBoundingClientRect().top + 2 * edgePx;
      list.style.paddingBottom = `${Math.max(0, log.clientHeight - height)}px`;
    } else if (atEnd) log.scrollTop = log.scrollHeight;
    look();
  };
  let kept = Number(tab.get(scrollKey));
  log.onscroll = () => {
    look();
    if (!kept) tab.set(scrollKey, atEnd ? '' : `${log.scrollTop}`);
  };
  // The keyboard, a rotated phone or a grown input changes the room.
  new ResizeObserver(place).observe(log);

  return {
    root,
    latest,
    focus,
    update(state, answering) {
      look();
      if (answering && !hasTip) {
        hasTip = true;
        answering.tipFor(root, log);
      }
      const next = noticeOf(state, answering);
      if (next !== shown) {
        shown = next;
        notice.replaceChildren();
        if (next === 'loading') notice.append(thinkingDots(strings.thinking));
        else if (next) {
          const load = answering ? context.conversation.start : context.retry;
          notice.append(
            failureBox(next, context, context.search(draft), next === away ? undefined : load),
          );
        }
      }
      if (!answering) return;
      const nodes = state.messages.map((message) => {
        const view = views.get(message.key) ?? answering.messageView(message, context);
        views.set(message.key, view);
        if (view.shown !== message) view.update(message);
        return view.root;
      });
      if (nodes[0] === list.firstChild) list.append(...nodes.slice(list.childElementCount));
      else list.replaceChildren(...nodes);
      const question = nodes.at(-2);
      const isNew = question !== pinned && isBusy(state);
      if (isNew || !question) pinned = question;
      place();
      if (kept && nodes.length > 0) {
        log.scrollTop = kept;
        kept = 0;
        look();
      }
      if (isNew && question) {
        tab.remove(scrollKey);
        const top = question.getBoundingClientRect().top - log.getBoundingClientRect().top;
        log.scrollTop += top - edgePx;
        look();
      }
    },
  };
}
