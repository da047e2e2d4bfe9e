import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { StatusReply } from '../../server/contract/admin.ts';
import type { ConnectReply } from '../../server/contract/connect.ts';
import { api } from '../api.ts';
import { ConnectionCard } from '../components/cards.tsx';
import {
  Button,
  CheckboxControl,
  Command,
  ConfirmDialog,
  ErrorNotice,
  Form,
  Notice,
  TextControl,
} from '../components/controls.tsx';
import { type Connection, ConnectionProblem, ImpairedNotice } from '../components/frame.tsx';
import { Section } from '../components/section.tsx';
import type { Site } from '../site.ts';
import { type Resource, useAction } from '../use-resource.ts';
import { StepEnd } from './steps.tsx';

interface RemoteSidecarProps {
  site: Site;
  /** No sidecar that has the old secret is heard any more. */
  onDisconnected: () => void;
}

/** The code as a variable. It is asked for when it is wanted, and never part of the page before. */
function Code({ address }: { address: string }) {
  const [reply, setReply] = useState<ConnectReply>();
  const [password, setPassword] = useState('');
  const [lasting, setLasting] = useState(false);
  const { busy, error, run } = useAction();

  const load = () =>
    run(async () => {
      setPassword('');
      setReply(await api.getConnectionCode(address, password, lasting));
    });

  if (!reply) {
    return (
      <Form onSubmit={() => void load()}>
        {error && <ErrorNotice error={error} />}
        <TextControl
          label={__('Password of your account', 'itih-rag-chat')}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <CheckboxControl
          label={__('My host keeps no files', 'itih-rag-chat')}
          help={__(
            'The code then holds the secret of this site and works until you disconnect. Otherwise it works once, for 15 minutes.',
            'itih-rag-chat',
          )}
          checked={lasting}
          onChange={setLasting}
        />
        <Button variant="secondary" type="submit" isBusy={busy} disabled={password === ''}>
          {__('Show the connection code', 'itih-rag-chat')}
        </Button>
      </Form>
    );
  }
  return (
    <div role="status">
      <Command text={`ITIH_CONNECT=${reply.connect}`} />
      <p>
        {sprintf(
          /* translators: %s: an address. */
          __('WordPress calls the sidecar at %s.', 'itih-rag-chat'),
          reply.sidecar_url,
        )}
      </p>
      <p className="itih-hint">
        {lasting
          ? __(
              'It holds the secret of this site: treat it like a password. When you leave this page it is hidden again.',
              'itih-rag-chat',
            )
          : __(
              'It works once, for 15 minutes, and replaces earlier ones. The sidecar exchanges it for the secret of this site, which it keeps with its files. Without a container, enter: itih connect, and the code.',
              'itih-rag-chat',
            )}
      </p>
    </div>
  );
}

function Disconnect({ onDone }: { onDone: () => void }) {
  const [asking, setAsking] = useState(false);
  const { error, run } = useAction();

  async function disconnect(): Promise<void> {
    setAsking(false);
    if (await run(api.disconnect)) onDone();
  }

  return (
    <>
      {error && <ErrorNotice error={error} />}
      <Button variant="secondary" isDestructive onClick={() => setAsking(true)}>
        {__('Disconnect', 'itih-rag-chat')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={__('Disconnect the sidecar?', 'itih-rag-chat')}
          action={__('Disconnect', 'itih-rag-chat')}
          onConfirm={() => void disconnect()}
          onClose={() => setAsking(false)}
        >
          <p>
            {__(
              'This site gets a new secret. A sidecar elsewhere is not heard any more until it is connected again, and API keys that it has stored have to be entered again. Visitors do not see the chat until then. Documents and conversations stay.',
              'itih-rag-chat',
            )}
          </p>
          <p>
            {__(
              'A sidecar on this server reads the new secret itself and goes on.',
              'itih-rag-chat',
            )}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** How a sidecar on another machine or in a container is connected, and disconnected. */
export function RemoteSidecar({ site, onDisconnected }: RemoteSidecarProps) {
  const [open, setOpen] = useState(false);
  const [gone, setGone] = useState(false);
  const isUsual = /^http:\/\/127\.0\.0\.1(:|$)/.test(site.sidecarUrl);
  const [address, setAddress] = useState(isUsual ? '' : site.sidecarUrl);
  const home = site.homeUrl.replace(/\/$/, '');
  if (!open) {
    return (
      <Button variant="link" aria-expanded={false} onClick={() => setOpen(true)}>
        {__('The sidecar is on another machine, or in a container', 'itih-rag-chat')}
      </Button>
    );
  }
  return (
    <Section id="remote" title={__('A sidecar on another machine', 'itih-rag-chat')}>
      <TextControl
        label={__('Address of the sidecar, as this server reaches it', 'itih-rag-chat')}
        type="url"
        dir="ltr"
        placeholder="https://chat.example.com"
        value={address}
        onChange={setAddress}
      />
      <p>
        {__(
          'Run this on that machine. It leads you to a page of this site where you approve the connection:',
          'itih-rag-chat',
        )}
      </p>
      <Command text={`itih connect ${home}${address && ` --address ${address}`}`} />
      <p>{__('A container takes everything from one variable:', 'itih-rag-chat')}</p>
      <Code key={address} address={address} />
      {gone && (
        <Notice status="success">
          {__('Disconnected. The old code does not work any more.', 'itih-rag-chat')}
        </Notice>
      )}
      <Disconnect
        onDone={() => {
          setGone(true);
          onDisconnected();
        }}
      />
    </Section>
  );
}

interface Props {
  site: Site;
  status: Resource<StatusReply>;
  connection: Connection;
  onNext: () => void;
}

/** Whether the sidecar answers; until then, how to start it. */
export function ConnectStep({ site, status, connection, onNext }: Props) {
  const check = () => void status.reload();
  return (
    <>
      {status.error ? (
        <ConnectionProblem
          error={status.error}
          checking={status.loading}
          site={site}
          onCheck={check}
        />
      ) : (
        <>
          {connection === 'impaired' && status.data && <ImpairedNotice status={status.data} />}
          <ConnectionCard status={status.data} />
          {status.data && <StepEnd action={__('Continue', 'itih-rag-chat')} onAction={onNext} />}
        </>
      )}
      <RemoteSidecar site={site} onDisconnected={check} />
    </>
  );
}
