import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { McpServerView } from '../../server/contract/mcp.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Button, Notice } from '../components/controls.tsx';
import { LoadState, Section } from '../components/section.tsx';
import type { Site } from '../site.ts';
import { focusWhenShown } from '../focus.ts';
import { ServerForm } from './server-form.tsx';
import { editId, ServerTable } from './server-table.tsx';
import { ToolsSwitch } from './tools-switch.tsx';
import { useServers } from './use-servers.ts';
import { useSignIn } from './use-sign-in.ts';

const addId = 'itih-server-add';

const Empty = () => (
  <div className="itih-empty">
    <p>
      {__(
        'There is no server yet. A server that speaks MCP, the Model Context Protocol, lets the chat look up what no page says, such as the state of an order or a free table.',
        'itih-rag-chat',
      )}
    </p>
  </div>
);

/** Tools that the chat may call: MCP servers and their tools. Each action is stored at once. */
export function ToolsPanel({ site }: { site: Pick<Site, 'redirectUrl'> }) {
  const servers = useServers();
  const signIn = useSignIn(servers);
  /** Id of the server whose form is open; 0: of a new one. */
  const [opened, setOpened] = useState<number>();
  const [removing, setRemoving] = useState<McpServerView>();
  const { list, error, outcome } = servers;
  const server = list?.find(({ id }) => id === opened);

  const open = (id: number) => {
    setOpened(id);
    focusWhenShown('itih-server-title');
  };
  const close = () => {
    setOpened(undefined);
    focusWhenShown(opened ? editId(opened) : addId);
  };
  async function remove(gone: McpServerView) {
    setRemoving(undefined);
    if (opened === gone.id) setOpened(undefined);
    await servers.remove(gone);
    focusWhenShown('itih-servers-title');
  }

  return (
    <>
      <div className="itih-column">
        <ToolsSwitch />
        {(opened === 0 || server) && (
          <ServerForm
            key={opened}
            server={server}
            onSave={servers.save}
            onSaved={({ id }) => id !== opened && open(id)}
            onClose={close}
            redirectUrl={site.redirectUrl}
          />
        )}
        {outcome && (
          <Notice status={outcome.ok ? 'success' : 'error'} onRemove={servers.dismiss}>
            {outcome.sentence}
          </Notice>
        )}
        <Section
          id="servers"
          title={__('Servers', 'itih-rag-chat')}
          busy={!list || signIn.busy}
          aside={
            <Button id={addId} variant="primary" onClick={() => open(0)}>
              {__('Add a server', 'itih-rag-chat')}
            </Button>
          }
        >
          <LoadState of={{ data: list, error, reload: servers.reload }} lines={4} />
          {list?.length === 0 && <Empty />}
          {list && list.length > 0 && (
            <ServerTable
              list={list}
              servers={servers}
              signIn={signIn}
              onEdit={({ id }) => open(id)}
              onRemove={setRemoving}
            />
          )}
        </Section>
      </div>
      {removing && (
        <ConfirmDialog
          title={sprintf(
            /* translators: %s: name of a server. */
            __('Remove “%s”?', 'itih-rag-chat'),
            removing.name,
          )}
          action={__('Remove', 'itih-rag-chat')}
          onConfirm={() => void remove(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            {__(
              'The chat will no longer use its tools. Its address, its header and your choice of tools are lost.',
              'itih-rag-chat',
            )}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
