import { inSpan } from '../runtime/spans.ts';

/** Measures steps in milliseconds; each is a span, too. */
export class Stopwatch<Step extends string> {
  readonly #started = performance.now();
  readonly #steps = new Map<Step, number>();

  /** Runs a step and remembers its time; a step that runs again replaces it. */
  async time<Result>(step: Step, work: () => Result | Promise<Result>): Promise<Result> {
    const started = performance.now();
    const result = await inSpan(step, work);
    this.#steps.set(step, performance.now() - started);
    return result;
  }

  /** Returns 0 for a step that has not ended. */
  of(step: Step): number {
    return this.#steps.get(step) ?? 0;
  }

  get total(): number {
    return performance.now() - this.#started;
  }
}
