import { __ } from '@wordpress/i18n';
import { place, type Field } from './field.ts';

export const appearanceFields = (): Field[] => [
  ...place('appearance', 'identity', {
    'appearance.bot_name': {
      label: __('Name', 'itih-rag-chat'),
      help: __('Visitors read it at the top of the chat.', 'itih-rag-chat'),
      control: { kind: 'text', max: 60, placeholder: __('Chat with us', 'itih-rag-chat') },
    },
    'appearance.label': {
      label: __('Text on the button', 'itih-rag-chat'),
      help: __('Visitors read it beside the round sign, such as “Ask us”.', 'itih-rag-chat'),
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
    'appearance.logo': {
      label: __('Picture', 'itih-rag-chat'),
      help: __('In the circle beside the name: a logo or a face, best square.', 'itih-rag-chat'),
      control: {
        kind: 'image',
        max: 2048,
        title: __('Choose a picture', 'itih-rag-chat'),
        also: 'appearance.avatar',
      },
    },
    // One circle shows one picture, so that the field above edits both.
    'appearance.avatar': {
      label: __('Picture', 'itih-rag-chat'),
      control: { kind: 'special' },
    },
  }),
  ...place('appearance', 'look', {
    'appearance.theme': {
      label: __('Theme', 'itih-rag-chat'),
      help: __('The colours that visitors see, as far as you choose no others.', 'itih-rag-chat'),
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
      help: __('Where visitors find the round button.', 'itih-rag-chat'),
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
      help: __('Pixels between the button and the side of the window.', 'itih-rag-chat'),
      control: { kind: 'number', min: 0, max: 200 },
    },
    'appearance.offset_y': {
      label: __('From the bottom', 'itih-rag-chat'),
      help: __(
        'Pixels; more where something else stands there, such as a cookie bar.',
        'itih-rag-chat',
      ),
      control: { kind: 'number', min: 0, max: 200 },
    },
    'appearance.show_credit': {
      label: __('Show “Powered by”', 'itih-rag-chat'),
      help: __('Visitors see which plugin it is, in a small line.', 'itih-rag-chat'),
      control: { kind: 'toggle' },
    },
  }),
];
