import type { VendorTimeouts } from '../../server/providers/shared/vendor-retry.ts';

const limits = (milliseconds: number): VendorTimeouts => ({
  connectMs: milliseconds,
  answerMs: milliseconds,
  ownMs: milliseconds,
  reasoningMs: milliseconds,
  batchMs: milliseconds,
  idleMs: milliseconds,
  retryDelayMs: 5,
});

/** For tests that wait for none of them: a busy machine may stand still for seconds. */
export const patient = limits(10_000);

/** For tests whose subject is a vendor that says nothing. Connecting is never slow on purpose. */
export const impatient: VendorTimeouts = { ...limits(1500), connectMs: patient.connectMs };

/** The same for a vendor that falls silent after the first words. */
export const impatientLater: VendorTimeouts = { ...patient, idleMs: 750 };
