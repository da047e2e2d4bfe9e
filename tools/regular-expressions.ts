import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { verdictsFile } from './eslint/no-vulnerable.ts';

/** The part of the checker's cache that is read. */
interface Cache {
  results: Record<string, { status: string; complexity?: { summary: string } }>;
}

/** `npm run regular-expressions`: checks every expression afresh and records the verdicts for lint. */
const cache = 'node_modules/.cache/eslint-plugin-redos/recheck-cache.json';
rmSync(cache, { force: true });
const env = { ...process.env, ITIH_TEST_FULL: '1' };
const { status } = spawnSync('npm', ['run', '--silent', 'lint'], { env, stdio: 'inherit' });
const { results } = JSON.parse(readFileSync(cache, 'utf8')) as Cache;
const known = Object.entries(results).filter(([, { status }]) => status !== 'unknown');
const verdicts = known.map(([expression, { status, complexity }]) => [
  expression,
  status === 'safe' ? '' : `Found a ReDoS vulnerable RegExp (${complexity?.summary}).`,
]);
writeFileSync(verdictsFile, `${JSON.stringify(Object.fromEntries(verdicts.sort()), null, 2)}\n`);
process.exitCode = status ?? 1;
