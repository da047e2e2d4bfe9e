import { __ } from '@wordpress/i18n';
import { Badge, type Tone } from './badge.tsx';

export type Connection = 'unknown' | 'connected' | 'impaired' | 'down';

const tones: Record<Connection, Tone> = {
  unknown: 'neutral',
  connected: 'good',
  impaired: 'warning',
  down: 'bad',
};

const texts = (): Record<Connection, string> => ({
  unknown: __('Connecting…', 'itih-rag-chat'),
  connected: __('Connected', 'itih-rag-chat'),
  impaired: __('Needs attention', 'itih-rag-chat'),
  down: __('Not connected', 'itih-rag-chat'),
});

export function PageHeader({ connection }: { connection: Connection }) {
  return (
    <div className="itih-header">
      <div>
        <h1>{__('Itih RAG Chat', 'itih-rag-chat')}</h1>
        <p>{__('Visitors ask, your own content answers, with its sources.', 'itih-rag-chat')}</p>
      </div>
      <span role="status">
        <Badge tone={tones[connection]} text={texts()[connection]} />
      </span>
    </div>
  );
}
