import { expect, test } from '@jest/globals';
import { providers, type Provider } from '../../server/contract/providers.ts';

test.each(Object.entries<Provider>(providers))(
  'the address of %s is one that paths can follow',
  (_id, { address }) => {
    if (address) expect(new URL(address).href.replace(/\/$/, '')).toBe(address);
  },
);
