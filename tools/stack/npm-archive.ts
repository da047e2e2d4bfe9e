import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { must, run } from './commands.ts';

/**
 * Unpacks a package of npm's registry that is no dependency of the project, such as `wabt@1.0.39`, below `folder`; returns
 * its folder. With `sha512` (base64) it has to be the archive that was examined. Install scripts do not run.
 */
export async function unpackNpmArchive(
  archive: string,
  folder: string,
  sha512?: string,
): Promise<string> {
  const said = await run(must('npm'), ['pack', '--silent', archive], { cwd: folder });
  const file = join(folder, said.trim().split('\n').at(-1) ?? '');
  const digest = createHash('sha512').update(readFileSync(file)).digest('base64');
  if (sha512 !== undefined && digest !== sha512) {
    throw new Error(`${archive} is not the archive that was examined`);
  }
  await run('tar', ['-xzf', file, '-C', folder]);
  return join(folder, 'package');
}
