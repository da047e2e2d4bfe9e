import { useEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type {
  createMcpServer,
  DiscoverReply,
  FinishSignIn,
  McpServerView,
  SignInReply,
  SignOutReply,
} from '../../server/contract/mcp.ts';
import { type ApiError, call, toApiError } from '../api.ts';
import { Button } from '../components/controls.tsx';
import { Badge } from '../components/facts.tsx';
import type { Tone } from '../labels.ts';
import { type Column, named, Table } from '../components/table.tsx';
import { formatDate, formatNumber } from '../format.ts';
import { useQuery } from '../page.ts';
import { useResource } from '../use-resource.ts';

export type McpServerFields = ReturnType<(typeof createMcpServer)['parse']>;

const serversApi = {
  list: (signal: AbortSignal) => call<McpServerView[]>('GET', '/mcp/servers', { signal }),
  add: (fields: Partial<McpServerFields>) =>
    call<McpServerView>('POST', '/mcp/servers', { data: fields }),
  update: (id: number, fields: Partial<McpServerFields>) =>
    call<McpServerView>('POST', `/mcp/servers/${id}`, { data: fields }),
  remove: (id: number) => call<{ deleted: true }>('DELETE', `/mcp/servers/${id}`),
  /** Asks the server itself. */
  discover: (id: number) => call<DiscoverReply>('POST', `/mcp/servers/${id}/discover`),
  /** @returns The page of the authorization server to which the browser goes */
  beginSignIn: async (id: number) =>
    (await call<SignInReply>('POST', `/mcp/servers/${id}/sign-in`)).url,
  finishSignIn: (answer: FinishSignIn) =>
    call<McpServerView>('POST', '/mcp/sign-in', { data: answer }),
  signOut: (id: number) => call<SignOutReply>('DELETE', `/mcp/servers/${id}/sign-in`),
};

interface Outcome {
  ok: boolean;
  sentence: string;
}

/** In the owner's words where the sidecar's say too little about what to do. */
export function explained({ code, message }: Pick<ApiError, 'code' | 'message'>): string {
  return code === 'blocked_address'
    ? __(
        'This address is not public, so it is not called. Whoever runs the answer service can allow its host with ITIH_FETCH_ALLOW.',
        'itih-rag-chat',
      )
    : message;
}

/** A sentence about a server that begins with its name. */
const told = ({ name }: McpServerView, sentence: string, ok = true): Outcome => ({
  ok,
  sentence: sprintf(
    /* translators: 1: name of a server. 2: a sentence that says what has happened. */
    __('%1$s: %2$s', 'itih-rag-chat'),
    name,
    sentence,
  ),
});

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

  const fail = (cause: unknown, server: McpServerView) =>
    setOutcome(told(server, explained(toApiError(cause)), false));

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

  async function finish(answer: FinishSignIn) {
    // An answer counts once, and is nobody else's business: it leaves the address and the history.
    change(Object.fromEntries(names.map((name) => [name, ''])), 'replace');
    try {
      const server = await serversApi.finishSignIn(answer);
      report(told(server, __('You are signed in.', 'itih-rag-chat')));
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
        const sentence = revoked
          ? __('You are signed out. Its tools are no longer used.', 'itih-rag-chat')
          : __(
              'The tokens are deleted here, but the server could not be told. End the access in your account there.',
              'itih-rag-chat',
            );
        report(told(server, sentence, revoked));
      } catch (cause) {
        fail(cause, server);
      }
      setBusy(false);
      await reload();
    },
  };
}
type SignIn = ReturnType<typeof useSignIn>;

type State = Exclude<McpServerView['sign_in'], 'none'>;

const badges = (): Record<State, { tone: Tone; text: string }> => ({
  needed: { tone: 'warning', text: __('Not signed in', 'itih-rag-chat') },
  expired: { tone: 'bad', text: __('Sign-in expired', 'itih-rag-chat') },
  more_rights: { tone: 'warning', text: __('More rights needed', 'itih-rag-chat') },
  signed_in: { tone: 'good', text: __('Signed in', 'itih-rag-chat') },
});

const SignInBadge = ({ state }: { state: McpServerView['sign_in'] }) =>
  state === 'none' ? null : <Badge {...badges()[state]} />;

