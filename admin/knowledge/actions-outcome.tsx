import { __ } from '@wordpress/i18n';
import type { DocumentActions } from './use-document-actions.ts';
import { Notice } from '../components/controls.tsx';

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
