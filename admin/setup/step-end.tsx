import { __ } from '@wordpress/i18n';
import { Button } from '../components/controls.tsx';

interface Props {
  /** Names the way on. */
  action: string;
  busy?: boolean;
  /** The step is not done yet: going on leaves it for later. */
  open?: boolean;
  onAction: () => void;
  /** Leaves the step for later; undefined where the action itself goes on. */
  onSkip?: () => void;
}

/** The way on at the end of a step. */
export const StepEnd = ({ action, busy = false, open = false, onAction, onSkip }: Props) => (
  <div className="itih-actions itih-setup__end">
    <Button
      variant={open ? 'secondary' : 'primary'}
      isBusy={busy}
      aria-disabled={busy}
      onClick={() => !busy && onAction()}
    >
      {action}
    </Button>
    {onSkip && (
      <Button variant="tertiary" onClick={onSkip}>
        {__('Skip this step', 'itih-rag-chat')}
      </Button>
    )}
  </div>
);
