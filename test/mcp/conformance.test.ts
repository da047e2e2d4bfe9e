import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../program.ts';

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

const passed = [
  'initialize',
  'tools_call',
  'sse-retry',
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/basic-cimd',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/pre-registration',
  'auth/2025-03-26-oauth-metadata-backcompat',
  'auth/2025-03-26-oauth-endpoint-fallback',
  'auth/resource-mismatch',
  'auth/offline-access-scope',
  'auth/offline-access-not-supported',
];
/**
 * Not for us: there is nobody to ask while a visitor waits, so the client offers no elicitation. The others are
 * extensions of the protocol in which no person signs in.
 */
const skipped = [
  'elicitation-sep1034-client-defaults',
  'auth/client-credentials-jwt',
  'auth/client-credentials-basic',
  'auth/cross-app-access-complete-flow',
];

test('every scenario for clients is known', async () => {
  const { output } = await run('list');
  const listed = output.slice(output.indexOf('Client scenarios'));
  const scenarios = Array.from(listed.matchAll(/^ {2}- (\S+) \[/gm), ([, name]) => name);
  expect(scenarios.sort()).toEqual([...passed, ...skipped].sort());
}, 60_000);

/** One of each kind, as each takes two processes; all in full runs. */
const sample = [
  'initialize',
  'tools_call',
  'sse-retry',
  'auth/metadata-var2',
  'auth/basic-cimd',
  'auth/scope-step-up',
  'auth/token-endpoint-auth-basic',
  'auth/2025-03-26-oauth-endpoint-fallback',
  'auth/resource-mismatch',
];

test.each(process.env['ITIH_TEST_FULL'] ? passed : sample)(
  'passes %s',
  async (scenario) => {
    const command = `"${process.execPath}" "${client}"`;
    const { code, output } = await run('client', '--command', command, '--scenario', scenario);
    expect(`${output}\nended with ${String(code)}`).toMatch(/OVERALL: PASSED[^]*ended with 0$/);
  },
  90_000,
);
