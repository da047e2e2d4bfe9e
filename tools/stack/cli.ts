import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { running } from './processes.ts';
import { keptRun } from './runs.ts';
import { type Part, parts, readStack, up } from './stack.ts';

const usage = `node tools/stack/cli.ts up [--part ${parts.join('|')}] [--suite sid|trixie|bookworm]
node tools/stack/cli.ts down
node tools/stack/cli.ts status`;

const run = keptRun('cli');
const file = join(run.folder, 'stack.json');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { part: { type: 'string', default: 'browser' }, suite: { type: 'string' } },
});

async function start(): Promise<void> {
  if (!parts.includes(values.part as Part)) throw new Error(usage);
  if (existsSync(file) && running(run.folder).length > 0) return show();
  run.close();
  const { suite } = values;
  await up({ name: 'cli', part: values.part as Part, keep: true, ...(suite && { suite }) });
  show();
}

function show(): void {
  const up = existsSync(file) && running(run.folder).length > 0;
  if (!up) return console.log('down');
  const { url, adminUser, adminPassword, wpVersion } = readStack(file);
  console.log(
    url ? `up: WordPress ${wpVersion} at ${url} (${adminUser} / ${adminPassword})` : 'up',
  );
  console.log(`export ITIH_STACK=${file}`);
}

const commands: Record<string, () => void | Promise<void>> = {
  up: start,
  down: run.close,
  status: show,
};
const command = commands[positionals[0] ?? ''];
if (command) await command();
else {
  console.error(usage);
  process.exitCode = 2;
}
