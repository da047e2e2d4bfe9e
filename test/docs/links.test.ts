import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { repository } from '../../tools/stack/folders.ts';
import { anchorsOf, pages, tokensOf } from './pages.ts';

/** Links of a page to files of the project, relative to it, with their anchors. */
const linksOf = (page: string) =>
  tokensOf(page, 'link')
    .filter(({ href }) => !URL.canParse(href))
    .map(({ href }) => {
      const [path = '', anchor = ''] = href.split('#');
      return { href, file: path ? posix.join(posix.dirname(page), path) : page, anchor };
    });

test('every link leads somewhere', () => {
  const isDead = ({ file, anchor }: ReturnType<typeof linksOf>[number]) =>
    !existsSync(join(repository, file)) || (anchor && !anchorsOf(file).includes(anchor));
  const dead = pages.flatMap((page) =>
    linksOf(page)
      .filter(isDead)
      .map(({ href }) => `${page}: ${href}`),
  );
  expect(pages.length).toBeGreaterThan(20);
  expect(dead).toEqual([]);
});

describe('the index', () => {
  const listed = linksOf('docs/README.md').map(({ file }) => file);

  test('names each page once', () => {
    const meant = pages.filter((page) => /^docs\/[^/]+$/.test(page) && page !== 'docs/README.md');
    expect(listed.filter((file) => meant.includes(file)).sort()).toEqual(meant);
    expect(listed).toEqual([...new Set(listed)]);
  });

  test('leads to the list of the decisions, which names each once', () => {
    expect(listed).toContain('docs/decisions/README.md');
    const decisions = linksOf('docs/decisions/README.md').map(({ file }) => file);
    const meant = pages.filter((page) => /^docs\/decisions\/\d/.test(page));
    expect(decisions.sort()).toEqual(meant);
  });

  test('is found from the front page', () => {
    expect(linksOf('README.md').map(({ file }) => file)).toContain('docs/README.md');
  });
});
