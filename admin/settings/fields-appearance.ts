import { __ } from '@wordpress/i18n';
import { place, type Field } from './field.ts';

export const appearanceFields = (): Field[] => [
  ...place('appearance', 'identity', {
    'appearance.bot_name': {
      label: __('Name', 'itih-rag-chat'),
      help: __('At the top of the chat.', 'itih-rag-chat'),
      control: { kind: 'text', max: 60, placeholder: __('Chat with us', 'itih-rag-chat') },
    },
    'appearance.label': {
      label: __('Text on the button', 'itih-rag-chat'),
      help: __('Beside its icon, such as "Ask us".', 'itih-rag-chat'),
      control: { kind: 'text', max: 30 },
    },
    'appearance.welcome': {
      label: __('Welcome', 'itih-rag-chat'),
      help: __('The first that a visitor reads.', 'itih-rag-chat'),
      control: {
        kind: 'textarea',
        max: 500,
        rows: 2,
        placeholder: __('Hello! Ask me anything about this site.', 'itih-rag-chat'),
      },
    },
    'appearance.avatar': {
      label: __('Avatar', 'itih-rag-chat'),
      help: __('A square picture, beside the name if there is no logo.', 'itih-rag-chat'),
      control: { kind: 'image', max: 2048, title: __('Choose an avatar', 'itih-rag-chat') },
    },
    'appearance.logo': {
      label: __('Logo', 'itih-rag-chat'),
      help: __('Beside the name.', 'itih-rag-chat'),
      control: { kind: 'image', max: 2048, title: __('Choose a logo', 'itih-rag-chat') },
    },
  }),
  ...place('appearance', 'look', {
    'appearance.theme': {
      label: __('Theme', 'itih-rag-chat'),
      control: {
        kind: 'select',
        options: [
          { value: 'light', label: __('Light', 'itih-rag-chat') },
          { value: 'dark', label: __('Dark', 'itih-rag-chat') },
          { value: 'ocean', label: __('Ocean', 'itih-rag-chat') },
          { value: 'sunset', label: __('Sunset', 'itih-rag-chat') },
          {
            value: 'auto',
            label: __("Light or dark, as the visitor's system", 'itih-rag-chat'),
          },
        ],
      },
    },
    'appearance.colors': {
      label: __('Colours', 'itih-rag-chat'),
      control: { kind: 'special' },
    },
  }),
  ...place('appearance', 'position', {
    'appearance.position': {
      label: __('Corner', 'itih-rag-chat'),
      control: {
        kind: 'select',
        options: [
          { value: 'bottom-right', label: __('Bottom right', 'itih-rag-chat') },
          { value: 'bottom-left', label: __('Bottom left', 'itih-rag-chat') },
        ],
      },
    },
    'appearance.offset_x': {
      label: __('From the side', 'itih-rag-chat'),
      help: __('Pixels', 'itih-rag-chat'),
      control: { kind: 'number', min: 0, max: 200 },
    },
    'appearance.offset_y': {
      label: __('From the bottom', 'itih-rag-chat'),
      help: __('Pixels', 'itih-rag-chat'),
      control: { kind: 'number', min: 0, max: 200 },
    },
    'appearance.show_credit': {
      label: __('Say which plugin it is', 'itih-rag-chat'),
      help: __('A small line at the bottom of the chat.', 'itih-rag-chat'),
      control: { kind: 'toggle' },
    },
  }),
];
