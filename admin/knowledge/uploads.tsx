import apiFetch from '@wordpress/api-fetch';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { api, ApiError, toApiError } from '../api.ts';
import { Button } from '../components/controls.tsx';
import { Badge, ProgressBar } from '../components/facts.tsx';
import { fileNames, type Tone } from '../labels.ts';
import { formatBytes } from '../format.ts';
import type { Site } from '../site.ts';
import { useUnsavedWarning } from '../page.ts';

/** Milliseconds for one file, which may go through a slow line. */
const timeout = 15 * 60_000;

const nonce = () =>
  (apiFetch as { nonceMiddleware?: { nonce: string } }).nonceMiddleware?.nonce ?? '';

function replyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The server cut it off before WordPress could say anything. */
function errorOf(status: number, reply: unknown): ApiError {
  if (status === 413)
    return new ApiError(
      'too_large',
      __('The web server takes no files of this size. Please divide the file.', 'itih-rag-chat'),
    );
  return toApiError(reply);
}

/**
 * Adds a file to the media library and resolves to its id. `fetch` cannot tell how much has been sent.
 *
 * @throws ApiError
 */
function uploadFile(url: string, file: File, onProgress: (share: number) => void): Promise<number> {
  const body = new FormData();
  body.append('file', file, file.name);
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    const fail = (message: string) => () => reject(new ApiError('upload_failed', message));
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const reply = replyOf(request.responseText);
      const { id } = (reply ?? {}) as { id?: number };
      if (request.status < 300 && typeof id === 'number') resolve(id);
      else reject(errorOf(request.status, reply));
    };
    request.onerror = fail(
      __('The connection was lost. Please check it and try again.', 'itih-rag-chat'),
    );
    request.ontimeout = fail(__('Sending took too long. Please try again.', 'itih-rag-chat'));
    request.open('POST', url);
    request.timeout = timeout;
    request.setRequestHeader('X-WP-Nonce', nonce());
    request.setRequestHeader('Accept', 'application/json');
    request.send(body);
  });
}

export type UploadRules = Pick<Site, 'uploadUrl' | 'maxUpload' | 'fileExtensions'>;

interface Upload {
  key: number;
  name: string;
  bytes: number;
  /** `refused`: another file is needed; `failed`: the same file may do at another time. */
  state: 'refused' | 'waiting' | 'sending' | 'adding' | 'added' | 'failed';
  /** Share that has been sent, 0 to 1. */
  share: number;
  message: string;
}

const extensionOf = (name: string) => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Returns why a file cannot be read; empty if it can. */
export function refusalOf(
  { name, size }: Pick<File, 'name' | 'size'>,
  { fileExtensions, maxUpload }: UploadRules,
): string {
  if (!fileExtensions.includes(extensionOf(name)))
    return sprintf(
      /* translators: %s: kinds of files, such as "PDF files, Word files". */
      __('Files of this type cannot be read. Save it as one of these: %s.', 'itih-rag-chat'),
      fileNames(),
    );
  if (size === 0) return __('This file is empty.', 'itih-rag-chat');
  if (maxUpload > 0 && size > maxUpload)
    return sprintf(
      /* translators: %s: size of a file, such as "2 MB". */
      __(
        'This file is larger than %s, which is what this server takes. Please divide it.',
        'itih-rag-chat',
      ),
      formatBytes(maxUpload),
    );
  return '';
}

/** Sends files to the media library one after another and adds each to the knowledge base. */
export function useUploads(rules: UploadRules, onAdded: () => void) {
  const [list, setList] = useState<readonly Upload[]>([]);
  const files = useRef(new Map<number, File>());
  /** Ids of files that are in the media library already, although adding them failed. */
  const sent = useRef(new Map<number, number>());
  const next = useRef(1);
  const working = useRef(false);
  const change = (key: number, changes: Partial<Upload>) =>
    setList((now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one)));

  async function send(key: number, file: File) {
    try {
      change(key, { state: 'sending', share: 0, message: '' });
      const onProgress = (share: number) => change(key, { share });
      const id = sent.current.get(key) ?? (await uploadFile(rules.uploadUrl, file, onProgress));
      sent.current.set(key, id);
      change(key, { state: 'adding', share: 1 });
      await api.addDocuments({ attachment_id: id });
      files.current.delete(key);
      change(key, { state: 'added' });
      onAdded();
    } catch (cause) {
      change(key, { state: 'failed', message: toApiError(cause).message });
    }
  }

  const waiting = list.find(({ state }) => state === 'waiting');
  const busy = list.some(({ state }) => ['waiting', 'sending', 'adding'].includes(state));
  useEffect(() => {
    const file = waiting && files.current.get(waiting.key);
    if (!file || working.current) return;
    working.current = true;
    void send(waiting.key, file).finally(() => {
      working.current = false;
      // Looks for the next one.
      setList((now) => [...now]);
    });
  }, [list]);
  useUnsavedWarning(busy);

  return {
    list,
    busy,
    add: (added: readonly File[]) =>
      setList([
        ...list,
        ...added.map((file): Upload => {
          const key = next.current++;
          const message = refusalOf(file, rules);
          if (!message) files.current.set(key, file);
          const { name, size: bytes } = file;
          return { key, name, bytes, state: message ? 'refused' : 'waiting', share: 0, message };
        }),
      ]),
    retry: (key: number) => change(key, { state: 'waiting', message: '' }),
    /** Takes all from the list that are not under way. */
    clear: () =>
      setList(list.filter(({ state }) => ['waiting', 'sending', 'adding'].includes(state))),
  };
}
export type Uploads = ReturnType<typeof useUploads>;

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
      {state === 'sending' && (
        <ProgressBar
          /* translators: %s: name of a file. */
          label={sprintf(__('Sending %s', 'itih-rag-chat'), name)}
          percent={Math.round(share * 100)}
        />
      )}
      {message && <p className="itih-upload__message">{message}</p>}
    </li>
  );
}

/** Files with how far each has come. */
function UploadList({ uploads: { list, busy, retry, clear } }: { uploads: Uploads }) {
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

/** Takes files that are dropped on it or chosen on the owner's computer. */
export function DropZone({ rules, uploads }: { rules: UploadRules; uploads: Uploads }) {
  const [over, setOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const accept = rules.fileExtensions.map((extension) => `.${extension}`).join(',');
  return (
    <>
      <div
        className={over ? 'itih-drop is-over' : 'itih-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          uploads.add([...event.dataTransfer.files]);
        }}
      >
        <p>{__('Drop files here', 'itih-rag-chat')}</p>
        <Button variant="primary" onClick={() => field.current?.click()}>
          {__('Choose from this computer', 'itih-rag-chat')}
        </Button>
        <p className="itih-hint">
          {sprintf(
            /* translators: 1: kinds of files, such as "PDF files, Word files"; 2: size, such as "2 MB". */
            __('%1$s: each up to %2$s.', 'itih-rag-chat'),
            fileNames(),
            formatBytes(rules.maxUpload),
          )}
        </p>
        <input
          ref={field}
          type="file"
          name="files"
          multiple
          accept={accept}
          hidden
          onChange={(event) => {
            uploads.add([...(event.currentTarget.files ?? [])]);
            // So that the same file can be chosen again.
            event.currentTarget.value = '';
          }}
        />
      </div>
      <UploadList uploads={uploads} />
    </>
  );
}
