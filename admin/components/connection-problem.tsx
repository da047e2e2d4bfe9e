import { Spinner } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import type { ApiError } from '../api.ts';
import type { Site } from '../site.ts';
import { Command } from './command.tsx';
import { Button } from './controls.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Section } from './section.tsx';

interface Props {
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
            'The sidecar is on another machine. Look there whether it runs, and whether this server reaches %s.',
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
        'The program of the sidecar is not on this server. It is in the release of Itih RAG Chat, in the folder "sidecar", and in its source, in the folder "server".',
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
          'Answers come from a small Node.js service next to WordPress, the sidecar. It does not answer at the moment, so visitors cannot use the chat. Your settings and content are safe.',
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
            "Another site's sidecar answers at %1$s: it serves %2$s. Give the sidecar of this site its own port:",
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
          'The sidecar at %s refuses the signature of this site. Either it has another secret, because it was started for another site or with another ITIH_SECRET, or the clocks of the two servers differ by more than a minute.',
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
  sidecar_unavailable: __('The sidecar is not running', 'itih-rag-chat'),
  wrong_site: __("Another site's sidecar answers", 'itih-rag-chat'),
  invalid_signature: __('The sidecar refuses this site', 'itih-rag-chat'),
});

const explained: Record<string, typeof WrongSite> = {
  moved_or_copied: MovedOrCopied,
  sidecar_unavailable: HowToStart,
  wrong_site: WrongSite,
  invalid_signature: OtherSecret,
};

/** The sidecar or the way to it fails. */
export function ConnectionProblem({ error, checking, site, onCheck }: Props) {
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
