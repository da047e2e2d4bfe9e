import { enableCompileCache } from 'node:module';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { AskOptions, SearchOptions } from './cli/ask.ts';
import type { ConnectOptions } from './cli/connect.ts';
import type { DoctorOptions } from './cli/doctor.ts';
import { addServiceCommands } from './cli/service-commands.ts';
import type { SiteChoice } from './config/config.ts';
import { plain } from './cli/plain.ts';
import { errorText } from './runtime/logged-error.ts';
import { plainReason } from './errors/plain-reason.ts';

// Later imports start faster the next time, and without the 10 MB that stripping types takes.
enableCompileCache();

async function serve(site: SiteChoice): Promise<void> {
  const { connectedConfig } = await import('./cli/connect.ts');
  const { start } = await import('./main.ts');
  const running = await start(await connectedConfig(site));
  let stopping = false;
  const stop = (status: number) => {
    // A second signal ends the process at once.
    if (stopping) process.exit(1);
    stopping = true;
    void running.stop().then(() => process.exit(status));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));
  void running.updated.then(() => stop(0));
  void running.failed.then((error) => {
    console.error(error.message);
    stop(1);
  });
}

/** Returns a parser of numbers for commander, which shows the sentence of its error. */
function between(min: number, max: number, isWhole: boolean) {
  return (text: string): number => {
    const value = Number(text);
    const isGood = text.trim() !== '' && value >= min && value <= max;
    if (isGood && (!isWhole || Number.isInteger(value))) return value;
    throw new InvalidArgumentError(`Write a number from ${min} to ${max}.`);
  };
}

/** Adds the options that choose a site. */
const forSite = (command: Command): Command =>
  command
    .option('--wp <folder>', 'take database, keys and secret from the wp-config.php in this folder')
    .option('--url <address>', 'with --wp: this site of a network, instead of its main site');

const program = new Command('itih').description('The sidecar of Itih RAG Chat.');

forSite(program.command('serve')).description('Answer the WordPress plugin.').action(serve);

forSite(program.command('search'))
  .description('Show what a question would be answered from, and how it was found.')
  .argument('<question>')
  .option('--top-k <number>', 'passages, instead of the setting', between(1, 50, true))
  .option('--min-score <number>', 'floor, instead of the setting', between(0, 1, false))
  .option('--json', 'print the reply of POST /search')
  .action(async (question: string, options: SearchOptions) =>
    (await import('./cli/ask.ts')).searchCommand(question, options),
  );

forSite(program.command('ask'))
  .description('Answer a question as the chat does, with the configured language model.')
  .argument('<question>')
  .option('--json', 'print the reply of POST /chat/sync')
  .action(async (question: string, options: AskOptions) =>
    (await import('./cli/ask.ts')).askCommand(question, options),
  );

forSite(program.command('doctor'))
  .description(
    'Check all parts, say what to do, and store the best way for answers. Status 1: one fails.',
  )
  .option('--json', 'print the results as JSON')
  .option('--bundle <file>', 'write a zip archive for whoever helps, without secrets and texts')
  .option('--log <file>', 'with --bundle: the log, where the sidecar is no service of systemd')
  .option('--lines <number>', 'with --bundle: lines of the log', between(0, 10_000, true))
  .addOption(
    new Option('--snippets <server>', 'print the configuration of a web server').choices([
      'nginx',
      'apache',
      'caddy',
    ]),
  )
  .action(async (options: DoctorOptions) =>
    (await import('./cli/doctor.ts')).doctorCommand(options),
  );

program
  .command('connect')
  .description('Connect this machine to a site elsewhere, once an administrator has approved it.')
  .argument('<site>', 'its address, such as https://example.com, or a one-time code of its admin')
  .option(
    '--address <url>',
    'where WordPress reaches this sidecar, such as https://chat.example.com',
  )
  .option('--print', 'print the variable ITIH_CONNECT, instead of keeping it on this machine')
  .action(async (site: string, options: ConnectOptions) =>
    (await import('./cli/connect.ts')).connectCommand(site, options),
  );

addServiceCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  // Vendors and sites write some of the reasons.
  console.error(plain(plainReason(error) ?? errorText(error)));
  process.exitCode = 1;
}
