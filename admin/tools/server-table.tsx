import { __, sprintf } from '@wordpress/i18n';
import type { McpServerView } from '../../server/contract/mcp.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/controls.tsx';
import { named, Table, type Column } from '../components/table.tsx';
import { formatDate, formatNumber } from '../format.ts';
import { SignInBadge, signInSentence } from './sign-in-state.tsx';
import type { SignIn } from './use-sign-in.ts';
import type { Servers } from './use-servers.ts';

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
