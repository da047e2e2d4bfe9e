import { Notice } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { api, toApiError, type ApiError } from '../api.ts';
import { useResource } from '../use-resource.ts';
import { ToggleControl } from './controls.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Section, Skeleton } from './section.tsx';

interface Props {
  /** The sidecar answers. */
  answers: boolean;
  /** It has answered before. */
  hadContact: boolean;
}

function explanation(enabled: boolean, { answers, hadContact }: Props): string {
  if (!enabled) return __('No page shows the chat.', 'itih-rag-chat');
  if (answers) return __('Every page shows the chat.', 'itih-rag-chat');
  return hadContact
    ? __('Every page shows the chat. It says that it is not available right now.', 'itih-rag-chat')
    : __(
        'No page shows the chat until the sidecar has answered for the first time.',
        'itih-rag-chat',
      );
}

/** Whether pages show the chat. WordPress keeps that itself, so it can be changed without a sidecar. */
export function ChatSwitchCard(props: Props) {
  const { data, error: loadError, reload, replace } = useResource(api.getOwnedSettings);
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const error = failure ?? (data ? undefined : loadError);

  async function change(widget_enabled: boolean) {
    if (saving) return;
    setSaving(true);
    setSaved(false);
    setFailure(undefined);
    try {
      replace(await api.saveOwnedSettings({ general: { widget_enabled } }));
      setSaved(true);
    } catch (cause) {
      setFailure(toApiError(cause));
    }
    setSaving(false);
  }

  const enabled = data?.general.widget_enabled ?? false;
  return (
    <Section id="on-site" title={__('Chat on your site', 'itih-rag-chat')} busy={!data && !error}>
      {error && <ErrorNotice error={error} {...(!data && { onRetry: () => void reload() })} />}
      {saved && (
        <Notice className="itih-notice" status="success" onRemove={() => setSaved(false)}>
          {enabled
            ? __('Saved. The chat is switched on.', 'itih-rag-chat')
            : __('Saved. The chat is switched off.', 'itih-rag-chat')}
        </Notice>
      )}
      {data ? (
        <ToggleControl
          label={__('Show the chat to visitors', 'itih-rag-chat')}
          help={explanation(enabled, props)}
          checked={enabled}
          onChange={(wanted) => void change(wanted)}
        />
      ) : (
        !error && <Skeleton lines={2} />
      )}
    </Section>
  );
}
