import { __, sprintf } from '@wordpress/i18n';
import { Notice, TextareaControl } from '../components/controls.tsx';
import { Section } from '../components/section.tsx';
import type { SynonymsEditing } from './use-synonyms.ts';
import { SynonymsEnd } from './synonyms-end.tsx';

interface Props {
  editing: SynonymsEditing;
  /** A question that found nothing; may be empty. */
  question: string;
}

/** Words that mean the same on this site. */
export function SynonymsFields({ editing, question }: Props) {
  const { text, problem, set } = editing;
  return (
    <Section id="synonyms" title={__('Words that mean the same', 'itih-rag-chat')}>
      <div className="itih-form">
        <p className="itih-hint">
          {__(
            'Visitors use other words than your pages. Write the words that mean the same on one line, with commas between them: a question with one of them then also finds pages with the others.',
            'itih-rag-chat',
          )}
        </p>
        {question && (
          <Notice status="info">
            {sprintf(
              /* translators: %s: a visitor's question. */
              __(
                'The question was “%s”. Which of its words do your pages say differently?',
                'itih-rag-chat',
              ),
              question,
            )}
          </Notice>
        )}
        <TextareaControl
          name="synonyms"
          label={__('Synonyms', 'itih-rag-chat')}
          help={problem ?? __('One group on each line.', 'itih-rag-chat')}
          aria-invalid={problem !== undefined}
          placeholder={__(
            'entry fee, admission, ticket price\nstroller, pram, pushchair\nrestaurant, café, canteen',
            'itih-rag-chat',
          )}
          dir="auto"
          rows={10}
          value={text}
          onChange={set}
        />
        <SynonymsEnd editing={editing} />
      </div>
    </Section>
  );
}
