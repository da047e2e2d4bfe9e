import type { Feedback } from '../../server/contract/chat.ts';
import { element, icon } from '../dom.ts';
import { createMarkdown } from '../markdown.ts';
import { isActive, type Message, type ToolUse } from '../state.ts';
import type { Strings } from '../strings.ts';
import { answerActions, copyButton } from './answer-actions.ts';
import { failureBox } from './failure-box.ts';
import { sourceList } from './source-list.ts';

export interface MessageContext {
  strings: Strings;
  announce: (text: string) => void;
  retry: () => void;
  rate: (key: number, feedback: Feedback) => Promise<void>;
}

export interface MessageView {
  root: HTMLElement;
  shown: Message;
  update(message: Message): void;
}

function speaker(name: string): HTMLElement {
  return element('span', { class: 'hidden' }, `${name}: `);
}

function frame({ role, key }: Message, ...children: (Node | string)[]): HTMLElement {
  const attributes = { part: `message ${role}`, class: `message ${role}`, 'data-role': role };
  return element('div', { ...attributes, 'data-key': key }, ...children);
}

function questionView(message: Message, { strings }: MessageContext): MessageView {
  const bubble = element('div', { part: 'bubble', class: 'bubble', dir: 'auto' }, message.content);
  const root = frame(message, speaker(strings.you), bubble);
  return { root, shown: message, update: () => undefined };
}

export function thinkingDots(label: string): HTMLElement {
  const dots = ['', '', ''].map(() => element('i'));
  const said = element('span', { class: 'hidden' }, label);
  return element('div', { class: 'dots', part: 'thinking' }, said, ...dots);
}

function toolLine({ label, state }: ToolUse): HTMLElement {
  const sign = { running: 'tool', ok: 'check', failed: 'alert' } as const;
  return element('p', { class: 'tool', 'data-state': state }, icon(sign[state]), label);
}

/** A section that is in the page only while it has something to show. */
function slot(root: HTMLElement, node: HTMLElement): (shown: boolean) => void {
  node.hidden = true;
  root.append(node);
  return (shown) => (node.hidden = !shown);
}

function answerView(initial: Message, context: MessageContext): MessageView {
  const { strings, announce } = context;
  const root = frame(initial, speaker(strings.assistant));
  const view: MessageView = { root, shown: initial, update };

  const thought = element('p', { dir: 'auto' });
  const summary = element('summary', {}, strings.reasoning);
  const reasoning = element('details', { part: 'reasoning', class: 'reasoning' }, summary, thought);
  const tools = element('div', { part: 'tools', class: 'tools' });
  const dots = thinkingDots(strings.thinking);
  const bubble = element('div', { part: 'bubble', class: 'bubble text' });
  const stopped = element('p', { class: 'note', part: 'stopped' }, strings.stopped);
  const after = element('div', { class: 'after' });
  const actions = answerActions({
    strings,
    announce,
    message: () => view.shown,
    rate: (feedback) => context.rate(view.shown.key, feedback),
  });
  const show = {
    reasoning: slot(root, reasoning),
    tools: slot(root, tools),
    dots: slot(root, dots),
    bubble: slot(root, bubble),
    stopped: slot(root, stopped),
    after: slot(root, after),
    actions: slot(root, actions.root),
  };
  const markdown = createMarkdown(bubble, {
    strings,
    codeHeader: (language, read) =>
      element(
        'div',
        { class: 'code-header' },
        element('span', {}, language),
        copyButton({ part: 'copy-code', strings, read, announce }),
      ),
  });

  function updateAfter({ failure, sources }: Message, settled: boolean) {
    const parts: HTMLElement[] = [];
    if (failure) parts.push(failureBox(failure, strings, context.retry));
    if (settled && sources.length > 0) parts.push(sourceList(sources, strings));
    after.replaceChildren(...parts);
    show.after(parts.length > 0);
  }

  function update(next: Message) {
    const previous = view.shown;
    const fresh = !root.dataset.status;
    view.shown = next;
    const active = isActive(next);
    root.dataset.status = next.status;
    if (next.id) root.dataset.messageId = String(next.id);
    if (thought.textContent !== next.reasoning) thought.textContent = next.reasoning;
    if (fresh || next.tools !== previous.tools) tools.replaceChildren(...next.tools.map(toolLine));
    markdown.render(next.content, next.sources, active);
    const settledChanged = fresh || next.status !== previous.status;
    if (settledChanged || next.sources !== previous.sources) updateAfter(next, !active);
    actions.update(next);
    show.reasoning(next.reasoning !== '');
    show.tools(next.tools.length > 0);
    show.dots(next.status === 'waiting');
    show.bubble(next.content !== '');
    show.stopped(next.status === 'stopped');
    show.actions(!active && next.content !== '');
  }

  update(initial);
  return view;
}

export function messageView(message: Message, context: MessageContext): MessageView {
  return message.role === 'user' ? questionView(message, context) : answerView(message, context);
}
