import { useEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { FinishSignIn, McpServerView } from '../../server/contract/mcp.ts';
import { toApiError } from '../api.ts';
import { useQuery } from '../use-query.ts';
import { serversApi } from './servers-api.ts';
import type { Servers } from './use-servers.ts';

const names = ['state', 'code', 'iss', 'error', 'error_description', 'error_uri'] as const;

/** Reads the parameters with which an authorization server has sent the owner back. Undefined: none has. */
function readAnswer(query: URLSearchParams): FinishSignIn | undefined {
  const value = (name: string) => query.get(name) ?? undefined;
  const state = value('state');
  if (state === undefined) return undefined;
  return {
    state,
    code: value('code'),
    iss: value('iss'),
    error: value('error'),
    error_description: value('error_description'),
  };
}

/** Signing in to servers in this browser, and out. The page is left for it, and comes back with an answer. */
export function useSignIn({ report, fail, discover, reload }: Servers) {
  const { query, change } = useQuery();
  const [busy, setBusy] = useState(() => readAnswer(query) !== undefined);
  const isTaken = useRef(false);

  const say = (sentence: string, { name }: McpServerView, ok = true) =>
    report({
      ok,
      sentence: sprintf(
        /* translators: 1: name of a server. 2: a sentence that says what has happened. */
        __('%1$s: %2$s', 'itih-rag-chat'),
        name,
        sentence,
      ),
    });

  async function finish(answer: FinishSignIn) {
    // An answer counts once, and is nobody else's business: it leaves the address and the history.
    change(Object.fromEntries(names.map((name) => [name, ''])), 'replace');
    try {
      const server = await serversApi.finishSignIn(answer);
      say(__('You are signed in.', 'itih-rag-chat'), server);
      setBusy(false);
      await discover(server);
    } catch (cause) {
      report({ ok: false, sentence: toApiError(cause).message });
      setBusy(false);
      await reload();
    }
  }

  useEffect(() => {
    const answer = readAnswer(query);
    if (!answer || isTaken.current) return;
    isTaken.current = true;
    void finish(answer);
  });

  return {
    busy,

    signIn: async (server: McpServerView) => {
      setBusy(true);
      try {
        window.location.assign(await serversApi.beginSignIn(server.id));
      } catch (cause) {
        fail(cause, server);
        setBusy(false);
      }
    },

    signOut: async (server: McpServerView) => {
      setBusy(true);
      try {
        const { revoked } = await serversApi.signOut(server.id);
        const gone = __('You are signed out. Its tools are no longer used.', 'itih-rag-chat');
        const told = __(
          'The tokens are deleted here, but the server could not be told. End the access in your account there.',
          'itih-rag-chat',
        );
        say(revoked ? gone : told, server, revoked);
      } catch (cause) {
        fail(cause, server);
      }
      setBusy(false);
      await reload();
    },
  };
}
export type SignIn = ReturnType<typeof useSignIn>;
