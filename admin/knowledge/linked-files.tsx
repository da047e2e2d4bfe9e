import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { LinkedFilesReply } from '../../server/contract/knowledge.ts';
import { api } from '../api.ts';
import { Button, CheckboxControl, ErrorNotice } from '../components/controls.tsx';
import { formatNumber } from '../format.ts';
import { useAction } from '../use-resource.ts';

type LinkedFile = LinkedFilesReply['files'][number];

/** Returns all files that the site's posts link, each once. */
async function findAll(): Promise<LinkedFile[]> {
  const found = new Map<string, LinkedFile>();
  for (let after: number | null = 0; after !== null;) {
    const reply: LinkedFilesReply = await api.getLinkedFiles(after);
    for (const file of reply.files) if (!found.has(file.url)) found.set(file.url, file);
    ({ after } = reply);
  }
  return [...found.values()];
}

const nameOf = (url: string) => {
  const { hostname, pathname } = new URL(url);
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  return { name, path: hostname + pathname.slice(0, -name.length) };
};

interface Props {
  busy: boolean;
  /** Adds the files; resolves to whether it was done. */
  onAdd: (urls: readonly string[]) => Promise<boolean>;
}

/** Offers the files that pages of the site link. */
export function LinkedFiles({ busy, onAdd }: Props) {
  const [files, setFiles] = useState<readonly LinkedFile[]>();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const search = useAction();
  const chosen = (files ?? []).filter(({ url }) => !left.has(url)).map(({ url }) => url);

  const find = () =>
    search.run(async () => {
      setFiles(await findAll());
      setLeft(new Set());
    });

  function choose(url: string, isChosen: boolean) {
    const next = new Set(left);
    if (isChosen) next.delete(url);
    else next.add(url);
    setLeft(next);
  }

  async function add() {
    if (await onAdd(chosen)) setFiles((files ?? []).filter(({ url }) => left.has(url)));
  }

  return (
    <div className="itih-linked">
      {search.error && <ErrorNotice error={search.error} onRetry={() => void find()} />}
      {!files && (
        <div className="itih-actions">
          <Button variant="secondary" isBusy={search.busy} onClick={() => void find()}>
            {search.busy
              ? __('Looking through your pages…', 'itih-rag-chat')
              : __('Find the files that your pages link', 'itih-rag-chat')}
          </Button>
        </div>
      )}
      <div role="status">
        {files?.length === 0 && (
          <p>{__('Every file that your pages link is in the list already.', 'itih-rag-chat')}</p>
        )}
      </div>
      {files && files.length > 0 && (
        <>
          <fieldset className="itih-linked__files">
            <legend>
              {sprintf(
                /* translators: %s: number of files. */
                _n(
                  'Your pages link %s file that the chat does not know:',
                  'Your pages link %s files that the chat does not know:',
                  files.length,
                  'itih-rag-chat',
                ),
                formatNumber(files.length),
              )}
            </legend>
            {files.map(({ url, page }) => {
              const { name, path } = nameOf(url);
              return (
                <CheckboxControl
                  key={url}
                  label={name}
                  help={sprintf(
                    /* translators: 1: folder of a file. 2: title of a page. */
                    __('%1$s, linked on “%2$s”', 'itih-rag-chat'),
                    path,
                    page.title,
                  )}
                  checked={!left.has(url)}
                  onChange={(isChosen) => choose(url, isChosen)}
                />
              );
            })}
          </fieldset>
          <Button
            variant="primary"
            isBusy={busy}
            disabled={chosen.length === 0}
            onClick={() => void add()}
          >
            {sprintf(
              /* translators: %s: number of files. */
              _n('Read %s file', 'Read %s files', chosen.length, 'itih-rag-chat'),
              formatNumber(chosen.length),
            )}
          </Button>
        </>
      )}
    </div>
  );
}
