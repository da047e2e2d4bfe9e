import { expect, test } from '@jest/globals';
import { providerTable } from '../../admin/models/provider-table.ts';
import { providers, type Provider } from '../../server/contract/providers.ts';

test('the admin page has the providers of this build (else: npm run contract)', () => {
  expect(providerTable).toEqual(providers);
  expect(Object.keys(providerTable)).toEqual(Object.keys(providers));
});

test.each(Object.entries<Provider>(providers))(
  'the address of %s is one that paths can follow',
  (_id, { address }) => {
    if (address) expect(new URL(address).href.replace(/\/$/, '')).toBe(address);
  },
);
