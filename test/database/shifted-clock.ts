/** Preloaded into a sidecar: its clock is so many milliseconds ahead of the machine's. */
const ahead = Number(process.env['ITIH_TEST_CLOCK_AHEAD']);
const { now } = Date;
Date.now = () => now() + ahead;
