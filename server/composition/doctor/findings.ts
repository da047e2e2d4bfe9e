/** The result of one check: what was found, and what to do about it. */
export interface Finding {
  check: string;
  /** `skip`: it could not be checked, or there is nothing to check. */
  result: 'ok' | 'warn' | 'fail' | 'skip';
  says: string;
  /** The next step; empty when all is well. */
  next: string;
}

export const ok = (check: string, says: string): Finding => ({
  check,
  result: 'ok',
  says,
  next: '',
});

export const skip = (check: string, says: string): Finding => ({
  check,
  result: 'skip',
  says,
  next: '',
});

export const warn = (check: string, says: string, next: string): Finding => ({
  check,
  result: 'warn',
  says,
  next,
});

export const fail = (check: string, says: string, next: string): Finding => ({
  check,
  result: 'fail',
  says,
  next,
});

/** Whether something does not work. */
export const hasFailed = (findings: readonly Finding[]): boolean =>
  findings.some(({ result }) => result === 'fail');
