import { exitOnSignals } from './jest-bed.ts';
import { startEngines } from './engines.ts';

/** `ITIH_ENGINES` tells the tests which servers run. */
export default async function engines(): Promise<void> {
  exitOnSignals();
  process.env['ITIH_ENGINES'] = await startEngines();
}
