/**
 * The cause of an AppError where the machine lacks what the work needs, such as another process or a file of the
 * program that an update is replacing: the work waits, and counts as no attempt.
 */
export class MachineFault extends Error {
  override readonly name = 'MachineFault';
}

/** Node's codes for a module that is not there. */
const missing: readonly unknown[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'];

/** Whether an error, or a cause of it, is none of the work's own. */
export function isMachineFault(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof MachineFault || ('code' in at && missing.includes(at.code))) return true;
  }
  return false;
}
