import { globSync } from 'node:fs';
import { find, run } from '../stack/commands.ts';
import { root } from './scripts.ts';
import { failed, notRun, type Outcome, passed } from './step.ts';

const ignored = ['**/node_modules/**', '.cache/**'];

/** `php -l` on every PHP file of the repository; without extensions, which it does not need. */
export async function phpSyntax(): Promise<Outcome> {
  if (!find('php')) return notRun('php is not installed');
  const errors: string[] = [];
  for (const file of globSync('**/*.php', { cwd: root, exclude: ignored })) {
    await run('php', ['-n', '-l', file], { cwd: root }).catch((error: Error) =>
      errors.push(error.message),
    );
  }
  return errors.length > 0 ? failed(errors.join('\n')) : passed();
}
