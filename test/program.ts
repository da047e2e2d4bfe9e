/** The sidecar that the tests start: its sources, or the bundle of a release. */
export const program = process.env['ITIH_TEST_PROGRAM'] ?? 'server/itih.mjs';
