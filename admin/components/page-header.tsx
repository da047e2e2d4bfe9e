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

interface Props {
  title: string;
  text: string;
  connection: Connection;
}

export function PageHeader({ title, text, connection }: Props) {
  return (
    <div className="itih-header">
      <div>
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      <span role="status">
        <Badge tone={tones[connection]} text={texts()[connection]} />
      </span>
    </div>
  );
}
