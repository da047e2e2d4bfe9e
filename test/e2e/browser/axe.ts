import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Lists what axe finds below `selector`: the rule, and the elements that break it. Its other mode, for frames of other
 * origins, opens one more page for each result, which takes half of the processor time. No page here has such frames.
 * https://github.com/dequelabs/axe-core-npm/blob/develop/packages/playwright/README.md#axebuildersetlegacymodelegacymode-boolean--true
 */
export async function violationsIn(page: Page, selector: string): Promise<[string, string[]][]> {
  const axe = new AxeBuilder({ page }).include(selector).setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
