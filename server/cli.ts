#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --experimental-strip-types --disable-warning=ExperimentalWarning --max-semi-space-size=4 --max-old-space-size=512
import { enableCompileCache } from 'node:module';
import { Command, InvalidArgumentError } from 'commander';
import { AppError } from './app-error.ts';
import type { AskOptions } from './cli/ask.ts';
import type { SearchOptions } from './cli/search.ts';
import { ConfigError, readConfig } from './config.ts';
import { errorText } from './logged-error.ts';

// What is imported from here on starts faster the next time, and without the 10 MB that stripping types takes.
enableCompileCache();

async function serve({ wp }: { wp?: string }): Promise<void> {
  const { start } = await import('./main.ts');
  const running = await start(readConfig(undefined, wp));
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal means: now.
      if (stopping) process.exit(1);
      stopping = true;
      void running.stop().then(() => process.exit(0));
    });
  }
}

/** From the command line; commander shows the sentence. */
function between(least: number, most: number, isWhole: boolean) {
  return (text: string): number => {
    const value = Number(text);
    const isGood = text.trim() !== '' && value >= least && value <= most;
    if (isGood && (!isWhole || Number.isInteger(value))) return value;
    throw new InvalidArgumentError(`Write a number from ${least} to ${most}.`);
  };
}

const wpOption = [
  '--wp <folder>',
  'take database, keys and secret from the wp-config.php in this folder',
] as const;

const program = new Command('itih').description('The sidecar of Itih RAG Chat.');

program
  .command('serve')
  .description('Answer the WordPress plugin.')
  .option(...wpOption)
  .action(serve);

program
  .command('search')
  .description('Show what a question would be answered from, and how it was found.')
  .argument('<question>')
  .option(...wpOption)
  .option('--top-k <number>', 'passages, instead of the setting', between(1, 50, true))
  .option('--min-score <number>', 'floor, instead of the setting', between(0, 1, false))
  .option('--json', 'print the reply of POST /search')
  .action(async (question: string, options: SearchOptions) => {
    const { searchCommand } = await import('./cli/search.ts');
    await searchCommand(question, options);
  });

program
  .command('ask')
  .description('Answer a question as the chat does, with the configured language model.')
  .argument('<question>')
  .option(...wpOption)
  .option('--json', 'print the reply of POST /chat/sync')
  .action(async (question: string, options: AskOptions) => {
    const { askCommand } = await import('./cli/ask.ts');
    await askCommand(question, options);
  });

try {
  await program.parseAsync();
} catch (error) {
  const isSaid = error instanceof ConfigError || error instanceof AppError;
  console.error(isSaid ? error.message : errorText(error));
  process.exitCode = 1;
}
