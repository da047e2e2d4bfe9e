import { expect, test } from '@jest/globals';
import { documentsOf, sampleSite, siteNames } from '../../bench/parts/sites.ts';

test.each(siteNames())('%s says what its questions expect, on pages that it has', (name) => {
  const site = sampleSite(name);
  const texts = new Map(
    documentsOf(site).map(({ title, chunks }) => [
      title,
      chunks.map(({ content }) => content).join('\n'),
    ]),
  );
  const addresses = [null, ...site.posts.map(({ permalink }) => permalink)];
  for (const { pageUrl, turns } of site.conversations) {
    expect(addresses).toContain(pageUrl);
    for (const { question, expected, patterns } of turns) {
      const { page, parts = [] } = expected;
      for (const title of page) expect([...texts.keys()]).toContain(title);
      const isSaid = page.some((title) => patterns[0]?.test(texts.get(title)!));
      expect([question, isSaid]).toEqual([question, patterns.length > 0]);
      const said = page.map((title) => texts.get(title)!).join('\n');
      expect(parts.filter((part) => !part.test(said))).toEqual([]);
    }
  }
  const judged = site.conversations.filter(({ set }) => set === 'judge').length;
  const share = judged / site.conversations.length;
  expect(Math.min(1 - share, Math.abs(share - 0.5))).toBeLessThan(0.02);
});
