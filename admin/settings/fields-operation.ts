import { __ } from '@wordpress/i18n';
import { place, type Field } from './field.ts';

const anyNumber = () => __('0: any number', 'itih-rag-chat');
const noLimit = () => __('0: no limit', 'itih-rag-chat');

const limitFields = (): Field[] => [
  ...place('limits', 'rates', {
    'limits.per_session_max': {
      label: __('Questions in one conversation', 'itih-rag-chat'),
      help: anyNumber(),
      control: { kind: 'number', min: 0, max: 10_000 },
    },
    'limits.per_ip_max': {
      label: __('Questions from one address', 'itih-rag-chat'),
      help: anyNumber(),
      control: { kind: 'number', min: 0, max: 10_000 },
    },
    'limits.per_site_max': {
      label: __('Questions from all visitors', 'itih-rag-chat'),
      help: anyNumber(),
      control: { kind: 'number', min: 0, max: 100_000 },
    },
    'limits.per_session_window_s': {
      label: __('Seconds for a conversation', 'itih-rag-chat'),
      control: { kind: 'number', min: 1, max: 86_400 },
    },
    'limits.per_ip_window_s': {
      label: __('Seconds for an address', 'itih-rag-chat'),
      control: { kind: 'number', min: 1, max: 86_400 },
    },
    'limits.per_site_window_s': {
      label: __('Seconds for all visitors', 'itih-rag-chat'),
      control: { kind: 'number', min: 1, max: 86_400 },
    },
  }),
  ...place('limits', 'concurrent', {
    'limits.answers_per_session': {
      label: __('In one conversation', 'itih-rag-chat'),
      help: anyNumber(),
      control: { kind: 'number', min: 0, max: 10_000 },
    },
    'limits.answers_per_ip': {
      label: __('For one address', 'itih-rag-chat'),
      help: anyNumber(),
      control: { kind: 'number', min: 0, max: 10_000 },
    },
    'limits.answers_total': {
      label: __('In all', 'itih-rag-chat'),
      help: __('More questions wait for their turn; 0: any number', 'itih-rag-chat'),
      control: { kind: 'number', min: 0, max: 10_000 },
    },
    'limits.answers_relayed': {
      label: __('Through WordPress', 'itih-rag-chat'),
      help: __("Each keeps one of PHP's workers; 0: half of them", 'itih-rag-chat'),
      control: { kind: 'number', min: 0, max: 10_000 },
    },
  }),
  ...place('limits', 'budgets', {
    'limits.daily_tokens': {
      label: __('Tokens a day', 'itih-rag-chat'),
      help: noLimit(),
      control: { kind: 'number', min: 0 },
    },
    'limits.monthly_tokens': {
      label: __('Tokens a month', 'itih-rag-chat'),
      help: noLimit(),
      control: { kind: 'number', min: 0 },
    },
  }),
  ...place('limits', 'proxies', {
    'limits.trusted_proxies': {
      label: __('Trusted proxies', 'itih-rag-chat'),
      help: __(
        "Only for a site behind a proxy or CDN: its addresses, one on each line, such as 10.0.0.0/8. The visitor's address is then taken from what it says.",
        'itih-rag-chat',
      ),
      control: { kind: 'lines', items: 50, max: 64 },
    },
  }),
];

const privacyFields = (): Field[] =>
  place('privacy', 'privacy', {
    'privacy.retention_days': {
      label: __('Days that conversations are kept', 'itih-rag-chat'),
      help: __('0: for ever', 'itih-rag-chat'),
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
            label: __('A hash, to tell visitors apart', 'itih-rag-chat'),
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

const advancedFields = (): Field[] =>
  place('advanced', 'advanced', {
    'general.processing_mode': {
      label: __('When new documents are read', 'itih-rag-chat'),
      control: {
        kind: 'select',
        options: [
          { value: 'queue', label: __('In the background', 'itih-rag-chat') },
          { value: 'now', label: __('At once, while you wait', 'itih-rag-chat') },
        ],
      },
    },
    'general.debug_logging': {
      label: __('Write more into the log of the sidecar', 'itih-rag-chat'),
      help: __('To find the cause of a problem.', 'itih-rag-chat'),
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
  });

export const operationFields = (): Field[] => [
  ...limitFields(),
  ...privacyFields(),
  ...advancedFields(),
];
