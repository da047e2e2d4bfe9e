import { Spinner } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { StatusReply } from '../../server/contract/admin.ts';
import { api, type ApiError } from '../api.ts';
import { setupUrl } from '../page.ts';
import type { Site } from '../site.ts';
import { type Resource, useAction, usePolling, useResource } from '../use-resource.ts';
import { OwnSite } from './answer.tsx';
import { Button, Command, ErrorNotice, Notice, ToggleControl } from './controls.tsx';
import { Badge } from './facts.tsx';
import type { Tone } from '../labels.ts';
import { Section } from './section.tsx';

/** `new`: no service has ever answered this site, so that nothing is broken. */
export type Connection = 'unknown' | 'new' | 'connected' | 'impaired' | 'down';

const tones: Record<Connection, Tone> = {
  unknown: 'neutral',
  new: 'neutral',
  connected: 'good',
  impaired: 'warning',
  down: 'bad',
};

const texts = (): Record<Connection, string> => ({
  unknown: __('Connecting…', 'itih-rag-chat'),
  new: __('Not started yet', 'itih-rag-chat'),
  connected: __('Connected', 'itih-rag-chat'),
  impaired: __('Needs attention', 'itih-rag-chat'),
  down: __('Not connected', 'itih-rag-chat'),
});

interface PageHeaderProps {
  title: string;
  text: string;
  connection: Connection;
}

