/** What became of a step. Checks count as one; a suite of tests counts its tests. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** What to read when it failed. */
  output?: string;
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
