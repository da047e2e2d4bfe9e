import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { api } from '../api.ts';
import { ToggleControl } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Section } from '../components/section.tsx';
import { settingsUrl } from '../use-query.ts';
import { useAction, useResource } from '../use-resource.ts';

/** Whether any tool is used at all; takes effect at once. */
export function ToolsSwitch() {
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
      {data?.llm.provider === 'builtin' && (
        <p className="itih-hint">
          {__('The built-in answerer uses no tools.', 'itih-rag-chat')}{' '}
          <a href={settingsUrl('models')}>{__('Choose a language model', 'itih-rag-chat')}</a>
        </p>
      )}
    </Section>
  );
}
