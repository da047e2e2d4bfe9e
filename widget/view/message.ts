import type { Feedback } from '../../server/contract/chat.ts';
import type { Conversation } from '../conversation.ts';
import { button, element, icon, replace, set, spoken } from '../dom.ts';
import type { createMarkdown } from '../markdown.ts';
import { isQuotation } from '../quotation.ts';
import { isAway } from '../failure.ts';
import { isActive, type Message, type ToolUse } from '../state.ts';
import { titleOf } from '../source-title.ts';
import type { Strings } from '../strings.ts';
import { closestCaption, toolText } from './spoken-text.ts';
import { waitingView } from './waiting.ts';
import { reasonsView } from './reasons.ts';
import { copyButton } from './copy.ts';
import type { ownerText } from './consent.ts';
import type { failureBox, SearchLink } from './failure-box.ts';
import { mailOffer } from './mail.ts';
import { pageList, showQuotation, sourceList } from './source-list.ts';

export interface MessageContext {
  strings: Strings;
  locale: string;
  announce: (text: string) => void;
  conversation: Conversation;
  /** As the conversation does, and moves the focus. */
  retry: () => void;
  ask: (question: string) => void;
  search: SearchLink;
  contact: string | undefined;
  /** The panel has them; twice, they would be loaded twice. */
  shared: {
    createMarkdown: typeof createMarkdown;
    failureBox: typeof failureBox;
    ownerText: typeof ownerText;
  };
}

export interface MessageView {
  root: HTMLElement;
  shown: Message;
  update(message: Message): void;
}

function questionView(message: Message, { strings }: MessageContext): MessageView {
  const bubble = element('div', 'bubble', [message.content], { dir: 'auto' });
  const root = element('div', 'message user', [spoken(`${strings.you}: `), bubble]);
  return { root, shown: message, update: () => undefined };
}

const toolIcons = { running: 'retry', ok: 'check', failed: 'close' } as const;

/** The icon shows the state, so it is said. */
const toolView = (tool: ToolUse, strings: Strings) =>
  element(
    'p',
    'tool',
    [
      icon(toolIcons[tool.state]),
      element('span', '', [tool.label], { 'aria-hidden': true }),
      spoken(toolText(tool, strings)),
    ],
    { 'data-state': tool.state },
  );

/** Questions that the site can answer, each asked with one click. Only the last answer shows them. */
const nextList = (questions: readonly string[], { strings, ask }: MessageContext) =>
  element('div', 'next', [
    element('p', 'caption', [strings.next]),
    ...questions.map((text) => {
      const node = button('starter', text, () => ask(text));
      node.dir = 'auto';
      return node;
    }),
  ]);

