/** A model, a server or an account may learn to do what it refused: it is asked again after a day. */
const lasts = 24 * 3600 * 1000;

/**
 * Keeps what a vendor's refusals have taught, for a day each.
 *
 * @param clock Milliseconds.
 */
export function lessons<Lesson>(clock: () => number = Date.now) {
  const learnt = new Map<Lesson, number>();
  return {
    add: (lesson: Lesson): void => void learnt.set(lesson, clock() + lasts),
    /** Returns a copy of what is known now. */
    now(): Set<Lesson> {
      const time = clock();
      for (const [lesson, until] of learnt) if (until <= time) learnt.delete(lesson);
      return new Set(learnt.keys());
    },
  };
}
