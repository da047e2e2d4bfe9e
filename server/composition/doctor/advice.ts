import type { VendorFailure } from '../../contract/trouble.ts';

const models = 'under RAG Chat › Settings › Models';

/** The next step, for a vendor that does not answer. */
export const adviceFor: Record<VendorFailure, string> = {
  key: `Check the key ${models}.`,
  credit: 'Add credit to the account at the vendor.',
  limit: 'Wait a little, or ask the vendor for a higher limit.',
  model: `Check model and base URL ${models}.`,
  request: `Choose another model ${models}, or change the server as it says.`,
  late: 'See whether the server is busy or too slow for this model.',
  down: `See whether the server runs, and check its base URL ${models}.`,
  reply: `Check model and base URL ${models}.`,
  setup: `Complete the connection ${models}.`,
};
