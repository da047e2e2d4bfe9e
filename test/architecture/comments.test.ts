import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Linter } from 'eslint';
import { commentOpening, refusedOpenings } from '../../tools/eslint/comment-opening.ts';

const config: Linter.Config = {
  plugins: { local: { rules: { 'comment-opening': commentOpening } } },
  rules: { 'local/comment-opening': 'error' },
};
const linesRefused = (code: string) => new Linter().verify(code, config).map(({ line }) => line);

test.each([
  ['a docstring', '/** What a model said. */', [1]],
  ['a line', 'f();\n// Whoever asks.', [2]],
  ['a later paragraph', '/**\n * Returns the turn.\n *\n * Of a session.\n */', [1]],
  ['the end of a line of code', 'f(); // of the site', [1]],
])('a comment that opens with a relative clause is refused: %s', (_name, code, lines) => {
  expect(linesRefused(code)).toEqual(lines);
});

test.each([
  ['a verb', '/** Returns what a model said. */'],
  ['a word that only begins so', '// Office files.'],
  ['the second line of a sentence', '// The name\n// of the site.'],
  ['the second line of a paragraph', '/**\n * The name\n * of the site.\n */'],
  ['a tag', '/**\n * Reads it.\n *\n * @returns What was read.\n */'],
])('any other comment passes: %s', (_name, code) => {
  expect(linesRefused(code)).toEqual([]);
});

test('the plugin’s comments open with a noun or a verb, too', () => {
  const root = new URL('../../', import.meta.url);
  const files = globSync('plugin-shim/**/*.php', { cwd: root, exclude: ['plugin-shim/build/**'] });
  expect(files.length).toBeGreaterThan(20);
  const wrong = files.flatMap((file) => {
    const lines = readFileSync(new URL(file, root), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      const previous = lines[index - 1]?.trim() ?? '';
      const opening =
        /(?:\/\*\*|\/\/)\s+(\S.*)/.exec(line)?.[1] ??
        (['/**', '*'].includes(previous) ? /^\s*\*\s+(\S.*)/.exec(line)?.[1] : undefined);
      return opening && refusedOpenings.test(opening) ? [`${file}:${index + 1}`] : [];
    });
  });
  expect(wrong).toEqual([]);
});
