import { __ } from '@wordpress/i18n';
import { place, type Field } from './field.ts';

/** Without an example: in an empty field stands what pages say. */
const day = (label: string) => ({ label, control: { kind: 'text' as const, max: 200 } });

export const businessFields = (): Field[] => [
  ...place('chat', 'place', {
    'business.name': {
      label: __('Name', 'itih-rag-chat'),
      help: __(
        'As visitors call your place. With “Swan Museum”, a question about the museum is one about you.',
        'itih-rag-chat',
      ),
      control: { kind: 'text', max: 200 },
    },
    'business.address': {
      label: __('Address', 'itih-rag-chat'),
      help: __('Told to visitors who ask where you are.', 'itih-rag-chat'),
      control: { kind: 'textarea', max: 500, rows: 3 },
    },
    'business.phone': {
      label: __('Telephone', 'itih-rag-chat'),
      help: __('Told to visitors who ask how to call you.', 'itih-rag-chat'),
      control: { kind: 'text', max: 200 },
    },
    'business.email': {
      label: __('E-mail', 'itih-rag-chat'),
      help: __('Told to visitors who ask how to write to you.', 'itih-rag-chat'),
      control: { kind: 'text', max: 200 },
    },
  }),
  ...place('chat', 'hours', {
    'business.monday': day(__('Monday', 'itih-rag-chat')),
    'business.tuesday': day(__('Tuesday', 'itih-rag-chat')),
    'business.wednesday': day(__('Wednesday', 'itih-rag-chat')),
    'business.thursday': day(__('Thursday', 'itih-rag-chat')),
    'business.friday': day(__('Friday', 'itih-rag-chat')),
    'business.saturday': day(__('Saturday', 'itih-rag-chat')),
    'business.sunday': day(__('Sunday', 'itih-rag-chat')),
    'business.exceptions': {
      label: __('Other hours on some days', 'itih-rag-chat'),
      help: __(
        'One on each line. Told with the opening hours, so that nobody stands before a closed door.',
        'itih-rag-chat',
      ),
      control: {
        kind: 'lines',
        items: 50,
        max: 200,
        placeholder: __('24 December: 9:00–12:00\n25 December: closed', 'itih-rag-chat'),
      },
    },
  }),
];
