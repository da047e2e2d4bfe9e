import { expect, test } from '@jest/globals';
import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../program.ts';
import { isFull } from '../full-runs.ts';

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const client = fileURLToPath(new URL('conformance-client.ts', import.meta.url));

const run = (...args: string[]) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const env = { ...process.env, ...compileCache };
    execFile(
      process.execPath,
      [suite, ...args],
      { env, timeout: 60_000 },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });

/**
 * Scenarios that are not for us: there is nobody to ask while a visitor waits, so the client offers no elicitation, in
 * which the first two are. Schemas are cut to what every vendor takes. The others are extensions of the protocol, in
 * which no person signs in, and skills.
 */
const skipped = [
  'elicitation-sep1034-client-defaults',
  'sep-2322-client-request-state',
  'json-schema-2020-12-preservation',
  'auth/client-credentials-jwt',
  'auth/client-credentials-basic',
  'auth/enterprise-managed-authorization',
  'auth/dpop',
  'auth/dpop-nonce',
  'auth/wif-jwt-bearer',
  'sep-2640-client-no-prefetch',
  'sep-2640-client-verify-digest',
  'sep-2640-client-verify-size',
  'sep-2640-client-verify-frontmatter',
];

/** Returns the names of all scenarios for clients, some of which a new version of the suite may have added. */
function scenarios(): string[] {
  const { stdout } = spawnSync(process.execPath, [suite, 'list'], { encoding: 'utf8' });
  const [, clients = ''] = stdout.split('Client scenarios');
  const [listed = ''] = clients.split('Authorization server scenarios');
  return Array.from(listed.matchAll(/^ {2}- (\S+) \[/gm), ([, name]) => name!);
}

/** Those that no other test is about, as each takes two processes; all in full runs. */
const sample = ['tools_call', 'auth/2025-03-26-oauth-endpoint-fallback', 'http-custom-headers'];
const passed = isFull ? scenarios().filter((name) => !skipped.includes(name)) : sample;

test.each(passed)(
  'passes %s',
  async (scenario) => {
    const command = `"${process.execPath}" "${client}"`;
    const { code, output } = await run('client', '--command', command, '--scenario', scenario);
    expect(`${output}\nended with ${String(code)}`).toMatch(/OVERALL: PASSED[^]*ended with 0$/);
  },
  90_000,
);
