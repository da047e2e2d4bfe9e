/**
 * Preloaded into the sidecar with `NODE_OPTIONS=--import`: what ends after ten idle minutes, as the local model does,
 * ends after ten seconds.
 */
const tenMinutes = 600_000;
const { setTimeout: usual } = globalThis;

globalThis.setTimeout = Object.assign(
  (run: () => void, ms?: number, ...given: []) =>
    usual(run, ms === tenMinutes ? 10_000 : ms, ...given),
  { ...usual },
) as typeof setTimeout;
