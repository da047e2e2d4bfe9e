#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --experimental-strip-types --disable-warning=ExperimentalWarning --max-semi-space-size=4 --max-old-space-size=512
import { Command } from 'commander';
import { ConfigError, readConfig } from './config.ts';
import { start } from './main.ts';

async function serve({ wp }: { wp?: string }): Promise<void> {
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

const program = new Command('itih').description('The sidecar of Itih RAG Chat.');

program
  .command('serve')
  .description('Answer the WordPress plugin.')
  .option('--wp <folder>', 'take database, keys and secret from the wp-config.php in this folder')
  .action(serve);

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
