import { __, sprintf } from '@wordpress/i18n';
import type { Place, Way } from '../../site.ts';
import { leastNode } from './lines.ts';

/** Words that a command or a panel may say instead, and what helps. */
export interface Reply {
  /** As it is said, in English where the program knows no other language. */
  said: string;
  help: string;
  line?: string;
  link?: string;
}

const noNode = (said: string): Reply => ({
  said,
  help: sprintf(
    /* translators: %s: a version, such as 22.13. */
    __('Node.js %s or newer is missing. How to get it:', 'itih-rag-chat'),
    leastNode,
  ),
  link: 'https://nodejs.org/en/download',
});

const noSystemd = ({ serve }: Place): Reply => ({
  said: 'systemd is not in charge here',
  help: __(
    'This server keeps programs running in another way. This line starts the service for as long as you are logged in; give it to your process manager.',
    'itih-rag-chat',
  ),
  line: serve,
});

const noSudo = (line: string): Reply => ({
  said: 'sudo: command not found',
  help: __('Without sudo the service runs for your account alone:', 'itih-rag-chat'),
  line,
});

const otherAccounts = (): Reply => ({
  said: 'Other accounts may write …',
  help: __(
    'Add the account that runs WordPress to the line, such as --account=www-data.',
    'itih-rag-chat',
  ),
});

const usedCode = (): Reply => ({
  said: 'The connection code was used already, or is older than 15 minutes',
  help: __('Show a new code above, and start the service with it.', 'itih-rag-chat'),
});

/** Returns the replies that are not what the owner hopes for, the most frequent first. */
export function repliesOf(way: Way, place: Place): Reply[] {
  switch (way) {
    case 'cli':
      return [
        noNode('node: command not found'),
        {
          said: 'wp: command not found',
          help: __(
            'WP-CLI is installed for your account only. Leave out sudo, or choose “without WP-CLI”.',
            'itih-rag-chat',
          ),
          line: place.wp,
        },
        {
          said: 'No port from 8790 to 8889 is free',
          help: __(
            'Add a free one, such as --port=9090. This page finds it by itself.',
            'itih-rag-chat',
          ),
        },
        otherAccounts(),
        noSystemd(place),
      ];
    case 'node':
      return [
        noNode('node: command not found'),
        {
          said: 'Tell the plugin, in wp-config.php: …',
          help: __(
            'Port 8790 was taken, so the service has another one. Put the line that follows into wp-config.php, above “stop editing”. This page then finds it.',
            'itih-rag-chat',
          ),
        },
        noSudo(place.node),
        otherAccounts(),
        noSystemd(place),
      ];
    case 'panel':
      return [
        {
          said: __('There is no Node.js in the panel', 'itih-rag-chat'),
          help: __(
            'Ask your host for it (“I don’t know” writes the mail), or choose “My host does not allow programs”.',
            'itih-rag-chat',
          ),
        },
        {
          said: sprintf(
            /* translators: %s: a version, such as 22.13. */
            __('Its versions end before %s', 'itih-rag-chat'),
            leastNode,
          ),
          help: __('Ask your host for a newer one.', 'itih-rag-chat'),
        },
      ];
    case 'docker':
      return [
        {
          said: 'docker: command not found',
          help: __('Docker is missing. How to get it:', 'itih-rag-chat'),
          link: 'https://docs.docker.com/engine/install/',
        },
        {
          said: 'port is already allocated',
          help: __(
            'Write 127.0.0.1:8791:8790 in the line, and http://127.0.0.1:8791 as the address.',
            'itih-rag-chat',
          ),
        },
        usedCode(),
      ];
    case 'cloud':
      return [usedCode()];
    case 'elsewhere':
      return [
        noNode('node: command not found'),
        {
          said: 'WordPress does not accept it',
          help: __(
            'You have to be an administrator. Some web servers keep passwords from PHP: then choose “Docker”, show the code there, and enter: itih connect, and the code.',
            'itih-rag-chat',
          ),
        },
      ];
    case 'unknown':
      return [];
    default:
      return way satisfies never;
  }
}
