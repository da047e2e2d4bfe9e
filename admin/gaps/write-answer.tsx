import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { AnswerFields } from '../answers/answer-fields.tsx';
import { problemsOf, toAnswer, type AnswerDraft } from '../answers/answer-draft.ts';
import { useUnsavedWarning } from '../use-unsaved-warning.ts';
import { RemedyForm, type RemedyProps } from './remedy-form.tsx';

interface Props extends RemedyProps {
  wordings: readonly string[];
  homeUrl: string;
}

/** Writes the owner's own answer to a gap's questions. */
export function WriteAnswer({ wordings, homeUrl, ...rest }: Props) {
  const [draft, setDraft] = useState<AnswerDraft>({
    questions: wordings.join('\n'),
    answer: '',
    url: '',
  });
  useUnsavedWarning(draft.answer !== '' || draft.url !== '');
  const answer = toAnswer(draft, homeUrl);
  const problems = problemsOf(answer, rest.settings.chat.curated);
  return (
    <RemedyForm
      {...rest}
      title={__('Write the answer', 'itih-rag-chat')}
      patchOf={({ chat }) => ({ chat: { curated: [...chat.curated, answer] } })}
      wrong={Object.keys(problems)[0]}
    >
      {(tried) => (
        <AnswerFields
          draft={draft}
          problems={tried ? problems : {}}
          onChange={(changes) => setDraft({ ...draft, ...changes })}
        />
      )}
    </RemedyForm>
  );
}
