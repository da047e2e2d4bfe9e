import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ClosestPage } from '../../server/contract/chat.ts';
import { problemsOf, toAnswer } from '../answers/answer-draft.ts';
import { PageChoice } from './page-choice.tsx';
import { RemedyForm, type RemedyProps } from './remedy-form.tsx';

interface Props extends RemedyProps {
  wordings: readonly string[];
  closest: readonly ClosestPage[];
  homeUrl: string;
}

/** Has the chat point to a page for a gap's questions. */
export function NamePage({ wordings, closest, homeUrl, ...rest }: Props) {
  const [url, setUrl] = useState('');
  const answer = toAnswer({ questions: wordings.join('\n'), answer: '', url }, homeUrl);
  const { questions: taken } = problemsOf(answer, rest.settings.chat.curated);
  const problem = url === '' ? __('Choose a page.', 'itih-rag-chat') : taken;
  return (
    <RemedyForm
      {...rest}
      title={__('This page answers it', 'itih-rag-chat')}
      patchOf={({ chat }) => ({ chat: { curated: [...chat.curated, answer] } })}
      wrong={problem === undefined ? undefined : 'page-search'}
    >
      {(tried) => (
        <>
          <p className="itih-hint">
            {sprintf(
              /* translators: %s: one or more questions. */
              __('Visitors who ask one of these are pointed to the page: %s', 'itih-rag-chat'),
              wordings.map((wording) => `“${wording}”`).join(' '),
            )}
          </p>
          <PageChoice
            closest={closest}
            chosen={url}
            problem={tried ? problem : undefined}
            onChoose={setUrl}
          />
        </>
      )}
    </RemedyForm>
  );
}
