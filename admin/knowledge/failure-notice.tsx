import { __ } from '@wordpress/i18n';
import type { DocumentView } from '../../server/contract/knowledge.ts';
import { Button, Notice } from '../components/controls.tsx';
import { failureHelp } from './failure-help.ts';
import type { DocumentActions } from './use-document-actions.ts';

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
