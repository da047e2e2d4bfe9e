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

let loading: Promise<CreateChat> | undefined;

// Read now: it is null later, in modules, and where an optimiser joins or delays scripts.
const own = (document.currentScript as HTMLScriptElement | null)?.src;

/** Returns the address that the page names, or that beside the launcher's own file. */
function panelUrl(named: string | undefined): string {
  if (named) return named;
  const script = document.querySelector<HTMLScriptElement>('script[src*="/build/widget.js"]');
  return (own || script?.src || '').replace(/widget\.js/, 'widget-panel.js');
}

/** Loads the panel's bundle once for all chats of a page. Rejects when it does not come; the next call tries anew. */
export function loadPanel(named: string | undefined): Promise<CreateChat> {
  return (loading ??= new Promise<CreateChat>((resolve, reject) => {
    const script = document.createElement('script');
    const end = () => {
      clearTimeout(timer);
      if (window.itihChatPanel) return resolve(window.itihChatPanel);
      script.remove();
      loading = undefined;
      reject(new Error('itih-chat: no panel'));
    };
    const timer = setTimeout(end, maxWaitMs);
    script.onload = script.onerror = end;
    // A policy may allow scripts by nonce alone.
    const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
    if (nonce) script.nonce = nonce;
    script.src = panelUrl(named);
    document.head.append(script);
  }));
}
