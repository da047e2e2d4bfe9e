import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { AskReply } from '../../server/contract/chats.ts';
import { api } from '../api.ts';
import { GivenAnswer } from '../components/answer.tsx';
import { Button, ErrorNotice, Form, TextControl } from '../components/controls.tsx';
import { Section, Skeleton } from '../components/section.tsx';
import { answersUrl } from '../page.ts';
import { useAction, useResource } from '../use-resource.ts';

/** Asks as a visitor would; the last answer stays. */
export function useAsk() {
  /** The question that is being answered, or was. */
  const [asked, setAsked] = useState('');
  const [reply, setReply] = useState<AskReply>();
  const { busy, error, run } = useAction();

  async function ask(question: string) {
    if (question.trim() === '') return;
    await run(async () => {
      setAsked(question);
      setReply(undefined);
      setReply(await api.ask({ message: question }));
    });
  }

  return { asked, busy, reply, error, ask };
}
export type Asking = ReturnType<typeof useAsk>;

/** Questions that the site's own texts answer. */
function Suggested({ busy, onAsk }: { busy: boolean; onAsk: (question: string) => void }) {
  const { data, error } = useResource(api.getSuggestions);
  if (error || data?.length === 0) return null;
  return (
    <div className="itih-suggested" role="group" aria-label={__('Suggestions', 'itih-rag-chat')}>
      {data ? (
        data.map((question) => (
          <Button
            key={question}
            variant="secondary"
            aria-disabled={busy}
            onClick={() => onAsk(question)}
          >
            <bdi>{question}</bdi>
          </Button>
        ))
      ) : (
        <Skeleton lines={1} />
      )}
    </div>
  );
}

function Outcome({ asking: { asked, busy, reply, error, ask } }: { asking: Asking }) {
  return (
    <div role="status">
      {busy && <p className="itih-hint">{__('Looking for the answer…', 'itih-rag-chat')}</p>}
      {error && <ErrorNotice error={error} onRetry={() => void ask(asked)} />}
      {reply && (
        <>
          <p>
            <strong>
              <bdi>{asked}</bdi>
            </strong>
          </p>
          <div className="itih-answer">
            <GivenAnswer reply={reply} />
          </div>
          {reply.outcome !== 'answered' && (
            <p className="itih-hint">
              {__(
                'Nothing that was read answers this. Ask something that stands on your pages, or ',
                'itih-rag-chat',
              )}
              <a href={answersUrl()}>{__('write the answer yourself.', 'itih-rag-chat')}</a>
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** A question of the owner's own, asked and answered in place. */
export function OwnQuestion({ asking }: { asking: Asking }) {
  const [question, setQuestion] = useState('');
  return (
    <Section id="ask" title={__('Ask your own question', 'itih-rag-chat')}>
      <p className="itih-hint">
        {__(
          'You get the answer that a visitor would get. It is not counted and not kept.',
          'itih-rag-chat',
        )}
      </p>
      <Suggested
        busy={asking.busy}
        onAsk={(suggestion) => {
          setQuestion(suggestion);
          void asking.ask(suggestion);
        }}
      />
      <Form className="itih-ask" onSubmit={() => void asking.ask(question)}>
        <TextControl
          name="question"
          label={__('Your question', 'itih-rag-chat')}
          dir="auto"
          maxLength={4000}
          value={question}
          onChange={setQuestion}
        />
        <Button type="submit" variant="secondary" isBusy={asking.busy}>
          {__('Ask', 'itih-rag-chat')}
        </Button>
      </Form>
      <Outcome asking={asking} />
    </Section>
  );
}
