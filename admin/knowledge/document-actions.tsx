import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { DocumentView } from '../../server/contract/knowledge.ts';
import { api, toApiError } from '../api.ts';
import { CheckboxControl, ConfirmDialog, Notice } from '../components/controls.tsx';
import { documentName } from '../labels.ts';
import { counted } from './bulk.tsx';

interface Outcome {
  /** Empty when nothing went well. */
  sentence: string;
  failures: { name: string; message: string }[];
}

async function exclude(documents: readonly DocumentView[]): Promise<void> {
  const ids = documents.flatMap(({ post_id }) => post_id ?? []);
  if (ids.length === 0) return;
  const { indexing } = await api.getSettings();
  const exclude_ids = [...new Set([...indexing.exclude_ids, ...ids])];
  await api.saveSettings({ indexing: { exclude_ids } });
}

/** One that is gone already is no failure. */
const deleteIfThere = (id: number) =>
  api.deleteDocument(id).catch((cause: unknown) => {
    if (toApiError(cause).code !== 'not_found') throw cause;
  });

/** Runs actions on one document or many; `onDone` reloads them. */
export function useDocumentActions(onDone: () => Promise<unknown>) {
  /** Documents that are being acted on. */
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const [outcome, setOutcome] = useState<Outcome>();
  /** Waiting for the owner's consent. */
  const [removing, setRemoving] = useState<readonly DocumentView[]>([]);

  async function forEach(
    documents: readonly DocumentView[],
    action: 'process' | 'delete',
    act: (id: number) => Promise<unknown>,
    prepare = () => Promise.resolve(),
  ) {
    if (busy.size > 0) return;
    setBusy(new Set(documents.map(({ id }) => id)));
    setOutcome(undefined);
    const failures: Outcome['failures'] = [];
    const fail = (name: string, cause: unknown) =>
      failures.push({ name, message: toApiError(cause).message });
    try {
      await prepare();
      for (const document of documents) {
        await act(document.id).catch((cause: unknown) => fail(documentName(document), cause));
      }
    } catch (cause) {
      for (const document of documents) fail(documentName(document), cause);
    }
    const done = documents.length - failures.length;
    await onDone();
    setOutcome({ sentence: done > 0 ? counted(action, 'done', done) : '', failures });
    setBusy(new Set());
  }

  return {
    busy,
    outcome,
    dismiss: () => setOutcome(undefined),
    /** Also where nothing has changed: an owner who asks for it means that. */
    process: (documents: readonly DocumentView[]) =>
      forEach(documents, 'process', (id) => api.processDocument(id, { force: true })),
    removing,
    askToRemove: setRemoving,
    /** `keepOut`: posts among them are not taken up again. */
    remove: (keepOut: boolean) => {
      setRemoving([]);
      return forEach(removing, 'delete', deleteIfThere, () =>
        keepOut ? exclude(removing) : Promise.resolve(),
      );
    },
  };
}
export type DocumentActions = ReturnType<typeof useDocumentActions>;

/** Shows the outcome of the last action. */
export function ActionsOutcome({ actions: { outcome, dismiss } }: { actions: DocumentActions }) {
  if (!outcome) return null;
  const { sentence, failures } = outcome;
  return (
    <Notice status={failures.length > 0 ? 'error' : 'success'} onRemove={dismiss}>
      {sentence}
      {failures.length > 0 && (
        <>
          <p>{__('This did not work:', 'itih-rag-chat')}</p>
          <ul className="itih-notice__reasons">
            {failures.map(({ name, message }, row) => (
              <li key={row}>
                <bdi>{name}</bdi>: {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}

function Dialog({ actions }: { actions: DocumentActions }) {
  const { removing, askToRemove, remove } = actions;
  const hasPosts = removing.some(({ post_id }) => post_id !== null);
  const hasTyped = removing.some(
    ({ kind, attachment_id }) => kind === 'txt' && attachment_id === null,
  );
  const [keepOut, setKeepOut] = useState(true);
  const close = () => askToRemove([]);
  const [only, ...more] = removing;
  const title =
    only && more.length === 0
      ? /* translators: %s: title of a document. */
        sprintf(__('Delete “%s”?', 'itih-rag-chat'), documentName(only))
      : counted('delete', 'question', removing.length);
  return (
    <ConfirmDialog
      title={title}
      action={__('Delete', 'itih-rag-chat')}
      onConfirm={() => void remove(hasPosts && keepOut)}
      onClose={close}
    >
      <p>
        {__(
          'The chat will no longer answer from what you delete. Pages and files themselves stay where they are.',
          'itih-rag-chat',
        )}
      </p>
      {hasTyped && (
        <p>
          {__('A text that was typed in here exists nowhere else: it is lost.', 'itih-rag-chat')}
        </p>
      )}
      {hasPosts && (
        <CheckboxControl
          label={__('Keep posts and pages out for good', 'itih-rag-chat')}
          help={__(
            'They are added to the excluded IDs. Otherwise, they are read again when they are saved, and when all is compared with the site.',
            'itih-rag-chat',
          )}
          checked={keepOut}
          onChange={setKeepOut}
        />
      )}
    </ConfirmDialog>
  );
}

export const ConfirmRemoval = ({ actions }: { actions: DocumentActions }) =>
  actions.removing.length > 0 ? <Dialog actions={actions} /> : null;
