import { __ } from '@wordpress/i18n';
import { TextareaControl, TextControl } from '../components/controls.tsx';
import type { AnswerDraft, AnswerField, AnswerProblems } from './answer-draft.ts';

interface Props {
  draft: AnswerDraft;
  problems: AnswerProblems;
  onChange: (changes: Partial<AnswerDraft>) => void;
}

/** The questions of an answer, what is answered, and the page that says more. */
export function AnswerFields({ draft, problems, onChange }: Props) {
  const field = (name: AnswerField, help: string) => ({
    name,
    help: problems[name] ?? help,
    'aria-invalid': problems[name] !== undefined,
    value: draft[name],
    onChange: (text: string) => onChange({ [name]: text }),
  });
  return (
    <>
      <TextareaControl
        {...field(
          'questions',
          __(
            'One on each line, as visitors put it. Two or three ways to ask it help.',
            'itih-rag-chat',
          ),
        )}
        label={__('Questions', 'itih-rag-chat')}
        placeholder={__('Can I bring my dog?\nAre dogs allowed?', 'itih-rag-chat')}
        dir="auto"
        rows={4}
      />
      <TextareaControl
        {...field(
          'answer',
          __('Said word for word. Markdown works: **bold**, lists and links.', 'itih-rag-chat'),
        )}
        label={__('Answer', 'itih-rag-chat')}
        dir="auto"
        rows={6}
      />
      <TextControl
        {...field(
          'url',
          __(
            'The page that says more, such as /tickets/. Without an answer, visitors are only pointed to it.',
            'itih-rag-chat',
          ),
        )}
        label={__('Address of a page (optional)', 'itih-rag-chat')}
        inputMode="url"
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
      />
    </>
  );
}