/** A sentence that says what is to be done; undefined: nothing is. */
const signInSentence = (state: McpServerView['sign_in']): string | undefined =>
  ({
    none: undefined,
    signed_in: undefined,
    needed: __(
      'This server asks you to sign in. Until then its tools are not used.',
      'itih-rag-chat',
    ),
    expired: __(
      'The sign-in has expired or was revoked. Until you sign in again, its tools are not used.',
      'itih-rag-chat',
    ),
    more_rights: __(
      'A tool was refused: it needs more rights. Sign in again to grant them.',
      'itih-rag-chat',
    ),
  })[state];

export const editId = (id: number) => `itih-server-${id}`;

interface Props {
  list: readonly McpServerView[];
  servers: Servers;
  signIn: SignIn;
  onEdit: (server: McpServerView) => void;
  onRemove: (server: McpServerView) => void;
}

type RowProps = Omit<Props, 'list'> & { server: McpServerView };

function RowActions({ server, servers, signIn, onEdit, onRemove }: RowProps) {
  const busy = servers.asked.has(server.id);
  const sentence = signInSentence(server.sign_in);
  const mayLeave = server.sign_in === 'signed_in' || server.sign_in === 'more_rights';
  return (
    <>
      {sentence && <p className="itih-sign-in">{sentence}</p>}
      <div className="itih-row-actions">
        {sentence && (
          <Button
            variant="primary"
            isBusy={signIn.busy}
            onClick={() => !signIn.busy && void signIn.signIn(server)}
            {...named(__('Sign in', 'itih-rag-chat'), server.name)}
          />
        )}
        <Button
          id={editId(server.id)}
          variant="link"
          onClick={() => onEdit(server)}
          {...named(__('Edit', 'itih-rag-chat'), server.name)}
        />
        <Button
          variant="link"
          isBusy={busy}
          onClick={() => !busy && void servers.discover(server)}
          {...named(
            busy ? __('Looking…', 'itih-rag-chat') : __('Look for tools', 'itih-rag-chat'),
            server.name,
          )}
        />
        {mayLeave && (
          <Button
            variant="link"
            onClick={() => !signIn.busy && void signIn.signOut(server)}
            {...named(__('Sign out', 'itih-rag-chat'), server.name)}
          />
        )}
        <Button
          variant="link"
          isDestructive
          onClick={() => onRemove(server)}
          {...named(__('Remove', 'itih-rag-chat'), server.name)}
        />
      </div>
    </>
  );
}

function toolCount({ tools, sign_in: signIn }: McpServerView) {
  const isClosed = signIn === 'needed' || signIn === 'expired';
  const used = isClosed ? [] : tools.filter(({ enabled }) => enabled);
  return sprintf(
    /* translators: 1: number of tools that may be used. 2: number of all tools. */
    __('%1$s of %2$s used', 'itih-rag-chat'),
    formatNumber(used.length),
    formatNumber(tools.length),
  );
}

const columnsOf = (props: Omit<Props, 'list'>): Column<McpServerView>[] => [
  {
    label: __('Name', 'itih-rag-chat'),
    cell: (server) => (
      <>
        <bdi className="itih-table__title">{server.name}</bdi>
        <span className="itih-source">
          <bdi dir="ltr">{server.url}</bdi>
        </span>
        <RowActions server={server} {...props} />
      </>
    ),
  },
  {
    label: __('State', 'itih-rag-chat'),
    cell: ({ enabled, sign_in }) => (
      <div className="itih-badges">
        {enabled ? (
          <Badge tone="good" text={__('On', 'itih-rag-chat')} />
        ) : (
          <Badge tone="neutral" text={__('Off', 'itih-rag-chat')} />
        )}
        <SignInBadge state={sign_in} />
      </div>
    ),
  },
  {
    label: __('Tools', 'itih-rag-chat'),
    cell: (server) => (server.discovered_at ? toolCount(server) : '–'),
  },
  {
    label: __('Last looked for', 'itih-rag-chat'),
    cell: ({ discovered_at }) =>
      discovered_at ? (
        <time dateTime={discovered_at}>{formatDate(discovered_at)}</time>
      ) : (
        __('Never', 'itih-rag-chat')
      ),
  },
];

export const ServerTable = ({ list, ...rest }: Props) => (
  <Table
    label={__('Servers', 'itih-rag-chat')}
    rows={list}
    keyOf={({ id }) => id}
    columns={columnsOf(rest)}
  />
);
