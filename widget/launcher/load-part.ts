/** https://w3c.github.io/trusted-types/dist/spec/ */
interface Policy {
  createScriptURL: (url: string | undefined, part: string) => string;
}

declare global {
  interface Window {
    trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
  }
}

const maxWaitMs = 20_000;

/** Scripts of the widget beside `widget.js`. */
export type Part = 'panel' | 'answers';

const loading: Partial<Record<Part, Promise<unknown>>> = {};
let policy: Policy | undefined;

// Read now: it is null later, in modules, and where an optimiser joins or delays scripts.
const own = (document.currentScript as HTMLScriptElement | null)?.src ?? '';

/**
 * Returns where a part is: beside the launcher's own file. A page's markup, which may be of somebody else, is only
 * asked where an optimiser has joined scripts, and only for the panel's file on the same host.
 */
const createScriptURL = (said = '', part: string): string => {
  if (/\/widget\.js/.test(own)) return own.replace('widget.js', `widget-${part}.js`);
  const isNear = said.startsWith(new URL('/', own || location.href).href);
  return isNear && /^[^?]+\/widget-panel\.js(\?ver=[^&]+)?$/.test(said)
    ? said.replace('panel.js', `${part}.js`)
    : '';
};

const rules = { createScriptURL };

/** Loads a part once for all chats of a page. It has come, or not, when the promise resolves. */
export const loadPart = (part: Part, said?: string): Promise<unknown> =>
  (loading[part] ??= new Promise((resolve) => {
    const script = document.createElement('script');
    setTimeout(resolve, maxWaitMs);
    script.onload = script.onerror = resolve;
    // A policy may allow scripts by nonce alone.
    script.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    policy ??= window.trustedTypes?.createPolicy('itih-chat', rules) ?? rules;
    script.src = policy.createScriptURL(said, part);
    document.head.append(script);
  })
    // A policy of the page may allow other names only.
    .catch(() => undefined)
    .then(() => delete loading[part]));
