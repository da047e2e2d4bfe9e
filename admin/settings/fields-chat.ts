import { __ } from '@wordpress/i18n';
import { defaultSystemPrompt } from '../../server/contract/system-prompt.ts';
import { place, type Field } from './field.ts';

/** Settings of the answer that found nothing. */
const unknownFields = () =>
  place('chat', 'unknown', {
    'chat.contact': {
      label: __('Where a person can be reached', 'itih-rag-chat'),
      help: __('Shown below such an answer. Empty: nothing is shown.', 'itih-rag-chat'),
      control: {
        kind: 'text',
        max: 500,
        placeholder: __('Write to info@example.org or call 01234 5678.', 'itih-rag-chat'),
      },
    },
    'chat.mail_to': {
      label: __('E-mail address for conversations', 'itih-rag-chat'),
      help: __(
        'Below such an answer, visitors can send you the conversation with their own address and a message. Empty: they cannot.',
        'itih-rag-chat',
      ),
      control: { kind: 'text', max: 254, placeholder: 'info@example.org' },
    },
    'chat.refusal_text': {
      label: __('What the chat then says', 'itih-rag-chat'),
      help: __(
        'Empty: one honest sentence in the language of the question. Your own text is said in every language.',
        'itih-rag-chat',
      ),
      control: { kind: 'textarea', max: 2000, rows: 3 },
    },
    'chat.min_score': {
      label: __('Required relevance', 'itih-rag-chat'),
      help: __(
        'From 0 to 1. Without a language model, passages below it are not used; with one, only behind the others.',
        'itih-rag-chat',
      ),
      control: { kind: 'number', min: 0, max: 1, step: 0.05 },
    },
  });

/** Settings that only a language model follows. */
const mannerFields = () =>
  place('chat', 'manner', {
    'chat.system_prompt': {
      label: __('Prompt', 'itih-rag-chat'),
      help: __(
        'The role that the model is given. Empty: the words that you see. Rules for sources, citations and language are always added.',
        'itih-rag-chat',
      ),
      control: {
        kind: 'textarea',
        max: 8000,
        rows: 4,
        placeholder: defaultSystemPrompt,
      },
    },
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
        'Otherwise the model may add what it knows from elsewhere, without a source.',
        'itih-rag-chat',
      ),
      control: { kind: 'toggle' },
    },
    'chat.temperature': {
      label: __('Temperature', 'itih-rag-chat'),
      help: __('From 0, always alike, to 2, very free.', 'itih-rag-chat'),
      control: { kind: 'number', min: 0, max: 2, step: 0.1 },
    },
    'chat.max_tokens': {
      label: __('Longest answer', 'itih-rag-chat'),
      help: __('Tokens; 1,000 are about 700 English words.', 'itih-rag-chat'),
      control: { kind: 'number', min: 16, max: 128_000 },
    },
    'chat.history_turns': {
      label: __('Earlier messages', 'itih-rag-chat'),
      help: __('Messages of the conversation that the model reads again.', 'itih-rag-chat'),
      control: { kind: 'number', min: 0, max: 50 },
    },
    'chat.context_tokens': {
      label: __('Text of your pages', 'itih-rag-chat'),
      help: __(
        'Tokens that the model is given with each question; a small site is given whole. More cost more.',
        'itih-rag-chat',
      ),
      control: { kind: 'number', min: 500, max: 100_000 },
    },
  });

export const chatFields = (): Field[] => [
  ...unknownFields(),
  ...mannerFields(),
  ...place('chat', 'conversation', {
    'chat.starters': {
      label: __('Suggested questions', 'itih-rag-chat'),
      help: __('One on each line, 6 at most. Visitors see them at the beginning.', 'itih-rag-chat'),
      control: {
        kind: 'lines',
        items: 6,
        max: 200,
        placeholder: __('When are you open?\nWhat does it cost?', 'itih-rag-chat'),
      },
    },
    'chat.citations': {
      label: __('Name the sources', 'itih-rag-chat'),
      help: __('With each answer, by number and with a link.', 'itih-rag-chat'),
      control: { kind: 'toggle' },
    },
    'chat.top_k': {
      label: __('Passages for an answer', 'itih-rag-chat'),
      help: __('How many of the best passages are used at least.', 'itih-rag-chat'),
      control: { kind: 'number', min: 1, max: 50 },
    },
    'chat.max_message_chars': {
      label: __('Longest question', 'itih-rag-chat'),
      help: __('Characters', 'itih-rag-chat'),
      control: { kind: 'number', min: 50, max: 100_000 },
    },
  }),
];
