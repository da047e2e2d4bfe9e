import { useEffect, useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { IndexStatus } from '../../server/contract/admin.ts';
import { Progress } from '../components/progress.tsx';
import { formatNumber } from '../format.ts';
import { modelName } from '../labels.ts';
import { builtin } from './providers.ts';
import { Notice } from '../components/controls.tsx';

/** Whether the index that is being built answers already: only chunks of text that are new to it follow. */
const isFollowed = (index: IndexStatus | undefined) =>
  index?.building?.embedder === index?.embedder;

/** The embedder whose index was being built and now answers; '' while there is none. */
function useCompleted(index: IndexStatus | undefined) {
  const [completed, setCompleted] = useState('');
  const before = useRef('');
  const building = isFollowed(index) ? '' : (index?.building?.embedder ?? '');
  useEffect(() => {
    if (!index) return;
    // One that was given up leaves the index as it was.
    if (building) setCompleted('');
    else if (before.current && before.current === index.embedder) setCompleted(before.current);
    before.current = building;
  }, [index, building]);
  return { completed, dismiss: () => setCompleted('') };
}

interface BuildingProps {
  building: NonNullable<IndexStatus['building']>;
  /** The index answers, and chunks of text that are new to it follow. */
  follows: boolean;
}

function Building({ building, follows }: BuildingProps) {
  const { embedder, chunks_done, chunks_total, problem } = building;
  return (
    <>
      <Progress
        label={follows ? __('Index', 'itih-rag-chat') : __('New index', 'itih-rag-chat')}
        text={sprintf(
          follows
            ? /* translators: 1: name of a model. 2: chunks of text done. 3: all chunks of text. */
              __('Index with %1$s: %2$s of %3$s chunks of text done', 'itih-rag-chat')
            : /* translators: 1: name of a model. 2: chunks of text done. 3: all chunks of text. */
              __('New index with %1$s: %2$s of %3$s chunks of text done', 'itih-rag-chat'),
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
          : __('Until it is complete, the present one goes on answering.', 'itih-rag-chat')}
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

/** How far the index is that is to take the place of the present one, and that it has done so. */
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
        __('The new index is complete: %s finds the passages now.', 'itih-rag-chat'),
        modelName(completed),
      )}
    </Notice>
  );
}
