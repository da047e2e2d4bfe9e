import { __, sprintf } from '@wordpress/i18n';
import type { StatusReply } from '../../server/contract/admin.ts';
import { Notice } from './controls.tsx';

function databaseReason(problem: StatusReply['database']['problem']): string {
  switch (problem) {
    case 'disk_full':
      return __(
        "The disk with the sidecar's database is full: visitors are answered, but conversations are not kept and nothing new is read. Make room on the disk; the chat goes on by itself.",
        'itih-rag-chat',
      );
    case 'locked':
      return __(
        'Another program holds the tables of the sidecar, such as a backup, so visitors are asked to wait. The chat goes on by itself when it has ended.',
        'itih-rag-chat',
      );
    case 'unreachable':
    case undefined:
      return __('The sidecar cannot reach its database. Its log says why.', 'itih-rag-chat');
  }
}

function reason({ database, bridge }: StatusReply): string {
  if (!database.ok) return databaseReason(database.problem);
  if (!bridge.ok)
    return sprintf(
      /* translators: %s: a sentence that says what is wrong. */
      __(
        'The sidecar cannot talk to WordPress, so it cannot read your content. %s',
        'itih-rag-chat',
      ),
      bridge.message,
    );
  return __('The sidecar reports a problem. Its log says more.', 'itih-rag-chat');
}

/** Plugin and sidecar work together, but one of them was not updated. */
export function VersionNotice({ status }: { status: StatusReply }) {
  const { update, version, plugin_version } = status;
  if (update === 'none') return null;
  return (
    <Notice status="warning">
      {sprintf(
        /* translators: 1: version of the sidecar. 2: version of the plugin. */
        __('The sidecar is version %1$s, the plugin %2$s.', 'itih-rag-chat'),
        version,
        plugin_version,
      )}{' '}
      {update === 'plugin'
        ? __(
            'Update the plugin, or start the sidecar that belongs to this version.',
            'itih-rag-chat',
          )
        : __(
            'Update the sidecar: on this server start it again (wp itih sidecar restart), elsewhere install its new version.',
            'itih-rag-chat',
          )}
    </Notice>
  );
}

/** The sidecar answers, but something it needs does not. */
export function ImpairedNotice({ status }: { status: StatusReply }) {
  return <Notice status="warning">{reason(status)}</Notice>;
}
