import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { api } from '../api.ts';
import { useAction, useResource } from '../use-resource.ts';
import { Notice, ToggleControl } from './controls.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Section } from './section.tsx';

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
  const owned = useResource(api.getOwnedSettings);
  const { data, replace } = owned;
  const [saved, setSaved] = useState(false);
  const { error, run } = useAction();

  async function change(widget_enabled: boolean) {
    setSaved(false);
    setSaved(
      await run(async () => replace(await api.saveOwnedSettings({ general: { widget_enabled } }))),
    );
  }

  const enabled = data?.general.widget_enabled ?? false;
  return (
    <Section
      id="on-site"
      title={__('Chat on your site', 'itih-rag-chat')}
      of={data ? { ...owned, error: undefined } : owned}
      lines={2}
    >
      {error && <ErrorNotice error={error} />}
      {saved && (
        <Notice status="success" onRemove={() => setSaved(false)}>
          {enabled
            ? __('Saved. The chat is switched on.', 'itih-rag-chat')
            : __('Saved. The chat is switched off.', 'itih-rag-chat')}
        </Notice>
      )}
      {data && (
        <ToggleControl
          label={__('Show the chat to visitors', 'itih-rag-chat')}
          help={explanation(enabled, props)}
          checked={enabled}
          onChange={(wanted) => void change(wanted)}
        />
      )}
    </Section>
  );
}
