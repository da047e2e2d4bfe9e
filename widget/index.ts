import type { Mode, WidgetConfig } from './config.ts';
import { ItihChat } from './element.ts';

export interface MountedChat {
  open(): void;
  close(): void;
  destroy(): void;
}

declare global {
  interface Window {
    ItihChat?: { mount: typeof mount };
  }
}

const tag = 'itih-chat';

/**
 * Adds a chat to the page: inside `target`, or floating over the page when that is the body.
 * `target` is an element or a selector; one that names nothing is a TypeError.
 */
export function mount(
  target: Element | string,
  { mode, ...config }: WidgetConfig & { mode?: Mode },
): MountedChat {
  const parent = typeof target === 'string' ? document.querySelector(target) : target;
  const chat = document.createElement(tag) as ItihChat;
  chat.setAttribute('mode', mode ?? (parent === document.body ? 'floating' : 'inline'));
  chat.setAttribute('config', JSON.stringify(config));
  // The TypeError of an element that is missing.
  parent!.append(chat);
  return chat;
}

// An optimiser may run the script twice; a name can be defined once.
if (!customElements.get(tag)) customElements.define(tag, ItihChat);
window.ItihChat ??= { mount };
