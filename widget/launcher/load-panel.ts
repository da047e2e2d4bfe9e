import type { View } from '../view/view.ts';
import type { Shell } from './shell.ts';

/** Builds the chat in a shell; the panel's bundle leaves this function on the page. */
export type CreateChat = (shell: Shell) => View;

/** https://w3c.github.io/trusted-types/dist/spec/ */
interface Policy {
  createScriptURL: (url?: string) => string;
}

declare global {
  interface Window {
    itihChatPanel?: CreateChat;
    trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
  }
}

const maxWaitMs = 20_000;

let loading: Promise<CreateChat | undefined> | undefined;
let policy: Policy | undefined;

// Read now: it is null later, in modules, and where an optimiser joins or delays scripts.
const own = (document.currentScript as HTMLScriptElement | null)?.src ?? '';

/**
 * Returns where the panel is: beside the launcher's own file. A page's markup, which may be of somebody else, is only
 * asked where an optimiser has joined scripts, and only for a file of that name on the same host.
 */
const createScriptURL = (said = ''): string => {
  if (/\/widget\.js/.test(own)) return own.replace('widget.js', 'widget-panel.js');
  const isNear = said.startsWith(new URL(own || location.href).origin + '/');
  return isNear && /^[^?]+\/widget-panel\.js(\?ver=[^&]+)?$/.test(said) ? said : '';
};

const rules = { createScriptURL };

/** Loads the panel's bundle once for all chats of a page. Gives undefined when it does not come. */
export const loadPanel = (said?: string) =>
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
    try {
      policy ??= window.trustedTypes?.createPolicy('itih-chat', rules) ?? rules;
      script.src = policy.createScriptURL(said);
      document.head.append(script);
    } catch {
      // A policy of the page allows other names only.
      setTimeout(end);
    }
  }));
