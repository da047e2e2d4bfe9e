import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { api } from '../../api.ts';
import { Button, ConfirmDialog, ErrorNotice } from '../../components/controls.tsx';
import { useAction } from '../../use-resource.ts';

/** Takes the connection from a service that has it. */
export function Disconnect({ onDone }: { onDone: () => void }) {
  const [asking, setAsking] = useState(false);
  const { error, run } = useAction();

  async function disconnect(): Promise<void> {
    setAsking(false);
    if (await run(api.disconnect)) onDone();
  }

  return (
    <>
      {error && <ErrorNotice error={error} />}
      <Button variant="tertiary" isDestructive onClick={() => setAsking(true)}>
        {__('Disconnect', 'itih-rag-chat')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={__('Disconnect the answer service?', 'itih-rag-chat')}
          action={__('Disconnect', 'itih-rag-chat')}
          onConfirm={() => void disconnect()}
          onClose={() => setAsking(false)}
        >
          <p>
            {__(
              'This site gets a new secret. A service elsewhere is not heard any more until it is connected again, and API keys that it has stored have to be entered again. Visitors do not see the chat until then. Documents and conversations stay.',
              'itih-rag-chat',
            )}
          </p>
          <p>
            {__(
              'A service on this server reads the new secret itself and goes on.',
              'itih-rag-chat',
            )}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
