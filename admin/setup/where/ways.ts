import { __ } from '@wordpress/i18n';
import type { Way } from '../../site.ts';

interface WayName {
  title: string;
  text: string;
  /** A person's time; empty: nobody can say. */
  time: string;
}

/** Names of the ways to a running service, for owners who may never have seen a terminal. */
export const wayNames = (): Record<Way, WayName> => ({
  cli: {
    title: __('My own server, with WP-CLI', 'itih-rag-chat'),
    text: __('You can type commands on the server.', 'itih-rag-chat'),
    time: __('about 20 seconds', 'itih-rag-chat'),
  },
  node: {
    title: __('My own server, without WP-CLI', 'itih-rag-chat'),
    text: __('You can log in to the server, but there is no wp command.', 'itih-rag-chat'),
    time: __('about 30 seconds', 'itih-rag-chat'),
  },
  panel: {
    title: __('cPanel or Plesk', 'itih-rag-chat'),
    text: __('Shared hosting whose panel can start Node.js applications.', 'itih-rag-chat'),
    time: __('about five minutes', 'itih-rag-chat'),
  },
  docker: {
    title: __('Docker', 'itih-rag-chat'),
    text: __('WordPress or the service runs in a container.', 'itih-rag-chat'),
    time: __('about three minutes', 'itih-rag-chat'),
  },
  cloud: {
    title: __('A cloud host', 'itih-rag-chat'),
    text: __('It runs the service for you; you need an account there.', 'itih-rag-chat'),
    time: __('about five minutes', 'itih-rag-chat'),
  },
  elsewhere: {
    title: __('My host does not allow programs', 'itih-rag-chat'),
    text: __('The service then runs on another machine.', 'itih-rag-chat'),
    time: __('about ten minutes', 'itih-rag-chat'),
  },
  unknown: {
    title: __('I don’t know', 'itih-rag-chat'),
    text: __('We write the mail to your host for you.', 'itih-rag-chat'),
    time: '',
  },
});
