import { __ } from '@wordpress/i18n';
import { api } from '../api.ts';
import { Frame } from '../components/frame.tsx';
import type { Site } from '../site.ts';
import { useResource } from '../use-resource.ts';

export function Setup({ site }: { site: Site }) {
  const status = useResource(api.getStatus);
  return (
    <Frame
      title={__('First steps', 'itih-rag-chat')}
      text=""
      site={site}
      status={status}
      onBack={status.reload}
    >
      {null}
    </Frame>
  );
}
