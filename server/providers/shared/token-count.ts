/** Reads a number of tokens as a vendor reports it; 0 for what is none. */
export const tokenCount = (count: unknown): number =>
  Number.isSafeInteger(count) && Number(count) > 0 ? Number(count) : 0;
