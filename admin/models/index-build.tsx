import { useEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { IndexStatus } from '../../server/contract/admin.ts';
import { Progress } from '../components/facts.tsx';
import { formatNumber } from '../format.ts';
import { modelName } from '../labels.ts';
import { builtin } from './providers.ts';
import { Notice } from '../components/controls.tsx';

/** Whether the chosen model has answered: questions are compared with the vectors that it has made. */
const isFollowed = (index: IndexStatus | undefined) =>
  index?.building?.embedder === index?.embedder;

/** The embedder that was chosen meanwhile and has made all vectors now; '' while there is none. */
function useCompleted(index: IndexStatus | undefined) {
  const [completed, setCompleted] = useState('');
  const seen = useRef('');
  const awaited = useRef('');
  useEffect(() => {
    if (!index) return;
    const { embedder, building } = index;
    if (building && building.embedder !== embedder) awaited.current = building.embedder;
    else if (seen.current && seen.current !== embedder) awaited.current = embedder;
    seen.current = embedder;
    if (building) return setCompleted('');
    // One that was given up leaves the index as it was.
    if (awaited.current && awaited.current === embedder) setCompleted(embedder);
    awaited.current = '';
  }, [index]);
  return { completed, dismiss: () => setCompleted('') };
}

interface BuildingProps {
  building: NonNullable<IndexStatus['building']>;
  /** The model has answered, and makes one vector after another. */
  follows: boolean;
}

function Building({ building, follows }: BuildingProps) {
  const { embedder, chunks_done, chunks_total, problem } = building;
  return (
    <>
      <Progress
        label={follows ? __('Find by meaning', 'itih-rag-chat') : __('Find by meaning, anew', 'itih-rag-chat')}
        text={sprintf(
          /* translators: 1: name of a model. 2: passages done. 3: all passages. */
          __('%1$s has read %2$s of %3$s passages', 'itih-rag-chat'),
          modelName(embedder),
          formatNumber(chunks_done),
          formatNumber(chunks_total),
        )}
        done={chunks_done}
        total={chunks_total}
      />
      <p className="itih-hint">
        {follows
          ? __('Until they are done, the others are found by their words.', 'itih-rag-chat')
          : __('It begins when the model answers; the present one goes on meanwhile.', 'itih-rag-chat')}
      </p>
      {problem && (
        <Notice status="warning">
          {sprintf(
            /* translators: %s: a sentence that says what is wrong. */
            __(
              'It does not go on at the moment, and is tried again by itself. %s',
              'itih-rag-chat',
            ),
            problem.message,
          )}
        </Notice>
      )}
    </>
  );
}

/** How many chunks of text have their vectors, and that all have those of a model that was chosen meanwhile. */
export function IndexBuild({ index }: { index: IndexStatus | undefined }) {
  const { completed, dismiss } = useCompleted(index);
  // To compare words nothing has to be built.
  const ofWords = [index?.building?.embedder, completed].includes(builtin);
  if (ofWords) return null;
  if (index?.building) {
    return <Building building={index.building} follows={isFollowed(index)} />;
  }
  if (!completed) return null;
  return (
    <Notice status="success" onRemove={dismiss}>
      {sprintf(
        /* translators: %s: name of a model. */
        __('All is read: %s finds the passages now.', 'itih-rag-chat'),
        modelName(completed),
      )}
    </Notice>
  );
}
