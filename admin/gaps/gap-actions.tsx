import { __ } from '@wordpress/i18n';
import type { Gap, GapState } from '../../server/contract/gaps.ts';
import { Button } from '../components/controls.tsx';
import type { RemedyName } from './remedies.tsx';
import type { GapStates } from './use-gap-states.ts';

/** Opens the block editor; WordPress takes the title from the address. */
const draftUrl = (question: string) =>
  `post-new.php?${new URLSearchParams({ post_title: question })}`;

interface Props {
  gap: Gap;
  states: GapStates;
  canManage: boolean;
  opened: RemedyName | undefined;
  onOpen: (remedy: RemedyName | undefined) => void;
}

const remedyTexts = (): [RemedyName, string][] => [
  ['answer', __('Write the answer', 'itih-rag-chat')],
  ['page', __('This page answers it', 'itih-rag-chat')],
  ['synonym', __('Add a synonym', 'itih-rag-chat')],
];

/** The id of a button, which takes the focus again when its form is closed. */
export const remedyButton = (name: RemedyName) => `itih-gap-${name}`;

/** Everything that can be done about a gap. Those who may only read change its state. */
export function GapActions({ gap, states, canManage, opened, onOpen }: Props) {
  const change = (to: GapState, text: string) => (
    <Button
      variant="tertiary"
      isBusy={states.busy === gap.id}
      onClick={() => void states.change(gap, to)}
    >
      {text}
    </Button>
  );
  return (
    <div className="itih-actions">
      {canManage && (
        <>
          {remedyTexts().map(([name, text], index) => (
            <Button
              key={name}
              id={remedyButton(name)}
              variant={index === 0 && opened === undefined ? 'primary' : 'secondary'}
              aria-expanded={opened === name}
              onClick={() => onOpen(opened === name ? undefined : name)}
            >
              {text}
            </Button>
          ))}
          <Button
            variant="secondary"
            href={draftUrl(gap.question)}
            target="_blank"
            onClick={() => void states.change(gap, 'done', 'draft')}
          >
            {__('Draft a post (opens in a new tab)', 'itih-rag-chat')}
          </Button>
        </>
      )}
      {gap.state === 'open' ? (
        <>
          {change('done', __('Mark as done', 'itih-rag-chat'))}
          {change('ignored', __('Ignore', 'itih-rag-chat'))}
        </>
      ) : (
        change('open', __('Open again', 'itih-rag-chat'))
      )}
    </div>
  );
}
