import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ServiceOptions } from './service.ts';

function wholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0 && value < 65_536) return value;
  throw new InvalidArgumentError('Write a number from 1 to 65535.');
}

/** Adds `itih service …`: keeps the sidecar of a site running. The programs are loaded when they are called. */
export function addServiceCommands(program: Command): void {
  const service = program.command('service').description('Keep the sidecar of a site running.');
  const add = (name: string, description: string) =>
    service
      .command(name)
      .description(description)
      .option('--wp <folder>', 'folder of WordPress')
      .option('--connected <address>', 'instead: a site elsewhere, after "itih connect"')
      .option('--url <address>', 'this site of a network, instead of its main site')
      .option('--user-unit', 'a service of this account')
      .option(
        '--account <name>',
        'account of a service of the machine, instead of the owner of wp-config.php',
      );
  const load = () => import('./service.ts');

  add(
    'install',
    'Install it as a service of systemd, start it, and wait until WordPress and it hear each other.',
  )
    .option('--port <number>', 'instead of a free one from 8790 on', wholeNumber)
    // Scripts may have it from when the English model was downloaded.
    .addOption(new Option('--no-model').hideHelp())
    .action(async (options: ServiceOptions & { port?: number }) =>
      (await load()).installCommand(options),
    );
  add('status', 'Say whether it runs and is heard.').action(async (options: ServiceOptions) =>
    (await load()).statusCommand(options),
  );
  add('logs', 'Print the end of its log.')
    .option('--lines <number>', 'how many', wholeNumber, 50)
    .action(async (options: ServiceOptions & { lines: number }) =>
      (await load()).logsCommand(options),
    );
  add('restart', 'Start it anew.').action(async (options: ServiceOptions) =>
    (await load()).restartCommand(options),
  );
  add('uninstall', 'Remove the service. Documents and conversations stay in the database.').action(
    async (options: ServiceOptions) => (await load()).uninstallCommand(options),
  );
}
