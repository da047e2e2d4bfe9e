import { __ } from '@wordpress/i18n';
import type { ApiError } from '../api.ts';
import { RequestName } from './request-name.tsx';
import { Notice } from './controls.tsx';

interface Props {
  error: ApiError;
  onRetry?: () => void;
}

export function ErrorNotice({ error, onRetry }: Props) {
  const retry = { label: __('Try again', 'itih-rag-chat'), variant: 'link' as const };
  const reasons = [...new Set(Object.values(error.fields))];
  return (
    <Notice status="error" actions={onRetry ? [{ ...retry, onClick: onRetry }] : []}>
      {error.message}
      {error.requestId && <RequestName id={error.requestId} />}
      {reasons.length > 0 && (
        <ul className="itih-notice__reasons">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
