import type { Feedback } from '../../server/contract/chat.ts';
import { button, copyText, element, icon } from '../dom.ts';
import type { Message } from '../state.ts';
import type { Strings } from '../strings.ts';

const shownForMs = 2000;

export interface CopyOptions {
  part: string;
  strings: Strings;
  read: () => string;
  announce: (text: string) => void;
}

export function copyButton({ part, strings, read, announce }: CopyOptions): HTMLButtonElement {
  const show = (label: string, name: 'copy' | 'check') => {
    node.replaceChildren(icon(name));
    node.title = label;
    node.setAttribute('aria-label', label);
  };
  const copy = async () => {
    if (!(await copyText(read(), node))) return;
    show(strings.copied, 'check');
    announce(strings.copied);
    setTimeout(() => show(strings.copy, 'copy'), shownForMs);
  };
  const node = button({ part, label: strings.copy, icon: 'copy', onClick: () => void copy() });
  return node;
}

export interface ActionOptions {
  strings: Strings;
  message: () => Message;
  rate: (feedback: Feedback) => Promise<void>;
  announce: (text: string) => void;
}

export interface Actions {
  root: HTMLElement;
  update(message: Message): void;
}

/** Copy and, once the server knows the answer, thumbs. */
export function answerActions(options: ActionOptions): Actions {
  const { strings, message, rate, announce } = options;
  const thanks = element('span', { class: 'thanks', part: 'thanks' });
  const thumb = (feedback: Feedback, label: string) => {
    const onClick = () => {
      rate(feedback).then(
        () => {
          thanks.textContent = strings.thanks;
          announce(strings.thanks);
        },
        () => announce(strings.error_generic),
      );
    };
    const node = button({ part: `feedback-${feedback}`, label, icon: 'up', onClick });
    node.classList.add('thumb');
    return node;
  };
  const thumbs = { up: thumb('up', strings.helpful), down: thumb('down', strings.not_helpful) };
  const copy = copyButton({ part: 'copy', strings, read: () => message().content, announce });
  const root = element('div', { part: 'actions', class: 'actions' });
  root.append(copy, thumbs.up, thumbs.down, thanks);
  return {
    root,
    update({ id, feedback, status }) {
      for (const [value, node] of Object.entries(thumbs)) {
        node.hidden = id === 0 || status !== 'done';
        node.setAttribute('aria-pressed', String(value === feedback));
      }
    },
  };
}
