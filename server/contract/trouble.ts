import { z } from 'zod';

/**
 * Why a call of a vendor failed: `key`: key or access refused · `credit`: none left · `limit`: so many requests ·
 * `model`: model or address not known · `request`: this request refused · `late`: no answer in time · `down`: not
 * reached, or its own failure · `reply`: an answer that cannot be used, or is without a word · `setup`: not called,
 * something has to be entered first.
 */
export const vendorFailure = z.enum([
  'key',
  'credit',
  'limit',
  'model',
  'request',
  'late',
  'down',
  'reply',
  'setup',
]);
export type VendorFailure = z.infer<typeof vendorFailure>;
