import { VisuallyHidden } from '@wordpress/components';
import { useCallback } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { SearchReply, SearchRequest } from '../../server/contract/search.ts';
import { api } from '../api.ts';
import { GivenAnswer } from '../components/answer.tsx';
import { ErrorNotice } from '../components/controls.tsx';
import { Frame } from '../components/frame.tsx';
import { Section, Skeleton } from '../components/section.tsx';
import { formatNumber } from '../format.ts';
import {
  CandidateTable,
  Outcome,
  PassageList,
  Remedies,
  SearchSummary,
} from '../search/results.tsx';
import { draftOf, requestOf, SearchForm, toQuery } from '../search/search-form.tsx';
import type { Site } from '../site.ts';
import { useQuery } from '../page.ts';
import { useResource } from '../use-resource.ts';

const foundText = ({ chunks, candidates }: SearchReply) =>
  sprintf(
    /* translators: 1: number of passages that are used. 2: number of all that were found. */
    __('%1$s of %2$s passages are used.', 'itih-rag-chat'),
    formatNumber(chunks.length),
    formatNumber(candidates.length),
  );

/** The answer as the widget gives it, then what to do about it. */
function Given({ question }: { question: string }) {
  const { data, error, reload } = useResource(() => api.ask({ message: question }), [question]);
  return (
    <Section
      id="search-answer"
      title={__('What a visitor gets', 'itih-rag-chat')}
      of={{ data, error, reload }}
      lines={4}
    >
      {data && (
        <div className="itih-answer">
          <GivenAnswer reply={data} />
        </div>
      )}
      <Remedies question={question} />
    </Section>
  );
}

function Found({ reply, question }: { reply: SearchReply; question: string }) {
  return (
    <>
      <Given question={question} />
      <details className="itih-folded">
        <summary>{__('Why, and how it was searched', 'itih-rag-chat')}</summary>
        <div className="itih-column">
          {reply.confidence && (
            <Section id="search-outcome" title={__('How sure the chat is', 'itih-rag-chat')}>
              <Outcome confidence={reply.confidence} />
            </Section>
          )}
          <Section id="search-path" title={__('How it was searched', 'itih-rag-chat')}>
            <SearchSummary reply={reply} />
          </Section>
          <Section id="search-context" title={__('What the chat is given', 'itih-rag-chat')}>
            <PassageList chunks={reply.chunks} />
          </Section>
          {reply.candidates.length > 0 && (
            <Section id="search-candidates" title={__('All that was found', 'itih-rag-chat')}>
              <CandidateTable candidates={reply.candidates} />
            </Section>
          )}
        </div>
      </details>
    </>
  );
}

/** Shows what the chat would find for a question, and why: the question is kept in the address. */
export function Search({ site }: { site: Site }) {
  const status = useResource(api.getStatus);
  const { query, change } = useQuery();
  const asked = JSON.stringify(requestOf(query));
  const load = useCallback(
    async (signal: AbortSignal) => {
      const request = JSON.parse(asked) as SearchRequest | null;
      return { asked, reply: request && (await api.search(request, signal)) };
    },
    [asked],
  );
  const { data, error, loading, reload } = useResource(load);
  const reply = data?.asked === asked ? data.reply : null;
  const shown = error ? null : reply;
  const searching = loading && asked !== 'null';

  return (
    <Frame
      title={__('Try it', 'itih-rag-chat')}
      text={__('Ask as a visitor would: nothing of it is counted or kept.', 'itih-rag-chat')}
      site={site}
      status={status}
      onBack={reload}
    >
      <div className="itih-column">
        <Section id="search" title={__('A question', 'itih-rag-chat')}>
          <SearchForm
            asked={draftOf(query)}
            postTypes={site.postTypes}
            busy={searching}
            error={error}
            onSearch={(draft) => {
              const before = window.location.search;
              change(toQuery(draft));
              if (window.location.search === before) void reload();
            }}
          />
          {error && <ErrorNotice error={error} />}
        </Section>
        <VisuallyHidden role="status">{shown ? foundText(shown) : ''}</VisuallyHidden>
        {searching && !reply && <Skeleton lines={8} />}
        {shown && <Found reply={shown} question={query.get('q') ?? ''} />}
      </div>
    </Frame>
  );
}
