import { __ } from '@wordpress/i18n';
import { settingValue, type SettingsForm } from './draft.ts';
import { place, type Field } from './field.ts';

const isSelected = (form: SettingsForm) => settingValue(form, 'general.show') === 'selected';

export const generalFields = (): Field[] => [
  ...place('', 'general', {
    'general.widget_enabled': {
      label: __('Show the chat to visitors', 'itih-rag-chat'),
      help: __(
        'Switched off, no page shows it, neither floating nor in a block or shortcode.',
        'itih-rag-chat',
      ),
      control: { kind: 'toggle' },
    },
  }),
  ...place('', 'where', {
    'general.show': {
      label: __('Where the floating chat shows', 'itih-rag-chat'),
      help: __(
        'The pages on which visitors find the round button. A chat that a block or a shortcode puts into a page shows in any case.',
        'itih-rag-chat',
      ),
      control: {
        kind: 'select',
        options: [
          { value: 'everywhere', label: __('Everywhere', 'itih-rag-chat') },
          { value: 'selected', label: __('On chosen pages', 'itih-rag-chat') },
        ],
      },
    },
    'general.show_types': {
      label: __('On all of these', 'itih-rag-chat'),
      help: __('Visitors also find it on their archives and lists.', 'itih-rag-chat'),
      control: { kind: 'choices', of: 'types', items: 50 },
      when: isSelected,
    },
    'general.show_ids': {
      label: __('And on these', 'itih-rag-chat'),
      help: __('Visitors of these pages find it, too.', 'itih-rag-chat'),
      control: { kind: 'posts', items: 1000 },
      when: isSelected,
    },
    'general.hide_ids': {
      label: __('Never on these', 'itih-rag-chat'),
      help: __(
        'Visitors of these pages are not offered the chat, such as at a checkout.',
        'itih-rag-chat',
      ),
      control: { kind: 'posts', items: 1000 },
    },
    'general.audience': {
      label: __('For whom', 'itih-rag-chat'),
      help: __('Nobody else sees the chat, or gets an answer.', 'itih-rag-chat'),
      control: {
        kind: 'select',
        options: [
          { value: 'everyone', label: __('All visitors', 'itih-rag-chat') },
          { value: 'logged_in', label: __('Those who are logged in', 'itih-rag-chat') },
          { value: 'logged_out', label: __('Those who are not logged in', 'itih-rag-chat') },
        ],
      },
    },
  }),
  ...place('', 'mail', {
    'general.weekly_mail': {
      label: __('Mail me once a week', 'itih-rag-chat'),
      help: __(
        'On Mondays, to the administration’s address: how many conversations there were, and how many questions wait for an answer. No texts of visitors.',
        'itih-rag-chat',
      ),
      control: { kind: 'toggle' },
    },
  }),
];
