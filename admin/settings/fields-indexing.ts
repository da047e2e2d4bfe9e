import { __ } from '@wordpress/i18n';
import { place, type Field } from './field.ts';

const contentFields = (): Field[] => [
  ...place('indexing', 'posts', {
    'indexing.post_types': {
      label: __('Read and follow', 'itih-rag-chat'),
      help: __('Visitors are told what these say.', 'itih-rag-chat'),
      control: { kind: 'choices', of: 'types', items: 50 },
    },
    'indexing.auto_index': {
      label: __('Follow changes', 'itih-rag-chat'),
      help: __(
        'Visitors are told what is published or edited at once. What is no longer public is always removed.',
        'itih-rag-chat',
      ),
      control: { kind: 'toggle' },
    },
    'indexing.exclude_ids': {
      label: __('Leave these out', 'itih-rag-chat'),
      help: __('The chat tells nobody what these say.', 'itih-rag-chat'),
      control: { kind: 'posts', items: 10_000 },
    },
    'indexing.only_shown_to_guests': {
      label: __('Use only posts that guests are shown', 'itih-rag-chat'),
      help: __(
        'The chat looks at each post as a visitor without an account. Switch it off where the site cannot be asked: then everything published is told.',
        'itih-rag-chat',
      ),
      control: { kind: 'toggle' },
    },
    'indexing.read_pages': {
      label: __('Read pages as visitors get them', 'itih-rag-chat'),
      help: __(
        'Visitors are then told what builders, shops and the theme add to a page, such as prices and hours. Switch it off where the site cannot be asked: then only what WordPress stores is read.',
        'itih-rag-chat',
      ),
      control: { kind: 'toggle' },
    },
    'indexing.noindex': {
      label: __('Read what search engines are asked not to list', 'itih-rag-chat'),
      help: __(
        'An SEO plugin marks such pages “noindex”: often they are thank-you pages, archives or copies. Visitors are then told what these say, too.',
        'itih-rag-chat',
      ),
      control: { kind: 'toggle' },
    },
  }),
  ...place('indexing', 'fields', {
    'indexing.fields': {
      label: __('Fields that visitors are told', 'itih-rag-chat'),
      help: __(
        'Choose only what everybody may know: prices, dates, places. After a change, posts are read again.',
        'itih-rag-chat',
      ),
      control: { kind: 'choices', of: 'fields', items: 100, max: 191 },
    },
  }),
  ...place('indexing', 'rechecks', {
    'indexing.url_recheck_hours': {
      label: __('Hours between looks at other web pages', 'itih-rag-chat'),
      help: __(
        'For so long visitors may be told what such a page said before. 0: it is not looked at again.',
        'itih-rag-chat',
      ),
      control: { kind: 'number', min: 0, max: 8760 },
    },
  }),
];

const passageFields = (): Field[] => [
  ...place('passages', 'division', {
    'indexing.chunk_size': {
      label: __('Longest passage', 'itih-rag-chat'),
      help: __('Characters. Longer ones show visitors more around an answer.', 'itih-rag-chat'),
      control: { kind: 'number', min: 200, max: 8000 },
    },
    'indexing.chunk_overlap': {
      label: __('Repeated from the one before', 'itih-rag-chat'),
      help: __('Characters, so that a sentence is not torn apart.', 'itih-rag-chat'),
      control: { kind: 'number', min: 0, max: 2000 },
    },
    'indexing.min_chunk_chars': {
      label: __('Shortest passage', 'itih-rag-chat'),
      help: __('Characters. Shorter ones are joined to others.', 'itih-rag-chat'),
      control: { kind: 'number', min: 0, max: 1000 },
    },
  }),
  ...place('passages', 'use', {
    'chat.top_k': {
      label: __('Passages for an answer', 'itih-rag-chat'),
      help: __(
        'At least so many of the best ones are used. More find more, and cost more with an AI.',
        'itih-rag-chat',
      ),
      control: { kind: 'number', min: 1, max: 50 },
    },
    'chat.context_tokens': {
      label: __('Text of your pages for an AI', 'itih-rag-chat'),
      help: __(
        'Tokens that it is given with each question; a small site is given whole. More cost more.',
        'itih-rag-chat',
      ),
      control: { kind: 'number', min: 500, max: 100_000 },
    },
  }),
];

export const indexingFields = (): Field[] => [...contentFields(), ...passageFields()];
