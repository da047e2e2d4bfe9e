import { __, sprintf } from '@wordpress/i18n';
import { Badge, type Tone } from '../components/badge.tsx';
import { Button } from '../components/controls.tsx';
import { formatBytes } from '../format.ts';
import type { Upload, Uploads } from './use-uploads.ts';

const tones: Partial<Record<Upload['state'], Tone>> = {
  refused: 'bad',
  failed: 'bad',
  added: 'good',
  sending: 'warning',
  adding: 'warning',
};

const labels = (): Record<Upload['state'], string> => ({
  refused: __('Not taken', 'itih-rag-chat'),
  waiting: __('Waiting', 'itih-rag-chat'),
  sending: __('Sending', 'itih-rag-chat'),
  adding: __('Being added', 'itih-rag-chat'),
  added: __('Added', 'itih-rag-chat'),
  failed: __('Failed', 'itih-rag-chat'),
});

const percent = (share: number) => Math.round(share * 100);

function Bar({ name, share }: Pick<Upload, 'name' | 'share'>) {
  return (
    <div
      className="itih-progress__track"
      role="progressbar"
      /* translators: %s: name of a file. */
      aria-label={sprintf(__('Sending %s', 'itih-rag-chat'), name)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent(share)}
    >
      <div className="itih-progress__bar" style={{ inlineSize: `${percent(share)}%` }} />
    </div>
  );
}

function Row({ upload, onRetry }: { upload: Upload; onRetry: () => void }) {
  const { name, bytes, state, share, message } = upload;
  return (
    <li className="itih-upload">
      <div className="itih-upload__name">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="itih-hint">{formatBytes(bytes)}</span>
        <Badge tone={tones[state] ?? 'neutral'} text={labels()[state]} />
        {state === 'failed' && (
          <Button
            variant="secondary"
            /* translators: %s: name of a file. */
            aria-label={sprintf(__('Try again: %s', 'itih-rag-chat'), name)}
            onClick={onRetry}
          >
            {__('Try again', 'itih-rag-chat')}
          </Button>
        )}
      </div>
      {state === 'sending' && <Bar name={name} share={share} />}
      {message && <p className="itih-upload__message">{message}</p>}
    </li>
  );
}

/** Files with how far each has come. */
export function UploadList({ uploads: { list, busy, retry, clear } }: { uploads: Uploads }) {
  if (list.length === 0) return null;
  const left = list.filter(({ state }) => state === 'refused' || state === 'failed').length;
  const added = list.filter(({ state }) => state === 'added').length;
  return (
    <div className="itih-uploads">
      <p role="status">
        {sprintf(
          /* translators: 1: number of files that were added. 2: number of all files. 3: number of files that were not taken. */
          __('%1$s of %2$s files added, %3$s not.', 'itih-rag-chat'),
          String(added),
          String(list.length),
          String(left),
        )}
      </p>
      <ul>
        {list.map((upload) => (
          <Row key={upload.key} upload={upload} onRetry={() => retry(upload.key)} />
        ))}
      </ul>
      {!busy && (
        <Button variant="tertiary" onClick={clear}>
          {__('Clear this list', 'itih-rag-chat')}
        </Button>
      )}
    </div>
  );
}
