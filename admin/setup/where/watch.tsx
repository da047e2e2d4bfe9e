import { Spinner } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import type { ApiError } from '../../api.ts';
import { Button } from '../../components/controls.tsx';

const thisMachine = /^http:\/\/(?:127\.0\.0\.1|localhost):(\d+)$/;

/** Nobody answers yet, which is normal; any other reason is the plugin's own sentence. */
function sentence({ code, reason, message }: ApiError, address: string): string {
  if (code !== 'sidecar_unavailable' || (reason !== '' && reason !== 'unreachable')) return message;
  const port = thisMachine.exec(address)?.[1];
  return port
    ? sprintf(
        /* translators: %s: number of a port, such as 8790. */
        __(
          'Nobody answers on port %s yet. That is normal until the command has run.',
          'itih-rag-chat',
        ),
        port,
      )
    : sprintf(
        /* translators: %s: an address. */
        __(
          'Nobody answers at %s yet. That is normal until the service has started there.',
          'itih-rag-chat',
        ),
        address,
      );
}

interface Props {
  error: ApiError;
  address: string;
  onLook: () => void;
}

/** Waits for the service: the page looks by itself, and says what it has found. */
export const Watch = ({ error, address, onLook }: Props) => (
  <div className="itih-watch">
    <Spinner />
    <div>
      <strong>{__('Waiting for the answer service…', 'itih-rag-chat')}</strong>
      <p role="status">{sentence(error, address)}</p>
      <p className="itih-hint">{__('This page looks by itself.', 'itih-rag-chat')}</p>
    </div>
    <Button variant="secondary" onClick={onLook}>
      {__('Look now', 'itih-rag-chat')}
    </Button>
  </div>
);
