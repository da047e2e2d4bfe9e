import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { McpServerView } from '../../server/contract/mcp.ts';
import { api } from '../api.ts';
import {
  Button,
  ConfirmDialog,
  ErrorNotice,
  Notice,
  ToggleControl,
} from '../components/controls.tsx';
import { Empty } from '../components/list.tsx';
import { LoadState, Section } from '../components/section.tsx';
import { focusWhenShown, settingsUrl } from '../page.ts';
import type { Site } from '../site.ts';
import { useAction, useResource } from '../use-resource.ts';
import { ServerForm } from './server-form.tsx';
import { editId, ServerTable, useServers, useSignIn } from './servers.tsx';

/** Whether any tool is used at all; takes effect at once. */
function ToolsSwitch() {
  const settings = useResource(api.getSettings);
  const { data, replace } = settings;
  const [wanted, setWanted] = useState<boolean>();
  const { busy, error, run } = useAction();

  const set = (enabled: boolean) =>
    run(async () => {
      setWanted(enabled);
      replace(await api.saveSettings({ mcp: { enabled } }));
    });

  return (
    <Section id="tools" title={__('Tools in the chat', 'itih-rag-chat')} of={settings} lines={2}>
      {error && <ErrorNotice error={error} />}
      {data && (
        <ToggleControl
          label={__('Let the chat use tools', 'itih-rag-chat')}
          help={__(
            'While it answers, the language model may call the tools below, and sends them what it thinks they need of the conversation. Visitors see that a tool is used and its name, but neither what it was asked nor what it answered.',
            'itih-rag-chat',
          )}
          checked={busy && wanted !== undefined ? wanted : data.mcp.enabled}
          onChange={(enabled: boolean) => void set(enabled)}
        />
      )}
      {(data?.llm.provider === 'builtin' || data?.llm.provider === 'wordpress') && (
        <p className="itih-hint">
          {data.llm.provider === 'builtin'
            ? __('The built-in answerer uses no tools.', 'itih-rag-chat')
            : __('The AI of this WordPress uses no tools.', 'itih-rag-chat')}{' '}
          <a href={settingsUrl('models')}>{__('Choose a language model', 'itih-rag-chat')}</a>
        </p>
      )}
    </Section>
  );
}

const addId = 'itih-server-add';

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
            <Button
              id={addId}
              variant={opened === undefined ? 'primary' : 'secondary'}
              onClick={() => open(0)}
            >
              {__('Add a server', 'itih-rag-chat')}
            </Button>
          }
        >
          <LoadState of={{ data: list, error, reload: servers.reload }} lines={4} />
          {list?.length === 0 && (
            <Empty
              text={__(
                'There is no server yet. A server that speaks MCP, the Model Context Protocol, lets the chat look up what no page says, such as the state of an order or a free table.',
                'itih-rag-chat',
              )}
            />
          )}
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
