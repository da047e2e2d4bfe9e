import { shareBrowser } from './browser.ts';
import { bedFor } from './jest-bed.ts';
import { readStack } from './stack.ts';

export default async () => {
  await bedFor('browser');
  await shareBrowser(readStack(process.env['ITIH_STACK']!).chromium);
};
