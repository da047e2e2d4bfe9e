import { __ } from '@wordpress/i18n';
import { defaultSystemPrompt } from '../../server/contract/system-prompt.ts';
import { place, type Field } from './field.ts';

/** How a person is reached, and what is said without an answer. */
const contactFields = () =>
  place('chat', 'unknown', {
    'chat.contact': {
      label: __('Where a person can be reached', 'itih-rag-chat'),
      help: __(
        'Visitors read it when nothing is found, and when they ask for a person. Empty: nothing is shown.',
        'itih-rag-chat',
      ),
      control: {
        kind: 'text',
        max: 500,
        placeholder: __('Write to info@example.org or call 01234 5678.', 'itih-rag-chat'),
      },
    },
    'chat.mail_to': {
      label: __('E-mail address for conversations', 'itih-rag-chat'),
      help: __(
        'There, visitors can send you the conversation with their own address and a message. Empty: they cannot.',
        'itih-rag-chat',
      ),
      control: { kind: 'text', max: 254, placeholder: 'info@example.org' },
    },
    'chat.refusal_text': {
      label: __('What the chat says when it finds nothing', 'itih-rag-chat'),
      help: __(
        'Empty: one honest sentence in the language of the question. Your own text is said in every language.',
        'itih-rag-chat',
      ),
      control: { kind: 'textarea', max: 2000, rows: 3 },
    },
    'chat.min_score': {
      label: __('How sure must it be?', 'itih-rag-chat'),
      help: __(
        'Careful: visitors sooner read that nothing was found. Generous: they sooner get a page that fits less well.',
        'itih-rag-chat',
      ),
      control: {
        kind: 'scale',
        min: 0,
        max: 1,
        step: 0.05,
        ends: [__('generous', 'itih-rag-chat'), __('careful', 'itih-rag-chat')],
      },
    },
  });

/** Settings that only a language model follows. */
const mannerFields = () =>
  place('models', 'manner', {
    'chat.tone': {
      label: __('How it should write', 'itih-rag-chat'),
      help: __('In your own words. Empty: friendly and to the point.', 'itih-rag-chat'),
      control: {
        kind: 'textarea',
        max: 1000,
        rows: 3,
        placeholder: __(
          'Write as our volunteers speak: warm, short, and without jargon.',
          'itih-rag-chat',
        ),
      },
    },
    'chat.strict': {
      label: __('Answer only from this site', 'itih-rag-chat'),
      help: __(
        'Otherwise visitors may also be told what the AI knows from elsewhere, without a source.',
        'itih-rag-chat',
      ),
      control: { kind: 'toggle' },
    },
    'chat.max_tokens': {
      label: __('Longest answer', 'itih-rag-chat'),
      help: __('Tokens; 1,000 are about 700 English words.', 'itih-rag-chat'),
      control: { kind: 'number', min: 16, max: 128_000 },
      more: true,
    },
    'chat.history_turns': {
      label: __('Earlier messages', 'itih-rag-chat'),
      help: __(
        'So many of the conversation are read again, so that visitors can ask on.',
        'itih-rag-chat',
      ),
      control: { kind: 'number', min: 0, max: 50 },
      more: true,
    },
    'chat.temperature': {
      label: __('How freely it writes', 'itih-rag-chat'),
      help: __('From 0, always alike, to 2, very free (temperature).', 'itih-rag-chat'),
      control: { kind: 'number', min: 0, max: 2, step: 0.1 },
      more: true,
    },
    'chat.system_prompt': {
      label: __('Its role (prompt)', 'itih-rag-chat'),
      help: __(
        'Empty: the words that you see. Rules for sources and language are always added.',
        'itih-rag-chat',
      ),
      control: {
        kind: 'textarea',
        max: 8000,
        rows: 4,
        placeholder: defaultSystemPrompt,
      },
      more: true,
    },
  });

export const chatFields = (): Field[] => [
  ...place('chat', 'conversation', {
    'chat.starters': {
      label: __('Suggested questions', 'itih-rag-chat'),
      help: __(
        'One on each line, 6 at most. Visitors see them at the beginning, and ask with one click.',
        'itih-rag-chat',
      ),
      control: {
        kind: 'lines',
        items: 6,
        max: 200,
        placeholder: __('When are you open?\nWhat does it cost?', 'itih-rag-chat'),
      },
    },
    'chat.citations': {
      label: __('Name the sources', 'itih-rag-chat'),
      help: __('With each answer, by number and with a link to the page.', 'itih-rag-chat'),
      control: { kind: 'toggle' },
    },
    'chat.max_message_chars': {
      label: __('Longest question', 'itih-rag-chat'),
      help: __('Characters that a visitor can type.', 'itih-rag-chat'),
      control: { kind: 'number', min: 50, max: 100_000 },
      more: true,
    },
  }),
  ...contactFields(),
  ...mannerFields(),
];
