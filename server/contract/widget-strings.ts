import { errors } from './errors.ts';

/**
 * Texts of the widget in English. `npm run contract` writes them for translators into the plugin, which
 * sends the translated ones with each page, and into the widget, which falls back to them.
 */
export const widgetStrings = {
  open: 'Open chat',
  close: 'Close chat',
  title: 'Chat with us',
  welcome: 'Hello! Ask me anything about this site.',
  placeholder: 'Type your question…',
  send: 'Send',
  stop: 'Stop',
  retry: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  sources: 'Sources',
  source: 'Source %s',
  closest: 'Closest pages',
  next: 'You can also ask',
  helpful: 'Helpful',
  not_helpful: 'Not helpful',
  thanks: 'Thank you!',
  clear: 'Clear conversation',
  clear_confirm: 'Delete this conversation?',
  cancel: 'Cancel',
  thinking: 'Thinking…',
  reasoning: 'Reasoning',
  stopped: 'Stopped.',
  answered: 'Answer: %s',
  you: 'You',
  assistant: 'Assistant',
  new_tab: 'opens in a new tab',
  latest: 'Jump to latest',
  load_failed: 'The chat could not be loaded.',
  error_generic: 'Something went wrong. Please try again.',
  error_offline: 'You seem to be offline.',
  error_rate_limited: errors.rate_limited.message,
  error_unavailable: 'The chat is not available right now.',
  available_again: 'The chat is available again.',
  search_site: 'Search this site',
  error_too_long: errors.message_too_long.message,
  powered_by: 'Powered by Itih RAG Chat',
  consent_accept: 'Start chat',
};

/** Notes for translators on texts with a placeholder. */
export const translatorNotes: Partial<Record<keyof typeof widgetStrings, string>> = {
  source: '%s: the number of a source of an answer',
  answered: '%s: the text of the answer, read out by screen readers',
};
