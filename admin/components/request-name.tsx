import { __ } from '@wordpress/i18n';

/** The id by which the lines of a request are found in the sidecar's log. */
export const RequestName = ({ id }: { id: string }) => (
  <span
    className="itih-request"
    title={__('The log of the sidecar has this id on each line of the request.', 'itih-rag-chat')}
  >
    {__('Request', 'itih-rag-chat')} <code dir="ltr">{id}</code>
  </span>
);
