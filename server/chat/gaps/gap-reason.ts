import type { Outcome } from '../../contract/chat.ts';
import type { GapReason } from '../../contract/gaps.ts';

/** Returns why an answer was not good enough; null if it was. */
export function gapReasonOf(answer: {
  outcome: Outcome | '';
  /** Id of the model that wrote it. */
  model: string;
  feedback: string | null;
}): GapReason | null {
  const { outcome, model, feedback } = answer;
  if (feedback === 'down') return 'down';
  switch (outcome) {
    case 'closest':
    case 'failed':
      return outcome;
    case 'refused':
      // The built-in model writes what was found.
      return model === '' || model.startsWith('builtin') ? 'nothing' : 'model_refused';
    case 'answered':
    case 'stopped':
    case '':
      return null;
    default:
      return outcome satisfies never;
  }
}
