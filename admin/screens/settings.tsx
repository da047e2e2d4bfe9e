import { __ } from '@wordpress/i18n';
import { api } from '../api.ts';
import { Frame } from '../components/frame.tsx';
import { Section } from '../components/section.tsx';
import { SettingsTabs } from '../settings/settings-tabs.tsx';
import type { Site } from '../site.ts';
import { usePolling, useResource } from '../use-resource.ts';

const indexBuildPollMs = 2000;

/** Screen of every setting, on tabs. */
export function Settings({ site }: { site: Site }) {
  const status = useResource(api.getStatus);
  const { data, error, reload, replace } = useResource(api.loadSettings);
  const isBuilding = Boolean(status.data?.index.building);
  // Vectors that have been made are read a moment later.
  const areRead = !status.data?.index.dimensions || status.data.vector_store.vectors > 0;
  usePolling(status.reload, (isBuilding || !areRead) && !status.error ? indexBuildPollMs : null);
  return (
    <Frame
      title={__('Settings', 'itih-rag-chat')}
      text={__('How the chat looks, what it may do, and what it answers with.', 'itih-rag-chat')}
      site={site}
      status={status}
      onBack={reload}
      offline
    >
      {data ? (
        <SettingsTabs
          loaded={data}
          site={site}
          status={status.data}
          replace={replace}
          onChanged={() => void status.reload()}
        />
      ) : (
        <Section
          id="settings"
          title={__('Settings', 'itih-rag-chat')}
          of={{ data, error, reload }}
          lines={8}
        />
      )}
    </Frame>
  );
}
