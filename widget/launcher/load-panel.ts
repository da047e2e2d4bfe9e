import type { View } from '../view/view.ts';
import type { Shell } from './shell.ts';

/** Builds the chat in a shell; the panel's bundle leaves this function on the page. */
export type CreateChat = (shell: Shell) => View;

declare global {
  interface Window {
    itihChatPanel?: CreateChat;
  }
}

const maxWaitMs = 20_000;

let loading: Promise<CreateChat | undefined> | undefined;

// Read now: it is null later, in modules, and where an optimiser joins or delays scripts.
const own = (document.currentScript as HTMLScriptElement | null)?.src;

/**
 * Loads the panel's bundle once for all chats of a page. Without an address it stands beside the launcher's own file.
 * Gives undefined when it does not come.
 */
export const loadPanel = (url = own?.replace('widget.js', 'widget-panel.js')) =>
  (loading ??= new Promise((resolve) => {
    const script = document.createElement('script');
    const end = () => {
      clearTimeout(timer);
      script.remove();
      loading = undefined;
      resolve(window.itihChatPanel);
    };
    const timer = setTimeout(end, maxWaitMs);
    script.onload = script.onerror = end;
    // A policy may allow scripts by nonce alone.
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    script.src = url ?? '';
    document.head.append(script);
  }));
