import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { api, toApiError, type ApiError } from '../api.ts';
import { ToggleControl } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Section, Skeleton } from '../components/section.tsx';
import { settingsUrl } from '../use-query.ts';
import { useResource } from '../use-resource.ts';

/** Whether any tool is used at all; takes effect at once. */
export function ToolsSwitch() {
  const { data, error: loadError, reload, replace } = useResource(api.getSettings);
  const [wanted, setWanted] = useState<boolean>();
  const [error, setError] = useState<ApiError>();

  async function set(enabled: boolean) {
    if (wanted !== undefined) return;
    setWanted(enabled);
    setError(undefined);
    try {
      replace(await api.saveSettings({ mcp: { enabled } }));
    } catch (cause) {
      setError(toApiError(cause));
    }
    setWanted(undefined);
  }

  return (
    <Section id="tools" title={__('Tools in the chat', 'itih-rag-chat')} busy={!data}>
      {loadError && <ErrorNotice error={loadError} onRetry={() => void reload()} />}
      {error && <ErrorNotice error={error} />}
      {!data && !loadError && <Skeleton lines={2} />}
      {data && (
        <ToggleControl
          label={__('Let the chat use tools', 'itih-rag-chat')}
          help={__(
            'While it answers, the language model may call the tools below, and sends them what it thinks they need of the conversation. Visitors see that a tool is used and its name, but neither what it was asked nor what it answered.',
            'itih-rag-chat',
          )}
          checked={wanted ?? data.mcp.enabled}
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
