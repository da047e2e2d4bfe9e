import { Notice } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import type { StatusReply } from '../../server/contract/admin.ts';

function reason({ database, bridge, queue }: StatusReply): string {
  if (!database.ok)
    return __('The sidecar cannot reach its database. Its log says why.', 'itih-rag-chat');
  if (!bridge.ok)
    return sprintf(
      /* translators: %s: a sentence that says what is wrong. */
      __(
        'The sidecar cannot talk to WordPress, so it cannot read your content. %s',
        'itih-rag-chat',
      ),
      bridge.message,
    );
  if (queue.engine === 'redis_unreachable')
    return __(
      'The sidecar cannot reach Redis, so nothing new is read. Its log says why.',
      'itih-rag-chat',
    );
  return __('The sidecar reports a problem. Its log says more.', 'itih-rag-chat');
}

/** The sidecar answers, but something it needs does not. */
export function ImpairedNotice({ status }: { status: StatusReply }) {
  return (
    <Notice className="itih-notice" status="warning" isDismissible={false}>
      {reason(status)}
    </Notice>
  );
}
