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
  const suites = 'test/providers/.*(conformance|english)\\.test\\.ts$';
  const options = ['--selectProjects', 'unit', '--json', `--outputFile=${output}`];
  spawnSync('npm', ['run', '--silent', 'jest', '--', suites, ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const results = JSON.parse(readFileSync(output, 'utf8')) as JestResults;
  writeFileSync(join(root, 'docs/providers.md'), providersTable(results, join(root, 'docs')));
} finally {
  rmSync(folder, { recursive: true });
}
