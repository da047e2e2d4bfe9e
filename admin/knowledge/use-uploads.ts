import { useEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { api, toApiError } from '../api.ts';
import { formatBytes } from '../format.ts';
import type { Site } from '../site.ts';
import { uploadFile } from './upload-file.ts';

export type UploadRules = Pick<Site, 'uploadUrl' | 'maxUpload' | 'fileExtensions'>;

export interface Upload {
  key: number;
  name: string;
  bytes: number;
  /** `refused`: another file is needed; `failed`: the same file may do at another time. */
  state: 'refused' | 'waiting' | 'sending' | 'adding' | 'added' | 'failed';
  /** Share that has been sent, 0 to 1. */
  share: number;
  message: string;
}

export interface Uploads {
  list: readonly Upload[];
  busy: boolean;
  add: (files: readonly File[]) => void;
  retry: (key: number) => void;
  /** Takes all from the list that are not under way. */
  clear: () => void;
}

const extensionOf = (name: string) => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Returns why a file cannot be read; empty if it can. */
export function refusalOf(
  { name, size }: Pick<File, 'name' | 'size'>,
  { fileExtensions, maxUpload }: UploadRules,
): string {
  if (!fileExtensions.includes(extensionOf(name)))
    return __(
      'Files of this type cannot be read. Save it as a PDF, a Word document (docx) or a text file.',
      'itih-rag-chat',
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
export function useUploads(rules: UploadRules, onAdded: () => void): Uploads {
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
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [busy]);

  return {
    list,
    busy,
    add: (added) =>
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
    retry: (key) => change(key, { state: 'waiting', message: '' }),
    clear: () =>
      setList(list.filter(({ state }) => ['waiting', 'sending', 'adding'].includes(state))),
  };
}
