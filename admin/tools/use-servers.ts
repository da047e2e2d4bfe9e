import { useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { McpServerView } from '../../server/contract/mcp.ts';
import { toApiError, type ApiError } from '../api.ts';
import { formatNumber } from '../format.ts';
import { useResource } from '../use-resource.ts';
import { serversApi, type McpServerFields } from './servers-api.ts';

export interface Outcome {
  ok: boolean;
  sentence: string;
}

/** In the owner's words where the sidecar's say too little about what to do. */
export function explained({ code, message }: Pick<ApiError, 'code' | 'message'>): string {
  return code === 'blocked_address'
    ? __(
        'This address is not public, so it is not called. Whoever runs the sidecar can allow its host with ITIH_FETCH_ALLOW.',
        'itih-rag-chat',
      )
    : message;
}

function found({ name }: McpServerView, tools: McpServerView['tools']): Outcome {
  const offered = tools.filter(({ enabled }) => enabled).length;
  const count = sprintf(
    /* translators: %s: number of tools. */
    _n('%s tool was found', '%s tools were found', tools.length, 'itih-rag-chat'),
    formatNumber(tools.length),
  );
  return {
    ok: true,
    sentence: sprintf(
      /* translators: 1: name of a server. 2: such as "7 tools were found". 3: a number. */
      __('%1$s: %2$s, of which %3$s can be used.', 'itih-rag-chat'),
      name,
      count,
      formatNumber(offered),
    ),
  };
}

/** The MCP servers, and what is done to them. */
export function useServers() {
  const { data, error, reload, replace } = useResource(serversApi.list);
  /** Those that are being asked for their tools. */
  const [asked, setAsked] = useState<ReadonlySet<number>>(new Set());
  const [outcome, setOutcome] = useState<Outcome>();
  const turns = useRef(new Map<number, number>());

  const fail = (cause: unknown, { name }: McpServerView) =>
    setOutcome({
      ok: false,
      sentence: sprintf(
        /* translators: 1: name of a server. 2: a sentence that says what is wrong. */
        __('%1$s: %2$s', 'itih-rag-chat'),
        name,
        explained(toApiError(cause)),
      ),
    });

  /** If a server is saved again while a request for it runs, only the later answer counts. */
  async function discover(server: McpServerView) {
    const { id } = server;
    const turn = (turns.current.get(id) ?? 0) + 1;
    turns.current.set(id, turn);
    const isLatest = () => turns.current.get(id) === turn;
    setAsked((before) => new Set([...before, id]));
    setOutcome(undefined);
    try {
      const { tools } = await serversApi.discover(id);
      if (isLatest()) setOutcome(found(server, tools));
    } catch (cause) {
      if (isLatest()) fail(cause, server);
    }
    if (!isLatest()) return;
    setAsked((before) => new Set([...before].filter((one) => one !== id)));
    await reload();
  }

  return {
    list: data,
    error,
    reload,
    asked,
    outcome,
    dismiss: () => setOutcome(undefined),
    report: setOutcome,
    fail,
    discover,

    /** Adds one when `before` is undefined. What it can do is asked when that may have changed. */
    save: async (before: McpServerView | undefined, fields: Partial<McpServerFields>) => {
      const saved = before
        ? await serversApi.update(before.id, fields)
        : await serversApi.add(fields);
      setOutcome({ ok: true, sentence: __('Saved.', 'itih-rag-chat') });
      const others = (data ?? []).filter(({ id }) => id !== saved.id);
      replace([...others, saved].sort((a, b) => a.id - b.id));
      const isOther = fields.url !== undefined || fields.auth_header !== undefined;
      if (saved.enabled && isOther) void discover(saved);
      return saved;
    },

    remove: async (server: McpServerView) => {
      setOutcome(undefined);
      try {
        await serversApi.remove(server.id);
      } catch (cause) {
        // One that is gone already is no failure.
        if (toApiError(cause).code !== 'not_found') fail(cause, server);
      }
      await reload();
    },
  };
}
export type Servers = ReturnType<typeof useServers>;
