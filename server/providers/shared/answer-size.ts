import type { ModelEvent } from '../language-model.ts';
import { vendorGarbled } from './vendor-error.ts';

/** Maximum characters. No visitor reads as much; each is checked for citations, links and leaks. */
const maxText = 2 ** 16;
/** No model writes as much: the server is broken. */
const maxReasoning = 2 ** 20;

/**
 * Measures an answer, so that one that does not end ends as one that has reached its length.
 *
 * @param label The vendor's name at the beginning of a sentence.
 */
export function answerSize(label: string) {
  let text = 0;
  let reasoning = 0;

  return {
    /** Whether there was more text than fits. */
    get isFull(): boolean {
      return text > maxText;
    },

    /** Returns as much of an event as fits; undefined: nothing. @throws AppError for reasoning without end */
    fit(event: ModelEvent): ModelEvent | undefined {
      if (event.type === 'reasoning') {
        reasoning += event.text.length;
        if (reasoning > maxReasoning) throw vendorGarbled(label, 'thinks without end');
      }
      if (event.type === 'finish' && text > maxText) return { ...event, reason: 'length' };
      if (event.type !== 'text') return event;
      const left = maxText - text;
      text += event.text.length;
      if (event.text.length <= left) return event;
      // Never between the halves of one character.
      const cut = event.text.slice(0, Math.max(0, left)).replace(/[\ud800-\udbff]$/, '');
      return cut === '' ? undefined : { type: 'text', text: cut };
    },
  };
}
