import { join } from 'node:path';

/** The sidecar that the tests start: its sources, or the bundle of a release. */
export const program = process.env['ITIH_TEST_PROGRAM'] ?? 'server/itih.mjs';

/** Part of the environment of a Node that a test starts. With compiled sources it starts in half of the processor time. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '.cache', 'node'),
};
