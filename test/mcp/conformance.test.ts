import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
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
  'auth/authorization-server-migration',
  'auth/iss-supported',
  'auth/iss-not-advertised',
  'auth/iss-supported-missing',
  'auth/iss-wrong-issuer',
  'auth/iss-unexpected',
  'auth/iss-normalized',
  'auth/metadata-issuer-mismatch',
  'request-metadata',
  'http-standard-headers',
  'http-custom-headers',
  'http-invalid-tool-headers',
  'json-schema-ref-no-deref',
];
/**
 * Not for us: there is nobody to ask while a visitor waits, so the client offers no elicitation, in which the first two
 * are. Schemas are cut to what every vendor takes. The others are extensions of the protocol, in which no person signs
 * in, and skills.
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

test('every scenario for clients is known', async () => {
  const { output } = await run('list');
  const [, clients = ''] = output.split('Client scenarios');
  const [listed = ''] = clients.split('Authorization server scenarios');
  const scenarios = Array.from(listed.matchAll(/^ {2}- (\S+) \[/gm), ([, name]) => name);
  expect(scenarios.sort()).toEqual([...passed, ...skipped].sort());
}, 60_000);

/** Those that no other test is about, as each takes two processes; all in full runs. */
const sample = ['auth/2025-03-26-oauth-endpoint-fallback', 'http-custom-headers'];

test.each(isFull ? passed : sample)(
  'passes %s',
  async (scenario) => {
    const command = `"${process.execPath}" "${client}"`;
    const { code, output } = await run('client', '--command', command, '--scenario', scenario);
    expect(`${output}\nended with ${String(code)}`).toMatch(/OVERALL: PASSED[^]*ended with 0$/);
  },
  90_000,
);
