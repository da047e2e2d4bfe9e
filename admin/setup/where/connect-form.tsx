import { useEffect, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ConnectReply } from '../../../server/contract/connect.ts';
import { api } from '../../api.ts';
import {
  Button,
  CheckboxControl,
  ErrorNotice,
  Form,
  Notice,
  TextControl,
} from '../../components/controls.tsx';
import { formatTime } from '../../format.ts';
import { useAction } from '../../use-resource.ts';

/** CODE_SECONDS of plugin-shim/includes/connect.php, in milliseconds. */
const codeMs = 15 * 60_000;

/** A code that was shown, until it has expired. */
interface Shown {
  lasting: boolean;
  /** Milliseconds since 1970. */
  until: number;
}

/** Says how long a code works, and when it has stopped to. */
function Validity({ shown, onExpired }: { shown: Shown; onExpired: () => void }) {
  useEffect(() => {
    if (shown.lasting) return undefined;
    const timer = setTimeout(onExpired, shown.until - Date.now());
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <p className="itih-hint">
      {shown.lasting
        ? __(
            'It holds the secret of this site: treat it like a password. When you leave this page it is hidden again.',
            'itih-rag-chat',
          )
        : sprintf(
            /* translators: %s: a time of the day. */
            __(
              'It works once, until %s, and replaces earlier ones. The service exchanges it for the secret of this site, which it keeps with its files.',
              'itih-rag-chat',
            ),
            formatTime(shown.until),
          )}
    </p>
  );
}

/** Says where WordPress looks now, which wp-config.php may have set. */
const Stored = ({ stored, typed }: { stored: string; typed: string }) => (
  <p>
    {sprintf(
      stored === typed.trim().replace(/\/$/, '')
        ? /* translators: %s: an address. */
          __('WordPress looks for the service at %s.', 'itih-rag-chat')
        : /* translators: %s: an address. */
          __(
            'WordPress looks for the service at %s: wp-config.php says so (ITIH_SIDECAR_URL). Change it there.',
            'itih-rag-chat',
          ),
      stored,
    )}
  </p>
);

interface Props {
  asks: 'address' | 'code' | 'both';
  address: string;
  onAddress: (address: string) => void;
  /** A new code, or '' when it has expired. */
  onCode: (code: string) => void;
  /** WordPress calls the service there from now on. */
  onStored: (address: string) => void;
}

const buttons = (): Record<Props['asks'], string> => ({
  address: __('Save the address', 'itih-rag-chat'),
  code: __('Show the code', 'itih-rag-chat'),
  both: __('Show the code', 'itih-rag-chat'),
});

/** Stores where a service is, or shows the code that connects it: after the password, which a script in the page does not know. */
export function ConnectForm({ asks, address, onAddress, onCode, onStored }: Props) {
  const [password, setPassword] = useState('');
  const [lasting, setLasting] = useState(false);
  const [shown, setShown] = useState<Shown>();
  const [expired, setExpired] = useState(false);
  const [stored, setStored] = useState('');
  const { busy, error, run } = useAction();
  const withAddress = asks !== 'code';

  function take(reply: ConnectReply) {
    setStored(withAddress ? reply.sidecar_url : '');
    onStored(reply.sidecar_url);
    if (asks === 'address') return;
    setExpired(false);
    setShown({ lasting, until: Date.now() + codeMs });
    onCode(reply.connect);
  }
  const send = () =>
    run(async () => {
      setPassword('');
      const named = withAddress ? address : '';
      take(
        asks === 'address'
          ? await api.moveSidecar(named, password)
          : await api.getConnectionCode(named, password, lasting),
      );
    });
  function expire() {
    setShown(undefined);
    setExpired(true);
    onCode('');
  }

  return (
    <Form className="itih-connect" onSubmit={() => void send()}>
      {withAddress && (
        <TextControl
          name="address"
          label={__('Address of the service, as this server reaches it', 'itih-rag-chat')}
          type="url"
          required
          dir="ltr"
          placeholder="https://chat.example.com"
          value={address}
          onChange={onAddress}
        />
      )}
      <TextControl
        name="password"
        label={__('Password of your account', 'itih-rag-chat')}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
      />
      {asks !== 'address' && (
        <CheckboxControl
          label={__('My host keeps no files', 'itih-rag-chat')}
          help={__(
            'The code then holds the secret of this site and works until you disconnect. Otherwise it works once, for 15 minutes.',
            'itih-rag-chat',
          )}
          checked={lasting}
          onChange={setLasting}
        />
      )}
      {error && <ErrorNotice error={error} />}
      <div className="itih-actions">
        <Button variant="secondary" type="submit" isBusy={busy}>
          {buttons()[asks]}
        </Button>
      </div>
      <div role="status">
        {expired && (
          <Notice status="warning">
            {__('This code has expired. Show a new one.', 'itih-rag-chat')}
          </Notice>
        )}
        {stored && <Stored stored={stored} typed={address} />}
        {shown && <Validity shown={shown} onExpired={expire} />}
      </div>
    </Form>
  );
}
