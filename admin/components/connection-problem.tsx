import { Spinner } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { ApiError } from '../api.ts';
import { Command } from './command.tsx';
import { Button } from './controls.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Section } from './section.tsx';

interface Props {
  error: ApiError;
  checking: boolean;
  /** WordPress' directory on the server. */
  path: string;
  onCheck: () => void;
}

/** Paths with spaces or quotes must survive the shell. */
const quoted = (path: string) =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

function HowToStart({ checking, path, onCheck }: Omit<Props, 'error'>) {
  const directory = path ? quoted(path) : `<${__('path to WordPress', 'itih-rag-chat')}>`;
  return (
    <>
      <p>
        {__(
          'Answers come from a small Node.js service next to WordPress, the sidecar. It does not answer at the moment, so visitors cannot use the chat. Your settings and content are safe.',
          'itih-rag-chat',
        )}
      </p>
      <p>{__('Start it on the server, in the folder of the sidecar:', 'itih-rag-chat')}</p>
      <Command text={`npx itih serve --wp ${directory}`} />
      <p className="itih-hint">
        {__(
          'It is running already? Then its log says why WordPress cannot reach it.',
          'itih-rag-chat',
        )}
      </p>
      <div className="itih-actions">
        <Button variant="primary" isBusy={checking} onClick={onCheck}>
          {__('Check again', 'itih-rag-chat')}
        </Button>
        <span className="itih-hint">
          {__('This page also checks by itself every few seconds.', 'itih-rag-chat')}
        </span>
        {checking && <Spinner />}
      </div>
    </>
  );
}

/** The sidecar or the way to it fails. */
export function ConnectionProblem({ error, ...rest }: Props) {
  const down = error.code === 'sidecar_unavailable';
  const title = down
    ? __('The sidecar is not running', 'itih-rag-chat')
    : __('The connection does not work', 'itih-rag-chat');
  return (
    <Section id="problem" title={title}>
      {down ? <HowToStart {...rest} /> : <ErrorNotice error={error} onRetry={rest.onCheck} />}
    </Section>
  );
}