/** Text of an answer with its sources, or else the pages that it points to, and without its marks. */
function plainAnswer({ content, sources, closest }: Message): string {
  const text = content.replace(/ ?\[\d{1,3}\](?!\()/g, '');
  const pages = sources.length > 0 ? sources : closest;
  return [text, ...pages.map((page) => `${titleOf(page)}\n${page.url}`)].join('\n\n');
}

const isVain = (answer: Message | undefined) => !!answer?.isRefused || answer?.status === 'failed';

/** Neither this question nor the one before it was answered, and the refusal itself names no person. */
function isInVain({ conversation, contact }: MessageContext, answer: Message): boolean {
  const { messages } = conversation.state();
  const at = messages.findIndex(({ key }) => key === answer.key);
  const isTold = !!contact && answer.content.includes(contact);
  return isVain(answer) && isVain(messages[at - 2]) && !isTold;
}

/** Other ways to an answer: from a person, and by the site's own search. */
const personNote = (
  { strings, contact, shared }: MessageContext,
  search: HTMLElement | undefined,
) =>
  (contact || search) &&
  element('div', 'note', [
    contact && element('p', '', [strings.person]),
    contact && shared.ownerText(contact, 'contact', strings),
    search,
  ]);

function answerView(message: Message, context: MessageContext): MessageView {
  const { strings, announce, conversation, shared } = context;
  const thought = element('p', '', [], { dir: 'auto' });
  const reasoning = element('details', 'reasoning', [
    element('summary', '', [strings.reasoning]),
    thought,
  ]);
  const tools = element('div', 'tools');
  const waiting = waitingView(strings, conversation.stop);
  const bubble = element('div', 'bubble text');
  const after = element('div', 'after');
  const following = element('div', 'after');
  const thanks = element('span', 'thanks');

  const thumb = (feedback: Feedback, label: string) => {
    const say = (text: string) => () => {
      thanks.textContent = text;
      announce(text);
    };
    const rate = () => {
      reasons.hidden = feedback === 'up';
      void conversation
        .rate(message.key, feedback)
        .then(say(strings.thanks), say(strings.error_generic));
    };
    return button(`feedback-${feedback}`, label, rate, 'thumb');
  };
  const thumbs = { up: thumb('up', strings.helpful), down: thumb('down', strings.not_helpful) };
  const copy = copyButton('copy', strings, () => plainAnswer(view.shown), announce);
  const regenerate = button('regenerate', strings.regenerate, context.retry, 'retry');
  const actions = element('div', 'actions', [thumbs.up, thumbs.down, copy, regenerate, thanks]);
  const reasons = reasonsView(strings, (comment) => {
    reasons.hidden = true;
    thumbs.down.focus();
    void conversation.rate(message.key, 'down', comment).catch(() => undefined);
  });
  const parts = [reasoning, tools, waiting.root, bubble, after, actions, reasons, following];
  const root = element('div', 'message assistant', [spoken(`${strings.assistant}: `), ...parts]);
  const render = shared.createMarkdown(
    bubble,
    strings,
    (read) => copyButton('copy-code', strings, read, announce),
    'tip',
  );

  const settle = (settled: Message) => {
    const { failure, sources, closest, nextQuestions, offersMail } = settled;
    const { status, isCut } = settled;
    const question = () => conversation.state().messages.at(-2)?.content ?? '';
    const search = context.search(question);
    const quote = isQuotation(settled) && bubble.querySelector('blockquote');
    if (quote) showQuotation(quote, sources[0], strings);
    replace(after, [
      status === 'stopped' && element('p', 'tool', [strings.stopped]),
      isCut && element('p', 'tool', [strings.cut]),
      failure && shared.failureBox(failure, context, search, context.retry),
      !quote && sources.length > 0 && sourceList(sources, strings),
      closest.length > 0 &&
        pageList(closestCaption(settled, strings), closest, quote ? 0 : 1, strings),
      isInVain(context, settled) && !(failure && isAway(failure)) && personNote(context, search),
      offersMail && mailOffer(strings, conversation.mail, announce),
    ]);
    replace(following, [nextQuestions.length > 0 && nextList(nextQuestions, context)]);
  };

  const update = (next: Message) => {
    const { id, content, status, feedback, model } = next;
    const active = isActive(next);
    const changed = root.dataset.status !== status || view.shown.failure !== next.failure;
    const settled = changed && !active;
    view.shown = next;
    root.dataset.status = status;
    root.dataset.messageId = `${id}`;
    thought.textContent = next.reasoning;
    tools.replaceChildren(...next.tools.map((tool) => toolView(tool, strings)));
    render(content, next.sources, status !== 'done', next.statements);
    if (settled) settle(next);
    reasoning.hidden = !next.reasoning;
    waiting.update(status === 'waiting', next.stage);
    if (active) reasons.hidden = true;
    following.hidden = active;
    bubble.hidden = !content;
    after.hidden = active;
    actions.hidden = active || !content;
    // Asked again, they would say the same.
    const isFixed = !model || model.startsWith('builtin');
    regenerate.hidden = status === 'failed' || (status === 'done' && isFixed);
    for (const [value, node] of Object.entries(thumbs)) {
      // There is nothing to rate in a greeting.
      node.hidden = !id || model === 'builtin';
      set(node, { 'aria-pressed': value === feedback });
    }
  };

  const view = { root, shown: message, update };
  update(message);
  return view;
}

export function messageView(message: Message, context: MessageContext): MessageView {
  const create = message.role === 'user' ? questionView : answerView;
  const view = create(message, context);
  view.root.dataset.role = message.role;
  view.root.dataset.key = `${message.key}`;
  return view;
}
