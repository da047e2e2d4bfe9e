import { __ } from '@wordpress/i18n';
import type { ReadingReply, ReadingState } from '../../server/contract/knowledge.ts';
import { api } from '../api.ts';
import { Badge, type Tone } from '../components/badge.tsx';
import { Button } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { knowledgeUrl, settingsUrl } from '../use-query.ts';
import { useAction } from '../use-resource.ts';

const tones: Partial<Record<ReadingState, Tone>> = {
  read: 'good',
  failed: 'bad',
  waiting: 'warning',
};

const texts = (): Record<ReadingState, [badge: string, sentence: string]> => ({
  read: [__('In use', 'itih-rag-chat'), __('The chat answers from this text.', 'itih-rag-chat')],
  waiting: [
    __('Waiting', 'itih-rag-chat'),
    __('The present text will be read in a moment.', 'itih-rag-chat'),
  ],
  failed: [
    __('Failed', 'itih-rag-chat'),
    __('It could not be read the last time. Below is how it reads now.', 'itih-rag-chat'),
  ],
  not_read: [
    __('Not read yet', 'itih-rag-chat'),
    __('The chat may use it, but has not read it so far.', 'itih-rag-chat'),
  ],
  excluded: [
    __('Excluded', 'itih-rag-chat'),
    __('You have excluded it: the chat does not answer from it.', 'itih-rag-chat'),
  ],
  type_not_chosen: [
    __('Not chosen', 'itih-rag-chat'),
    __('Posts of its type are not read.', 'itih-rag-chat'),
  ],
  filtered: [
    __('Kept out', 'itih-rag-chat'),
    __('A plugin or the theme keeps it out with the filter itih_post_is_public.', 'itih-rag-chat'),
  ],
  not_public: [
    __('Not public', 'itih-rag-chat'),
    __(
      'It is a draft, private, protected by a password, or gone. The chat reads only what every visitor can see.',
      'itih-rag-chat',
    ),
  ],
});

interface Props {
  id: number;
  reading: ReadingReply;
  /** Something was done about it. */
  onChanged: () => Promise<unknown>;
}

interface Step {
  label: string;
  act: () => Promise<unknown>;
}

/** The step that changes the state, where there is one. */
function stepOf(state: ReadingState, id: number): Step | undefined {
  const queue = () => api.indexPosts({ ids: [id] });
  async function letIn() {
    const { indexing } = await api.getSettings(new AbortController().signal);
    const exclude_ids = indexing.exclude_ids.filter((other) => other !== id);
    await api.saveSettings({ indexing: { exclude_ids } });
    await queue();
  }
  const steps: Partial<Record<ReadingState, Step>> = {
    not_read: { label: __('Read it now', 'itih-rag-chat'), act: queue },
    failed: { label: __('Process again', 'itih-rag-chat'), act: queue },
    excluded: { label: __('Let the chat use it', 'itih-rag-chat'), act: letIn },
  };
  return steps[state];
}

/** Whether the chat uses the post, why not, and the step that changes it. */
export function ReadingStateView({ id, reading: { state, document }, onChanged }: Props) {
  const { busy, error, run } = useAction();
  const [badge, sentence] = texts()[state];
  const step = stepOf(state, id);

  const take = ({ act }: Step) =>
    run(async () => {
      await act();
      await onChanged();
    });

  return (
    <>
      <p role="status">
        <Badge tone={tones[state] ?? 'neutral'} text={badge} /> {sentence}
      </p>
      {error && <ErrorNotice error={error} />}
      <div className="itih-actions">
        {step && (
          <Button variant="primary" isBusy={busy} onClick={() => void take(step)}>
            {step.label}
          </Button>
        )}
        {state === 'type_not_chosen' && (
          <Button variant="secondary" href={settingsUrl('indexing')}>
            {__('Choose the types that are read', 'itih-rag-chat')}
          </Button>
        )}
        {document && (
          <Button variant="secondary" href={knowledgeUrl({ document: String(document.id) })}>
            {__('Open its document', 'itih-rag-chat')}
          </Button>
        )}
        <Button variant="secondary" href={`post.php?post=${id}&action=edit`}>
          {__('Edit in WordPress', 'itih-rag-chat')}
        </Button>
      </div>
    </>
  );
}
