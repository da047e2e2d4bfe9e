import { expect, test } from '@jest/globals';
import { vendorFailure } from '../../server/contract/trouble.ts';
import { turnedAway } from '../../server/contract/turned-away.ts';
import { createMetrics } from '../../server/runtime/metrics.ts';
import { noReadings } from '../runtime/no-readings.ts';
import { tableOf } from './pages.ts';

const rows = tableOf('docs/operations.md', 'metric');

test('every metric of the program is explained, and no other', async () => {
  const metrics = createMetrics(noReadings);
  await metrics.open();
  const names = (await metrics.text()).body.matchAll(/^# TYPE (itih_\w+)/gm);
  const explained = rows.flatMap(([cell = []]) => cell).filter((name) => name.startsWith('itih_'));
  expect(explained.sort()).toEqual([...names].map(([, name]) => name).sort());
});

test.each([
  ['itih_turned_away_total', turnedAway.options],
  ['itih_vendor_failures_total', vendorFailure.options],
])('%s is explained by reason', (metric, reasons) => {
  const words = rows.find(([names]) => names?.includes(metric))?.[2] ?? [];
  expect(reasons.filter((reason) => !words.includes(reason))).toEqual([]);
});
