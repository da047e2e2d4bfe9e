import { __ } from '@wordpress/i18n';
import { place, type Field } from './field.ts';

export const indexingFields = (): Field[] => [
  ...place('indexing', 'posts', {
    'indexing.post_types': {
      label: __('Read and follow', 'itih-rag-chat'),
      control: { kind: 'choices', of: 'types', items: 50 },
    },
    'indexing.auto_index': {
      label: __('Follow changes', 'itih-rag-chat'),
      help: __(
        'What is published or edited is read at once. What is no longer public is always removed.',
        'itih-rag-chat',
      ),
      control: { kind: 'toggle' },
    },
    'indexing.exclude_ids': {
      label: __('Leave these out', 'itih-rag-chat'),
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
  ...place('indexing', 'division', {
    'indexing.chunk_size': {
      label: __('Size', 'itih-rag-chat'),
      help: __('Characters at most', 'itih-rag-chat'),
      control: { kind: 'number', min: 200, max: 8000 },
    },
    'indexing.chunk_overlap': {
      label: __('Overlap', 'itih-rag-chat'),
      help: __('Characters repeated from the chunk before', 'itih-rag-chat'),
      control: { kind: 'number', min: 0, max: 2000 },
    },
    'indexing.min_chunk_chars': {
      label: __('Minimum', 'itih-rag-chat'),
      help: __('Shorter chunks are joined to others', 'itih-rag-chat'),
      control: { kind: 'number', min: 0, max: 1000 },
    },
  }),
  ...place('indexing', 'rechecks', {
    'indexing.url_recheck_hours': {
      label: __('Hours between checks for changes', 'itih-rag-chat'),
      help: __('0: never', 'itih-rag-chat'),
      control: { kind: 'number', min: 0, max: 8760 },
    },
  }),
];
