/** Milliseconds after an answer in which the next question is likely. */
const moment = 2000;

/** Knows whether visitors are being answered, so that work which can wait steps back. */
export function createLiveTurns(clock: () => number) {
  let open = 0;
  let endedAt = -Infinity;

  return {
    /** True while an answer is being written, and for a moment after. */
    any: () => open > 0 || clock() - endedAt < moment,

    /** The same answer, counted from its beginning until its end or until nobody reads it any more. */
    counted<Arguments extends unknown[], T>(answer: (...of: Arguments) => AsyncGenerator<T, void>) {
      return async function* (...of: Arguments): AsyncGenerator<T, void> {
        open++;
        try {
          yield* answer(...of);
        } finally {
          open--;
          endedAt = clock();
        }
      };
    },
  };
}
