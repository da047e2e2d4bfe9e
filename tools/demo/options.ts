import { parseArgs } from 'node:util';

export const usage = `npm run demo [-- options]

Starts a WordPress with a sample museum site, the plugin and its sidecar, all on this computer.

  --port <n>   port of the site (default: the last one, else the first free one from 8080)
  --fresh      throw the demo site away and begin anew
  --native     PHP-FPM, nginx and MariaDB in place of Playground; needs Debian and root
  --help       this text
`;

export interface Options {
  port?: number;
  fresh: boolean;
  native: boolean;
  help: boolean;
}

/** Throws with a sentence for the user. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      native: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { port, ...flags } = values;
  if (port !== undefined && flags.native) throw new Error('--native chooses its port itself.');
  if (port === undefined) return flags;
  const number = Number(port);
  if (!Number.isInteger(number) || number < 1 || number > 65_535) {
    throw new Error(`--port ${port} is not a port.`);
  }
  return { ...flags, port: number };
}
