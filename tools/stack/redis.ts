import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { must } from './commands.ts';
import { freePort } from './ports.ts';

export interface Redis {
  url: string;
  port: number;
  /** At once, with everything that it held. */
  kill: () => Promise<void>;
}

/** A Redis server of its own, which keeps nothing. It goes with the bed, whose folders are given. */
export async function startRedis(folder: string, logs: string, port?: number): Promise<Redis> {
  const listening = port ?? (await freePort());
  const log = openSync(join(logs, 'redis.log'), 'a');
  const server = spawn(
    must('redis-server'),
    [
      ...['--port', String(listening), '--bind', '127.0.0.1', '--dir', folder],
      ...['--save', '', '--appendonly', 'no'],
    ],
    { detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  server.unref();
  const ended = once(server, 'exit');
  writeFileSync(join(folder, `redis-${listening}.pid`), String(server.pid));
  await answering(listening, logs);
  return {
    url: `redis://127.0.0.1:${listening}`,
    port: listening,
    kill: async () => {
      server.kill('SIGKILL');
      await ended;
    },
  };
}

async function answering(port: number, logs: string): Promise<void> {
  for (const deadline = Date.now() + 10_000; ; await setTimeout(20)) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      if (Date.now() > deadline) {
        throw new Error(`Redis does not answer: see ${join(logs, 'redis.log')}`);
      }
    } finally {
      socket.destroy();
    }
  }
}
