import { __ } from '@wordpress/i18n';
import { place, type Field } from './field.ts';

const askedAtMost = () => __('Then the visitor is asked to wait. 0: any number.', 'itih-rag-chat');
const windowOf = () => __('The time in which they are counted.', 'itih-rag-chat');
const waitsThen = () => __('More wait for their turn. 0: any number.', 'itih-rag-chat');

const limitFields = (): Field[] => [
  ...place('limits', 'rates', {
    'limits.per_session_max': {
      label: __('Questions in one conversation', 'itih-rag-chat'),
      help: askedAtMost(),
      control: { kind: 'number', min: 0, max: 10_000 },
    },
    'limits.per_ip_max': {
      label: __('Questions from one address', 'itih-rag-chat'),
      help: askedAtMost(),
      control: { kind: 'number', min: 0, max: 10_000 },
    },
    'limits.per_site_max': {
      label: __('Questions from all visitors', 'itih-rag-chat'),
      help: askedAtMost(),
      control: { kind: 'number', min: 0, max: 100_000 },
    },
    'limits.per_session_window_s': {
      label: __('Seconds for a conversation', 'itih-rag-chat'),
      help: windowOf(),
      control: { kind: 'number', min: 1, max: 86_400 },
    },
    'limits.per_ip_window_s': {
      label: __('Seconds for an address', 'itih-rag-chat'),
      help: windowOf(),
      control: { kind: 'number', min: 1, max: 86_400 },
    },
    'limits.per_site_window_s': {
      label: __('Seconds for all visitors', 'itih-rag-chat'),
      help: windowOf(),
      control: { kind: 'number', min: 1, max: 86_400 },
    },
  }),
  ...place('limits', 'budgets', {
    'limits.daily_tokens': {
      label: __('Tokens a day', 'itih-rag-chat'),
      help: __('An answer takes some 4,000. 0: no limit.', 'itih-rag-chat'),
      control: { kind: 'number', min: 0 },
    },
    'limits.monthly_tokens': {
      label: __('Tokens a month', 'itih-rag-chat'),
      help: __('For all visitors together. 0: no limit.', 'itih-rag-chat'),
      control: { kind: 'number', min: 0 },
    },
  }),
];

const privacyFields = (): Field[] =>
  place('privacy', 'privacy', {
    'privacy.retention_days': {
      label: __('Days that conversations are kept', 'itih-rag-chat'),
      help: __('Then they are deleted. 0: for ever.', 'itih-rag-chat'),
      control: { kind: 'number', min: 0, max: 3650 },
    },
    'privacy.store_chats': {
      label: __('Store conversations', 'itih-rag-chat'),
      help: __(
        'If off, a conversation is kept in memory for an hour after its last question, and nothing of it is stored or counted. Conversations that are stored already stay until you delete them.',
        'itih-rag-chat',
      ),
      control: { kind: 'toggle' },
    },
    'privacy.store_ip': {
      label: __("Visitors' addresses", 'itih-rag-chat'),
      help: __('Addresses in clear are never stored.', 'itih-rag-chat'),
      control: {
        kind: 'select',
        options: [
          {
            value: 'hashed',
            label: __('An anonymous code, changed daily', 'itih-rag-chat'),
          },
          { value: 'none', label: __('Nothing', 'itih-rag-chat') },
        ],
      },
    },
    'privacy.consent_text': {
      label: __('Consent', 'itih-rag-chat'),
      help: __(
        'A visitor agrees to this before the first question. Empty: nobody is asked.',
        'itih-rag-chat',
      ),
      control: { kind: 'textarea', max: 2000, rows: 4 },
    },
    'privacy.show_policy': {
      label: __('Link the privacy policy', 'itih-rag-chat'),
      help: __(
        'At the foot of the chat, if the site has published the page that you chose in Settings › Privacy.',
        'itih-rag-chat',
      ),
      control: { kind: 'toggle' },
    },
  });

const advancedFields = (): Field[] => [
  ...place('advanced', 'advanced', {
    'general.processing_mode': {
      label: __('When new documents are read', 'itih-rag-chat'),
      help: __('Visitors are told what they say as soon as they are read.', 'itih-rag-chat'),
      control: {
        kind: 'select',
        options: [
          { value: 'queue', label: __('In the background', 'itih-rag-chat') },
          { value: 'now', label: __('At once, while you wait', 'itih-rag-chat') },
        ],
      },
    },
    'general.open_rest': {
      label: __('Keep the chat open where a plugin closes the REST API', 'itih-rag-chat'),
      help: __(
        'Only what visitors and the answer service need; each call is still checked. Switched off, such a plugin also closes the chat.',
        'itih-rag-chat',
      ),
      control: { kind: 'toggle' },
    },
    'general.debug_logging': {
      label: __('Write more into the log of the answer service', 'itih-rag-chat'),
      help: __('To find the cause of a problem. Visitors notice nothing of it.', 'itih-rag-chat'),
      control: { kind: 'toggle' },
    },
    'advanced.remove_data_on_uninstall': {
      label: __('Remove all data when the plugin is deleted', 'itih-rag-chat'),
      help: __(
        'Conversations, documents, settings and keys. There is no way back.',
        'itih-rag-chat',
      ),
      control: { kind: 'toggle' },
    },
  }),
  ...place('advanced', 'concurrent', {
    'limits.answers_per_session': {
      label: __('In one conversation', 'itih-rag-chat'),
      help: askedAtMost(),
      control: { kind: 'number', min: 0, max: 10_000 },
    },
    'limits.answers_per_ip': {
      label: __('For one address', 'itih-rag-chat'),
      help: askedAtMost(),
      control: { kind: 'number', min: 0, max: 10_000 },
    },
    'limits.answers_total': {
      label: __('In all', 'itih-rag-chat'),
      help: waitsThen(),
      control: { kind: 'number', min: 0, max: 10_000 },
    },
    'limits.answers_relayed': {
      label: __('Through WordPress', 'itih-rag-chat'),
      help: __("Each keeps one of PHP's workers. 0: half of them.", 'itih-rag-chat'),
      control: { kind: 'number', min: 0, max: 10_000 },
    },
  }),
  ...place('advanced', 'proxies', {
    'limits.trusted_proxies': {
      label: __('Trusted proxies', 'itih-rag-chat'),
      help: __(
        "Only for a site behind a proxy or CDN: its addresses, one on each line, such as 10.0.0.0/8. The visitor's address is then taken from what it says; without them all visitors count as one.",
        'itih-rag-chat',
      ),
      control: { kind: 'lines', items: 50, max: 64 },
    },
  }),
];

export const operationFields = (): Field[] => [
  ...limitFields(),
  ...privacyFields(),
  ...advancedFields(),
];
