import type { FinishReason, Outcome } from '../contract/chat.ts';

/** @param pointsToPages Whether the answer names the closest pages. */
export function outcomeOf(finish: FinishReason, pointsToPages: boolean): Outcome {
  switch (finish) {
    case 'stop':
    case 'length':
      return 'answered';
    case 'refusal':
      return pointsToPages ? 'closest' : 'refused';
    case 'error':
      return 'failed';
    case 'aborted':
      return 'stopped';
    default:
      return finish satisfies never;
  }
}
