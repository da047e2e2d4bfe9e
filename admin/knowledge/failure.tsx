import { __, sprintf } from '@wordpress/i18n';
import type { DocumentView } from '../../server/contract/knowledge.ts';
import { fileNames } from '../labels.ts';
import { Button, Notice } from '../components/controls.tsx';
import { editUrl, settingsUrl } from '../page.ts';
import type { DocumentActions } from './document-actions.tsx';

/** Help for the owner of a document that could not be read. */
interface FailureHelp {
  advice: string;
  /** The step that helps: a link, or what the list can do itself. */
  step: { label: string; href: string } | 'process' | 'delete';
}

/** Where the owner can change the source. */
function source({ post_id, attachment_id, source_url }: DocumentView): FailureHelp['step'] {
  if (post_id !== null)
    return { label: __('Edit in WordPress', 'itih-rag-chat'), href: editUrl(post_id) };
  if (attachment_id !== null)
    return {
      label: __('Open the file in WordPress', 'itih-rag-chat'),
      href: editUrl(attachment_id),
    };
  return source_url ? { label: __('Open the page', 'itih-rag-chat'), href: source_url } : 'delete';
}

const provider = (tab: string): FailureHelp['step'] => ({
  label: __('Look at the models', 'itih-rag-chat'),
  href: settingsUrl(tab),
});

const noText = ({ kind }: DocumentView) =>
  kind === 'post'
    ? __(
        'The text of this page may be in pictures, or be written by a script or a page builder. Write some of it as text, or exclude the page.',
        'itih-rag-chat',
      )
    : kind === 'url'
      ? __(
          'This page may write its text with scripts, which are not run. Add the text itself, or another page.',
          'itih-rag-chat',
        )
      : __('Replace the file by one with text in it, and add that one.', 'itih-rag-chat');

/** A vendor that makes vectors, or the server of a web page. */
function unreachable(document: DocumentView): FailureHelp {
  if (document.kind === 'url')
    return {
      advice: __('Look whether the page opens in your browser, then try again.', 'itih-rag-chat'),
      step: 'process',
    };
  return {
    advice: __(
      'The model that finds by meaning did not answer. Test its connection, then read the document again.',
      'itih-rag-chat',
    ),
    step: provider('embeddings'),
  };
}

const tryAgain = (advice: string): FailureHelp => ({ advice, step: 'process' });
const atSource = (document: DocumentView, advice: string) => ({ advice, step: source(document) });

/** Help by the code of the error. */
const helps: Record<string, (document: DocumentView) => FailureHelp> = {
  no_text: (document) => atSource(document, noText(document)),
  too_large: (document) =>
    atSource(document, __('Divide it into smaller ones, and add these.', 'itih-rag-chat')),
  unsupported_type: (document) =>
    atSource(
      document,
      sprintf(
        /* translators: %s: kinds of files, such as "PDF files, Word files". */
        __('Save it as one of these, with its text, and add that: %s.', 'itih-rag-chat'),
        fileNames(),
      ),
    ),
  blocked_address: () => ({
    advice: __(
      'Addresses of internal networks are not fetched. Add the text itself, or allow the host with ITIH_FETCH_ALLOW where the answer service runs.',
      'itih-rag-chat',
    ),
    step: 'delete',
  }),
  not_found: (document) =>
    atSource(
      document,
      __('The page has moved or is gone. Delete it, and add its new address.', 'itih-rag-chat'),
    ),
  rest_forbidden: (document) =>
    atSource(
      document,
      document.post_id === null
        ? __(
            'The site asks programs not to read it. If it is yours, allow it in its robots.txt; otherwise add the text itself.',
            'itih-rag-chat',
          )
        : __(
            'The chat tells what everybody may read. If this page is meant for everybody, open it without logging in and see what stands there instead.',
            'itih-rag-chat',
          ),
    ),
  provider_error: unreachable,
  provider_timeout: unreachable,
  not_configured: unreachable,
  budget_exhausted: () => ({
    advice: __('The limit that you have set is reached.', 'itih-rag-chat'),
    step: { label: __('Look at the limits', 'itih-rag-chat'), href: settingsUrl('limits') },
  }),
  invalid_request: () => ({
    advice: __('Correct the address and add it again.', 'itih-rag-chat'),
    step: 'delete',
  }),
  sidecar_unavailable: () =>
    tryAgain(__('WordPress did not answer the answer service in time.', 'itih-rag-chat')),
};

/** Returns the help for a document that has failed. */
export const failureHelp = (document: DocumentView): FailureHelp =>
  helps[document.error?.code ?? '']?.(document) ??
  tryAgain(__('Try it again; the log of the answer service says more.', 'itih-rag-chat'));

interface Props {
  document: DocumentView;
  actions: DocumentActions;
}

function Step({ document, actions }: Props) {
  const { step } = failureHelp(document);
  if (step === 'process')
    return (
      <Button
        variant="link"
        isBusy={actions.busy.has(document.id)}
        onClick={() => void actions.process([document])}
      >
        {__('Try again', 'itih-rag-chat')}
      </Button>
    );
  if (step === 'delete')
    return (
      <Button variant="link" isDestructive onClick={() => actions.askToRemove([document])}>
        {__('Delete it', 'itih-rag-chat')}
      </Button>
    );
  return (
    <Button variant="link" href={step.href}>
      {step.label}
    </Button>
  );
}

/** Why a document could not be read, what helps, and the step to it. */
export const FailureText = ({ document, actions }: Props) => (
  <div className="itih-failure">
    <p>{document.error?.message ?? __('Unknown reason.', 'itih-rag-chat')}</p>
    <p className="itih-hint">
      {failureHelp(document).advice} <Step document={document} actions={actions} />
    </p>
  </div>
);

/** The same above the details of the document. */
export const FailureNotice = (props: Props) => (
  <Notice status="error">
    <FailureText {...props} />
  </Notice>
);
