import { useEffect } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { answerOf } from '../answers/answer-fields.tsx';
import { keyOf, newKey, OwnAnswers, useAnswers } from '../answers/own-answers.tsx';
import { SynonymsFields, useSynonyms } from '../answers/synonyms.tsx';
import { api, type MaskedSettings } from '../api.ts';
import { Frame } from '../components/frame.tsx';
import { Section } from '../components/section.tsx';
import { Tabs } from '../components/tabs.tsx';
import type { Site } from '../site.ts';
import { settingsUrl, useQuery, useUnsavedWarning } from '../page.ts';
import { useResource } from '../use-resource.ts';
import { Form } from '../components/controls.tsx';

const closed = { edit: '', write: '', question: '' };

interface Props {
  settings: MaskedSettings;
  replace: (settings: MaskedSettings) => void;
  site: Site;
}

function AnswersTabs({ settings, replace, site }: Props) {
  const { query, change } = useQuery();
  const answers = useAnswers({ settings, replace, homeUrl: site.homeUrl });
  const synonyms = useSynonyms(settings, replace);
  const tab = query.get('tab') === 'synonyms' ? 'synonyms' : '';
  const question = query.get('question') ?? '';
  const edited = answers.find(query.get('edit') ?? newKey);
  const isNew = query.get('write') !== null;
  const opened = edited ? keyOf(edited) : isNew ? newKey : undefined;
  useUnsavedWarning(answers.unsaved || synonyms.unsaved);

  // The search sends a question here that wants an answer; it may have one that was asked for otherwise.
  useEffect(() => {
    if (tab !== '' || question === '') return;
    const known = answerOf(question, answers.answers);
    if (!known) answers.change(newKey, { questions: question });
    change({ ...closed, ...(known ? { edit: keyOf(known) } : { write: '1' }) }, 'replace');
  }, [tab, question]);

  function saveSynonyms(): void {
    if (!synonyms.isWrong) return void synonyms.save();
    document.querySelector<HTMLElement>('.itih-admin [name="synonyms"]')?.focus();
  }

  return (
    <>
      <Tabs
        label={__('Answers', 'itih-rag-chat')}
        tabs={[
          { name: '', text: __('Your answers', 'itih-rag-chat'), unsaved: answers.unsaved },
          { name: 'synonyms', text: __('Synonyms', 'itih-rag-chat'), unsaved: synonyms.unsaved },
        ]}
        open={tab}
        reset={{ question: '' }}
        onFollow={change}
      />
      {tab === '' ? (
        <div className="itih-column">
          <OwnAnswers
            answers={answers}
            opened={opened}
            onOpen={(key) =>
              change({ ...closed, ...(key === newKey ? { write: '1' } : { edit: key ?? '' }) })
            }
          />
        </div>
      ) : (
        <Form noValidate onSubmit={() => saveSynonyms()}>
          <SynonymsFields editing={synonyms} question={question} />
        </Form>
      )}
      <p>
        <a href={settingsUrl('chat')}>
          {__(
            'Suggested questions, contact, and what it says when nothing is found',
            'itih-rag-chat',
          )}
        </a>
      </p>
    </>
  );
}

/** Screen of what the chat says in the owner's words. */
export function Answers({ site }: { site: Site }) {
  const status = useResource(api.getStatus);
  const { data, error, reload, replace } = useResource(api.getSettings);
  return (
    <Frame
      title={__('Your answers', 'itih-rag-chat')}
      text={__('What the chat says in your words.', 'itih-rag-chat')}
      site={site}
      status={status}
      onBack={reload}
    >
      {data ? (
        <AnswersTabs settings={data} replace={replace} site={site} />
      ) : (
        <Section
          id="answers"
          title={__('Your answers', 'itih-rag-chat')}
          of={{ data, error, reload }}
          lines={6}
        />
      )}
    </Frame>
  );
}
