import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

/** Returns the output of a process that runs `code`: pino bypasses the runner's output. */
function written(code: string): string {
  const log = new URL('../../server/runtime/log.ts', import.meta.url).href;
  const program = `import { createLog } from '${log}'; const log = createLog('info'); ${code}`;
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
  return execFileSync(process.execPath, [...flags, '--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
}

test('a secret never reaches the log, however deep it stands', () => {
  const secret = 'example-secret-0123456789';
  const lines = written(`
    const api_key = '${secret}';
    log.info({ api_key, secret: api_key, authorization: api_key, api_token: api_key });
    log.info({ openai: { api_key } });
    log.info({ llm: { openai: { api_key } }, vector_store: { api_token: api_key } });
    log.info({ settings: { llm: { openai: { api_key } } }, req: { headers: { authorization: api_key } } });
  `);
  expect(lines.match(/\[redacted\]/g)).toHaveLength(9);
  expect(lines).not.toContain(secret);
});

test('an error is logged with what caused it', () => {
  const line = written(
    `log.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'it failed');`,
  );
  expect(JSON.parse(line)).toMatchObject({
    msg: 'it failed',
    err: { message: 'outer', cause: { message: 'inner' } },
  });
});
