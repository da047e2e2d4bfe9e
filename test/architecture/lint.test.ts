/** The project's own rules of lint. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Linter } from 'eslint';
import { commentOpening, refusedOpenings } from '../../tools/eslint/comment-opening.ts';
import { noVulnerable, recordedVerdicts } from '../../tools/eslint/no-vulnerable.ts';

const complaintsOf = (code: string, rule: Parameters<typeof noVulnerable>[0] | 'comments') =>
  new Linter()
    .verify(code, {
      plugins: {
        local: { rules: { rule: rule === 'comments' ? commentOpening : noVulnerable(rule) } },
      },
      rules: { 'local/rule': 'error' },
    })
    .map(({ message }) => message);

test.each([
  ['/** What a model said. */', 1],
  ['/**\n * Returns the turn.\n *\n * Of a session.\n */', 1],
  ['f(); // of the site', 1],
  ['/** Returns what a model said. */', 0],
  ['// The name\n// of the site.', 0],
  ['/**\n * Reads it.\n *\n * @returns What was read.\n */', 0],
])('a comment opens with a noun or a verb: %j', (code, count) => {
  expect(complaintsOf(code, 'comments')).toHaveLength(count);
});

test('and so do those of the plugin', () => {
  const files = globSync('plugin-shim/**/*.php', { exclude: ['plugin-shim/build/**'] });
  expect(files.length).toBeGreaterThan(20);
  const wrong = files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
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

test('an expression is attacked, unless a verdict on it is recorded', () => {
  const slow = '/^(a|a)*$/.test(text);';
  expect(complaintsOf(slow, {})).toEqual([expect.stringMatching(/ReDoS .*exponential/)]);
  expect(complaintsOf(slow, { '/^(a|a)*$/': 'Found before.' })).toEqual(['Found before.']);
  expect(complaintsOf(slow, { '/^(a|a)*$/': '' })).toEqual([]);
  expect(Object.keys(recordedVerdicts()).length).toBeGreaterThan(500);
});