export function PageHeader({ title, text, connection }: PageHeaderProps) {
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

function databaseReason(problem: StatusReply['database']['problem']): string {
  switch (problem) {
    case 'disk_full':
      return __(
        "The disk with the answer service's database is full: visitors are answered, but conversations are not kept and nothing new is read. Make room on the disk; the chat goes on by itself.",
        'itih-rag-chat',
      );
    case 'locked':
      return __(
        'Another program holds the tables of the answer service, such as a backup, so visitors are asked to wait. The chat goes on by itself when it has ended.',
        'itih-rag-chat',
      );
    case 'unreachable':
    case undefined:
      return __('The answer service cannot reach its database. Its log says why.', 'itih-rag-chat');
  }
}

function reason({ database, bridge }: StatusReply): string {
  if (!database.ok) return databaseReason(database.problem);
  if (!bridge.ok)
    return sprintf(
      /* translators: %s: a sentence that says what is wrong. */
      __(
        'The answer service cannot talk to WordPress, so it cannot read your content. %s',
        'itih-rag-chat',
      ),
      bridge.message,
    );
  return __('The answer service reports a problem. Its log says more.', 'itih-rag-chat');
}

/** Plugin and sidecar work together, but one of them was not updated. */
function VersionNotice({ status }: { status: StatusReply }) {
  const { update, version, plugin_version } = status;
  if (update === 'none') return null;
  return (
    <Notice status="warning">
      {sprintf(
        /* translators: 1: version of the sidecar. 2: version of the plugin. */
        __('The answer service is version %1$s, the plugin %2$s.', 'itih-rag-chat'),
        version,
        plugin_version,
      )}{' '}
      {update === 'plugin'
        ? __(
            'Update the plugin, or start the answer service that belongs to this version.',
            'itih-rag-chat',
          )
        : __(
            'Update the answer service: on this server start it again (wp itih sidecar restart), elsewhere install its new version.',
            'itih-rag-chat',
          )}
    </Notice>
  );
}

/** The sidecar answers, but something it needs does not. */
export function ImpairedNotice({ status }: { status: StatusReply }) {
  return <Notice status="warning">{reason(status)}</Notice>;
}

/** Says why no provider is called although one may be chosen: WordPress' own switch for AI. */
export const AiOff = ({ site: { aiOff } }: { site: { aiOff: boolean } }) =>
  aiOff ? (
    <Notice status="warning">
      {__(
        'AI is switched off for this site, by the constant WP_AI_SUPPORT or by a plugin. No provider is asked: the chat answers with passages from your pages, which are found by their words or by the local model.',
        'itih-rag-chat',
      )}
    </Notice>
  ) : null;

interface ChatSwitchCardProps {
  /** The sidecar answers. */
  answers: boolean;
  /** It has answered before. */
  hadContact: boolean;
}

function explanation(enabled: boolean, { answers, hadContact }: ChatSwitchCardProps): string {
  if (!enabled) return __('No page shows the chat.', 'itih-rag-chat');
  if (answers) return __('Every page shows the chat.', 'itih-rag-chat');
  return hadContact
    ? __('Every page shows the chat. It says that it is not available right now.', 'itih-rag-chat')
    : __(
        'No page shows the chat until the answer service has answered for the first time.',
        'itih-rag-chat',
      );
}

/** Whether pages show the chat. WordPress keeps that itself, so it can be changed without a sidecar. */
export function ChatSwitchCard(props: ChatSwitchCardProps) {
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

interface ConnectionProblemProps {
  error: ApiError;
  checking: boolean;
  site: Site;
  onCheck: () => void;
}

/** Port of the next site on the same server; the first one's is 8790. */
const otherPort = '8791';

const isElsewhere = ({ sidecarUrl }: Site) =>
  !/^https?:\/\/(localhost|[^/:]+\.localhost|127[\d.]+|\[::1\])([:/]|$)/.test(sidecarUrl);

function StartCommand({ site, command }: { site: Site; command: string }) {
  if (command) return <Command text={command} />;
  if (isElsewhere(site)) {
    return (
      <p>
        {sprintf(
          /* translators: %s: address of the sidecar. */
          __(
            'The answer service is on another machine. Look there whether it runs, and whether this server reaches %s.',
            'itih-rag-chat',
          ),
          site.sidecarUrl,
        )}
      </p>
    );
  }
  return (
    <p>
      {__(
        'The program of the answer service is not on this server. It is in the release of Itih RAG Chat, in the folder "sidecar", and in its source, in the folder "server".',
        'itih-rag-chat',
      )}
    </p>
  );
}

function HowToStart({ site }: { site: Site }) {
  return (
    <>
      <p>
        {__(
          'Answers come from the answer service, a small Node.js program beside WordPress. It does not answer at the moment, so visitors cannot use the chat. Your settings and content are safe.',
          'itih-rag-chat',
        )}
      </p>
      {site.startCommand && <p>{__('Start it on the server:', 'itih-rag-chat')}</p>}
      <StartCommand site={site} command={site.startCommand} />
      <p className="itih-hint">
        {__(
          'It is running already? Then its log says why WordPress cannot reach it.',
          'itih-rag-chat',
        )}
      </p>
    </>
  );
}

function WrongSite({ site, error }: { site: Site; error: ApiError }) {
  return (
    <>
      <p>
        {sprintf(
          /* translators: 1: address of the sidecar. 2: address of another site. */
          __(
            "Another site's answer service answers at %1$s: it serves %2$s. Give the answer service of this site its own port:",
            'itih-rag-chat',
          ),
          site.sidecarUrl,
          error.site,
        )}
      </p>
      <StartCommand
        site={site}
        command={site.startCommand && `ITIH_PORT=${otherPort} ${site.startCommand}`}
      />
      <p>{__('Then say in wp-config.php of this site where it is:', 'itih-rag-chat')}</p>
      <Command text={`define( 'ITIH_SIDECAR_URL', 'http://127.0.0.1:${otherPort}' );`} />
    </>
  );
}

/** The plugin itself refuses while nobody has said whether the site is a copy; it names no sidecar then. */
function MovedOrCopied({ error }: { error: ApiError }) {
  return (
    <>
      <p>{error.message}</p>
      <p>
        {__(
          'Say at the top of this page whether the site was moved or copied. Visitors do not see the chat until then.',
          'itih-rag-chat',
        )}
      </p>
    </>
  );
}

function OtherSecret({ site }: { site: Site }) {
  return (
    <p>
      {sprintf(
        /* translators: %s: address of the sidecar. */
        __(
          'The answer service at %s refuses the signature of this site. Either it has another secret, because it was started for another site or with another ITIH_SECRET, or the clocks of the two servers differ by more than a minute.',
          'itih-rag-chat',
        ),
        site.sidecarUrl,
      )}
    </p>
  );
}

/** Shown to those who may only read. */
const AskAdministrator = () => (
  <p>
    {__(
      'Conversations and figures are kept by a service next to WordPress, which does not answer at the moment. Please tell an administrator of this site. Nothing is lost.',
      'itih-rag-chat',
    )}
  </p>
);

const problemOf = ({ code, site }: ApiError) =>
  code === 'wrong_site' && site === '' ? 'moved_or_copied' : code;

const titles = (): Record<string, string> => ({
  moved_or_copied: __('This site has another address', 'itih-rag-chat'),
  sidecar_unavailable: __('The answer service is not running', 'itih-rag-chat'),
  wrong_site: __("Another site's answer service answers", 'itih-rag-chat'),
  invalid_signature: __('The answer service refuses this site', 'itih-rag-chat'),
});

const explained: Record<string, typeof WrongSite> = {
  moved_or_copied: MovedOrCopied,
  sidecar_unavailable: HowToStart,
  wrong_site: WrongSite,
  invalid_signature: OtherSecret,
};

/** The sidecar or the way to it fails. */
export function ConnectionProblem({ error, checking, site, onCheck }: ConnectionProblemProps) {
  const problem = problemOf(error);
  const Explained = site.canManage ? explained[problem] : AskAdministrator;
  const title = titles()[problem] ?? __('The connection does not work', 'itih-rag-chat');
  if (!Explained) {
    return (
      <Section id="problem" title={title}>
        <ErrorNotice error={error} onRetry={onCheck} />
      </Section>
    );
  }
  return (
    <Section id="problem" title={title}>
      <Explained site={site} error={error} />
      <div className="itih-actions">
        <Button variant="primary" isBusy={checking} onClick={onCheck}>
          {__('Check again', 'itih-rag-chat')}
        </Button>
        <span className="itih-hint">
          {__('This page also checks by itself every few seconds.', 'itih-rag-chat')}
        </span>
        {checking && <Spinner />}
      </div>
    </Section>
  );
}

/** In place of a problem where there is none yet. */
const StartFirst = () => (
  <Section
    id="problem"
    title={__('One step is left: start the answer service', 'itih-rag-chat')}
    aside={
      <Button variant="primary" href={setupUrl()}>
        {__('Go on with the first steps', 'itih-rag-chat')}
      </Button>
    }
  >
    <p>
      {__(
        'Answers come from a small program next to WordPress. The first steps show how it is started where you are.',
        'itih-rag-chat',
      )}
    </p>
  </Section>
);

const recheckMs = 5000;

export function connectionOf(
  { data, error }: Resource<StatusReply>,
  { hadContact }: Pick<Site, 'hadContact'>,
): Connection {
  if (error) {
    const isNew = !hadContact && !data && problemOf(error) !== 'moved_or_copied';
    return isNew ? 'new' : 'down';
  }
  if (!data) return 'unknown';
  return data.ok && data.database.ok && data.bridge.ok ? 'connected' : 'impaired';
}

interface Props {
  title: string;
  text: string;
  site: Site;
  status: Resource<StatusReply>;
  /** The sidecar answers again: fetch the rest. */
  onBack: () => Promise<unknown>;
  /** The screen is of use also while the sidecar does not answer. */
  offline?: boolean;
  children: ReactNode;
}

/** Renders the heading of a screen, the state of the sidecar and, if it does not work, what to do. */
export function Frame(props: Props) {
  const { title, text, site, status, onBack, offline = false, children } = props;
  const connection = connectionOf(status, site);
  const check = async () => {
    if (await status.reload()) await onBack();
  };
  usePolling(check, status.error ? recheckMs : null);

  // Without any answer so far there is nothing to show; later, what was last known stays.
  const reached = offline || status.data !== undefined || !status.error;

  return (
    <div className="itih-admin">
      <PageHeader title={title} text={text} connection={connection} />
      {connection === 'new' && site.canManage && <StartFirst />}
      {status.error && (
        <>
          {(connection === 'down' || !site.canManage) && (
            <ConnectionProblem
              error={status.error}
              checking={status.loading}
              site={site}
              onCheck={() => void check()}
            />
          )}
          {!offline && site.canManage && (
            <ChatSwitchCard answers={false} hadContact={site.hadContact} />
          )}
        </>
      )}
      {connection === 'impaired' && status.data && <ImpairedNotice status={status.data} />}
      {site.canManage && status.data && <VersionNotice status={status.data} />}
      {reached && <OwnSite.Provider value={site.homeUrl}>{children}</OwnSite.Provider>}
    </div>
  );
}
