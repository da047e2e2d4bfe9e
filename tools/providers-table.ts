import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { providersTable, type JestResults } from './providers/table.ts';

/** `npm run providers-table`: runs the conformance suites and writes `docs/providers.md` from their results. */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'itih-providers-'));
try {
  const output = join(folder, 'results.json');
  const options = ['--selectProjects', 'unit', '--json', `--outputFile=${output}`];
  spawnSync('npm', ['run', '--silent', 'jest', '--', '/providers/', ...options], {
    cwd: root,
    // All suites, also those that the usual run leaves out.
    env: { ...process.env, ITIH_TEST_FULL: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const results = JSON.parse(readFileSync(output, 'utf8')) as JestResults;
  writeFileSync(join(root, 'docs/providers.md'), providersTable(results, join(root, 'docs')));
} finally {
  rmSync(folder, { recursive: true });
}
