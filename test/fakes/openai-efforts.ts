/**
 * The efforts that OpenAI's models take, from their pages, below https://developers.openai.com/api/docs/models:
 * the first is the least.
 */
const efforts: readonly [RegExp, string][] = [
  [/^gpt-5-pro/, 'high'],
  [/^gpt-5\.[2-5]-pro/, 'medium high xhigh'],
  [/^gpt-5-chat|^gpt-4|^gpt-3/, ''],
  [/^gpt-6-astra|^gpt-6\.1-sol/, 'low medium high xhigh max'],
  [/^gpt-6|^gpt-5\.6/, 'none low medium high xhigh max'],
  [/^gpt-5\.[2-5]/, 'none low medium high xhigh'],
  [/^gpt-5\.1/, 'none low medium high'],
  [/^gpt-5/, 'minimal low medium high'],
  [/^o\d/, 'low medium high'],
];

/** Undefined: the model does not reason. */
export function supportedEfforts(model: string): string[] | undefined {
  const found = efforts.find(([name]) => name.test(model))?.[1];
  return found ? found.split(' ') : undefined;
}

/** Without a wish: https://developers.openai.com/api/docs/guides/latest-model */
export function usualEffort(model: string): string {
  if (!supportedEfforts(model)) return 'none';
  if (/^gpt-5\.[1-4]/.test(model)) return 'none';
  return model.startsWith('gpt-5-pro') ? 'high' : 'medium';
}

/** Tools with reasoning need the Responses API since GPT-5.4. */
export const reasonsOnlyElsewhere = (model: string): boolean => /^gpt-(5\.[4-9]|[6-9])/.test(model);

export const inQuotes = (names: readonly string[]): string =>
  names.map((name) => `'${name}'`).join(', ');
