import { existsSync, globSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { variableOf, vendors } from '../../server/contract/providers.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { repository } from '../../tools/stack/folders.ts';
import { attacks } from '../injection/attacks.ts';
import { pages, tableOf, textOf, tokensOf } from './pages.ts';

const exclude = ['**/node_modules/**', 'plugin-shim/build/**', 'dist/**'];
const filesIn = (...patterns: string[]) => globSync(patterns, { cwd: repository, exclude });

const records = pages.filter((page) => /^docs\/decisions\/\d/.test(page));
/** Records of what is gone name files that are gone. */
const isSuperseded = (page: string) => /^(\*\*Status\.\*\* )?Superseded by/m.test(textOf(page));

describe('a file that a page names', () => {
  const files = filesIn('**/*');
  /** Files of WordPress, of an owner's server, or made by `npm run build` and a release. */
  const elsewhere =
    /^wp-|^(admin-ajax\.php|itih\.config\.cjs|widget(-panel|-answers)?\.js|sidecar\/|plugin-shim\/build\/|x\.(test\.)?ts)$/;
  const isPath = (text: string) =>
    /^[\w.*][\w.*/-]*(\/|\.(ts|tsx|[cm]?js|php|md|json|sql|yaml|po|wat))$/.test(text);
  const isPlaceholder = (text: string) => /\b(NAME|CODE|NNN)/.test(text);
  const isThere = (text: string) => {
    const path = text.replace(/\/$/, '');
    if (existsSync(join(repository, path))) return true;
    return files.some(
      (file) => matchesGlob(file, `**/${path}`) || `/${file}`.includes(`/${path}/`),
    );
  };

  test.each(pages.filter((page) => !isSuperseded(page)))('is there: %s', (page) => {
    const named = tokensOf(page, 'codespan').map(({ text }) => text);
    const meant = named.filter((text) => isPath(text) && !isPlaceholder(text));
    expect(meant.filter((text) => !elsewhere.test(text) && !isThere(text))).toEqual([]);
  });
});

describe('what a page names of the program', () => {
  const current = pages.filter((page) => !isSuperseded(page));
  const texts = current.map((page) => ({ page, text: textOf(page).replace(/\s+/g, ' ') }));
  /** Names on a page, by the group of an expression, that are not known. */
  const unknown = (named: RegExp, isKnown: (name: string) => boolean) =>
    texts.flatMap(({ page, text }) =>
      [...text.matchAll(named)].flatMap(([, name = '']) =>
        isKnown(name) ? [] : `${page}: ${name}`,
      ),
    );

  test('scripts of npm', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: object };
    expect(unknown(/npm run (?:-s )?([a-z:-]+)/g, (name) => name in scripts)).toEqual([]);
  });

  test('commands of the plugin', () => {
    const commands = JSON.parse(textOf('plugin-shim/commands.json')) as object;
    const named = /`(?:sudo )?wp itih ([a-z]+(?: (?:install|status|logs|restart|download))?)/g;
    expect(unknown(named, (name) => name in commands)).toEqual([]);
  });

  test('settings', () => {
    const known = new Set(
      Object.entries(settingsDefaults).flatMap(([group, of]) =>
        Object.keys(of).map((name) => `${group}.${name}`),
      ),
    );
    const groups = Object.keys(settingsDefaults).join('|');
    const named = new RegExp(`\`((?:${groups})\\.[a-z_]+)\``, 'g');
    expect(unknown(named, (name) => known.has(name) || /\.(test|ts)$/.test(name))).toEqual([]);
  });

  test('variables', () => {
    const files = filesIn(
      'server/**/*.{ts,cjs}',
      'plugin-shim/**/*.php',
      'test/**/*.ts',
      'tools/**/*.ts',
    );
    const code = files.map(textOf).join('\n');
    const isKnown = (name: string) =>
      code.includes(name) ||
      vendors.some(
        (vendor) =>
          name === variableOf(vendor, 'API_KEY') || name === variableOf(vendor, 'BASE_URL'),
      );
    expect(unknown(/`(ITIH_[A-Z_]+)/g, isKnown)).toEqual([]);
  });
});

test('the layers of architecture.md are those that are checked', () => {
  const [, block = ''] =
    /const layers = \[([^;]+)\];/.exec(textOf('.dependency-cruiser.cjs')) ?? [];
  const layers = [...block.matchAll(/\[([^\]]+)\]/g)].map(([, names = '']) =>
    names.split(', ').map((name) => name.slice(1, -1)),
  );
  const listed = tableOf('docs/architecture.md', 'layer').map(([names = []]) => names);
  const folders = listed.map((names) => names.filter((name) => name.endsWith('/')));
  expect(folders.filter((names) => names.length > 0)).toEqual(
    layers.map((names) => names.map((name) => `${name}/`)),
  );
});

test('each term of the glossary stands once, and in the code', () => {
  const terms = tokensOf('docs/glossary.md', 'table').flatMap(({ rows }) =>
    rows.flatMap(([here]) => here!.text.replace(/ \(.*\)/, '').split(', ')),
  );
  const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '');
  const code = plain(filesIn('{server,admin,widget}/**/*.{ts,tsx}').map(textOf).join('\n'));
  expect(terms).toEqual([...new Set(terms)]);
  expect(terms.filter((term) => !code.includes(plain(term)))).toEqual([]);
});

test('a unit test stands beside its source', () => {
  const tests = filesIn('{server,admin,widget,tools}/**/*.test.{ts,tsx}');
  const sourceOf = (file: string) => file.replace(/\.test\.tsx?$/, '');
  const isAlone = (file: string) =>
    !['.ts', '.tsx', '.php', '/'].some((end) => existsSync(join(repository, sourceOf(file) + end)));
  expect(tests.filter(isAlone)).toEqual([]);
});

describe('a number', () => {
  const words = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
  const numberOf = (text = '') =>
    text === 'thirty' ? 30 : words.includes(text) ? words.indexOf(text) + 2 : Number(text);
  const lanes = /const lanes = (\d+)/.exec(textOf('tools/test.ts'))?.[1];
  const exceptions = /At most five files[^[]+\[([^\]]+)\]/.exec(textOf('eslint.config.js'))?.[1];
  const refusals = JSON.parse(textOf('test/chat/refusals.json')) as Record<string, unknown[]>;
  const everyday = JSON.parse(textOf('test/chat/everyday-questions.json')) as object;

  test.each([
    ['CONTRIBUTING.md', /runs (\w+) steps at a time/, Number(lanes)],
    ['CONTRIBUTING.md', /names the (\w+) exceptions/, (exceptions?.match(/'/g) ?? []).length / 2],
    ['CHANGELOG.md', /told in (\w+) languages/, filesIn('server/language/*.yaml').length],
    [
      'CHANGELOG.md',
      /screen readers\. (\w+) languages/,
      filesIn('plugin-shim/languages/*.po').length,
    ],
    ['docs/security.md', /holds (\d+) injections/, attacks.length],
    [
      'docs/decisions/0062-fill-the-context-and-believe-its-sources.md',
      /has (\d+) refusals/,
      refusals['refusals']!.length,
    ],
    ['docs/rules.md', /everyday questions in (\d+) languages/, Object.keys(everyday).length],
  ])('of %s is right: %s', (page, sentence, meant) => {
    const [, found] =
      sentence.exec(textOf(page).replaceAll('\n', ' ').replace(/ {2,}/g, ' ')) ?? [];
    expect(numberOf(found?.toLowerCase())).toBe(meant);
  });

  test.each(['README.md', 'readme.txt', 'plugin-shim/itih-rag-chat.php'])(
    'of %s: the oldest versions are those of the plugin and the package',
    (page) => {
      const text = textOf(page);
      const least = { WordPress: '6.0', PHP: '8.0', Node: '22.13' };
      expect((JSON.parse(textOf('package.json')) as { engines: object }).engines).toEqual({
        node: `>=${least.Node}`,
      });
      const [, wordpress] = /(?:WordPress |Requires at least: +)(\d\.\d)/.exec(text) ?? [];
      const [, php] = /(?:PHP |Requires PHP: +)(\d\.\d)/.exec(text) ?? [];
      expect({ wordpress, php }).toEqual({ wordpress: least.WordPress, php: least.PHP });
    },
  );

  test('of Node is the first with what the bootstrap uses', () => {
    expect(textOf('tools/bootstrap.mjs')).toContain('import.meta.dirname');
    for (const page of ['README.md', 'CONTRIBUTING.md']) {
      expect([page, textOf(page).includes('Node 20.11 or newer')]).toEqual([page, true]);
    }
  });
});

describe('a decision', () => {
  test.each(records)('is one page with its four parts: %s', (page) => {
    const text = textOf(page);
    const parts = [...text.matchAll(/^\*\*(Context|Decision|Consequences|Alternatives)\.?\*\*/gm)];
    expect(text.split('\n').length).toBeLessThanOrEqual(51);
    if (isSuperseded(page)) return;
    expect(parts.map(([, name]) => name)).toEqual([
      'Context',
      'Decision',
      'Consequences',
      'Alternatives',
    ]);
  });

  test('has its number and title in the list', () => {
    const listed = tokensOf('docs/decisions/README.md', 'table').flatMap(({ rows }) =>
      rows.map(
        ([number, title]) =>
          `# ${number!.text.slice(1, 5)}. ${title!.text.replace(' (superseded)', '')}`,
      ),
    );
    expect(listed).toEqual(records.map((page) => textOf(page).split('\n')[0]));
  });
});

test('the history keeps its categories', () => {
  const categories = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
  const names = tokensOf('CHANGELOG.md', 'heading').filter(({ depth }) => depth === 3);
  expect(names.filter(({ text }) => !categories.includes(text))).toEqual([]);
});

/** Written by programs, and the walks, whose names are long. */
const printed = ['docs/providers.md'];

test('prose has lines of at most 120 characters', () => {
  const isProse = (line: string) => !/^\s*(- )?(\||pipeline)|https?:/.test(line);
  const long = pages
    .filter((page) => !printed.includes(page))
    .flatMap((page) => {
      const text = textOf(page).replace(/^```[^]*?^```$/gm, '');
      return text.split('\n').filter((line) => line.length > 120 && isProse(line));
    });
  expect(long).toEqual([]);
});
