import { __, sprintf } from '@wordpress/i18n';
import type { McpServerView } from '../../server/contract/mcp.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/controls.tsx';
import { Cell } from '../components/cell.tsx';
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

function RowActions({
  server,
  servers,
  signIn,
  onEdit,
  onRemove,
}: Omit<Props, 'list'> & { server: McpServerView }) {
  const busy = servers.asked.has(server.id);
  const named = (action: string) => ({
    'aria-label': sprintf(
      /* translators: 1: what a button does. 2: name of a server. */
      __('%1$s: %2$s', 'itih-rag-chat'),
      action,
      server.name,
    ),
    children: action,
  });
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
            {...named(__('Sign in', 'itih-rag-chat'))}
          />
        )}
        <Button
          id={editId(server.id)}
          variant="link"
          onClick={() => onEdit(server)}
          {...named(__('Edit', 'itih-rag-chat'))}
        />
        <Button
          variant="link"
          isBusy={busy}
          onClick={() => !busy && void servers.discover(server)}
          {...named(busy ? __('Looking…', 'itih-rag-chat') : __('Look for tools', 'itih-rag-chat'))}
        />
        {mayLeave && (
          <Button
            variant="link"
            onClick={() => !signIn.busy && void signIn.signOut(server)}
            {...named(__('Sign out', 'itih-rag-chat'))}
          />
        )}
        <Button
          variant="link"
          isDestructive
          onClick={() => onRemove(server)}
          {...named(__('Remove', 'itih-rag-chat'))}
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

/** A table that narrow screens show as cards: the roles keep what `display` would take away. */
export function ServerTable({ list, ...rest }: Props) {
  const heading = (text: string) => (
    <th role="columnheader" scope="col">
      {text}
    </th>
  );
  return (
    <table role="table" className="itih-table is-plain" aria-label={__('Servers', 'itih-rag-chat')}>
      <thead role="rowgroup">
        <tr role="row">
          {heading(__('Name', 'itih-rag-chat'))}
          {heading(__('State', 'itih-rag-chat'))}
          {heading(__('Tools', 'itih-rag-chat'))}
          {heading(__('Last looked for', 'itih-rag-chat'))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {list.map((server) => (
          <tr role="row" key={server.id}>
            <th role="rowheader" scope="row">
              <bdi className="itih-table__title">{server.name}</bdi>
              <span className="itih-source">
                <bdi dir="ltr">{server.url}</bdi>
              </span>
              <RowActions server={server} {...rest} />
            </th>
            <Cell label={__('State', 'itih-rag-chat')}>
              <div className="itih-badges">
                {server.enabled ? (
                  <Badge tone="good" text={__('On', 'itih-rag-chat')} />
                ) : (
                  <Badge tone="neutral" text={__('Off', 'itih-rag-chat')} />
                )}
                <SignInBadge state={server.sign_in} />
              </div>
            </Cell>
            <Cell label={__('Tools', 'itih-rag-chat')}>
              {server.discovered_at ? toolCount(server) : '–'}
            </Cell>
            <Cell label={__('Last looked for', 'itih-rag-chat')}>
              {server.discovered_at ? (
                <time dateTime={server.discovered_at}>{formatDate(server.discovered_at)}</time>
              ) : (
                __('Never', 'itih-rag-chat')
              )}
            </Cell>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
