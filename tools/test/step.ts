/** Outcome of a step. A check counts as one; a suite counts its tests. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** Printed when the step failed. */
  output?: string;
  /** Files that failed and then passed, with their first failure. Printed at the end. */
  flaky?: string;
  /** Why it was not run, which is a failure only where everything must be there (CI). */
  notRun?: string;
}

export interface Step {
  name: string;
  run: () => Promise<Outcome>;
}

export const passed = (count = 1): Outcome => ({ passed: count, failed: 0, skipped: 0 });
export const failed = (output: string): Outcome => ({ passed: 0, failed: 1, skipped: 0, output });
export const notRun = (reason: string): Outcome => ({ ...passed(0), notRun: reason });
